// A page about one code, as the reference shows problems and failures.
import { escaped } from './escaped.ts'

/** The page has no scripts, and loads nothing. */
export const codePagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export type CodePage = {
  code: string
  title: string
  /** What stands beside the code. */
  line: string
  sections: readonly (readonly [heading: string, text: string])[]
  example?: object
}

export function codePage({ code, title, line, sections, example }: CodePage): string {
  const told = sections.map(
    ([heading, text]) => `<h2>${escaped(heading)}</h2>\n<p>${escaped(text)}</p>`,
  )
  const shown = example && escaped(JSON.stringify(example, null, 2))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(code)}: ${escaped(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: 1rem; border: 1px solid }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p><code>${escaped(code)}</code>, ${escaped(line)}</p>
${told.join('\n')}
${shown === undefined ? '' : `<h2>Example</h2>\n<pre tabindex="0">${shown}</pre>\n`}</main>
</body>
</html>
`
}
