// The guides as pages. It takes a parser of Markdown, which only building the program needs.
import { Marked, type Tokens } from 'marked'
import { escaped } from './escaped.ts'
import { type Guide, servedAt } from './guide-links.ts'

type Heading = { level: number; text: string; place: string }

/** One page: the menu of all guides, what this one is about, and its text. */
export function printGuide(guide: Guide, all: readonly Guide[]): string {
  const headings: Heading[] = []
  const text = parserFor(all, headings).parse(guide.markdown, { async: false })
  const sections = headings.filter(({ level }) => level === 2)
  const contents = sections.map(({ text, place }) => `<li><a href="#${place}">${text}</a></li>`)
  const menu = all.map(({ name, title }) => {
    const here = name === guide.name ? ' aria-current="page"' : ''
    return `<li><a href="/guides/${name}"${here}>${escaped(title)}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(guide.title)} – Fourcorner</title>
<link rel="icon" type="image/svg+xml" href="/docs/static/theme/mark.svg">
<link rel="stylesheet" href="/docs/static/theme/guide.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header><p><a href="/guides">Guides</a> <a href="/docs">Reference</a>
<a href="/console">Console</a>
<a href="/guides/${guide.name}.md">This page as Markdown</a></p></header>
<nav aria-label="Guides"><ul>
${menu.join('\n')}
</ul></nav>
<main id="text" tabindex="-1">
${text.replace('</h1>', `</h1>\n${contentsOf(contents)}`)}</main>
</body>
</html>
`
}

function contentsOf(links: readonly string[]): string {
  if (links.length < 2) return ''
  return `<nav class="contents" aria-label="On this page"><ul>\n${links.join('\n')}\n</ul></nav>\n`
}

function parserFor(all: readonly Guide[], headings: Heading[]): Marked {
  const places = new Map<string, number>()
  return new Marked({
    gfm: true,
    renderer: {
      heading({ depth, tokens, text }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens)
        const place = placeOf(text, places)
        headings.push({ level: depth, text: words.replace(/<\/?a[^>]*>/g, ''), place })
        return `<h${depth} id="${place}">${words}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        const to = /^(https?:|#)/.test(href) ? href : pageAt(href, all)
        return to === undefined ? words : `<a href="${escaped(to)}">${words}</a>`
      },
      // The pictures of the repository are not served.
      image: ({ text }: Tokens.Image) => escaped(text),
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`,
      // Nothing of ours has any; what looks like it is text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], name: string) => {
          const words = cells.map(({ tokens }) => this.parser.parseInline(tokens))
          const cellOf = (one: string) => (one === '' ? '<td></td>' : `<${name}>${one}</${name}>`)
          return `<tr>${words.map(cellOf).join('')}</tr>`
        }
        const rows = token.rows.map((cells) => row(cells, 'td'))
        return `<div class="wide" tabindex="0"><table>
<thead>${row(token.header, 'th')}</thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>\n`
      },
    },
  })
}

/** The page that a link of a guide leads to, with the place on it. */
function pageAt(href: string, all: readonly Guide[]): string | undefined {
  const [path = '', place] = href.split('#')
  const served = servedAt(path, all)
  // A file is text, without places.
  if (served === undefined || served.startsWith('/guides/files/')) return served
  const page = served.replace(/\.md$/, '')
  return place === undefined ? page : `${page}#${place}`
}

/** The anchor of a heading, as code hosts make it, so that links work there and here. */
function placeOf(text: string, places: Map<string, number>): string {
  const place = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
  const before = places.get(place) ?? 0
  places.set(place, before + 1)
  return before === 0 ? place : `${place}-${before}`
}
