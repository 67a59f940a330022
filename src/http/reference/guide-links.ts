// A guide, and where its links lead: to what is served. Those to other files of the repository are
// words only.

export type Guide = {
  /** `api`: the page is at /guides/api, the Markdown at /guides/api.md. */
  name: string
  title: string
  markdown: string
}

const link = /\[([^[\]]+)\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)/g

/** The Markdown of a guide, whose links lead to others as Markdown. */
export function asServed({ markdown }: Guide, all: readonly Guide[]): string {
  return markdown.replace(link, (_, words: string, path: string, place = '') => {
    const to = servedAt(path, all)
    return to === undefined ? words : `[${words}](${to}${place})`
  })
}

/** Where a file is served that a guide links; undefined if it is not. */
export function servedAt(path: string, all: readonly Guide[]): string | undefined {
  if (path === '../openapi/openapi.json') return '/openapi.json'
  const shipped = shippedFile(path)
  if (shipped !== undefined) return `/guides/files/${shipped}`
  return all.some(({ name }) => `${name}.md` === path) ? `/guides/${path}` : undefined
}

/** Files of the package, beside the guides, that they link: `deploy/nginx/fourcorner.conf`. */
export function shippedFiles(all: readonly Guide[]): string[] {
  const linked = all.flatMap(({ markdown }) => [...markdown.matchAll(link)])
  const files = linked.flatMap(([, , path]) => shippedFile(path!) ?? [])
  return [...new Set(files)].sort()
}

function shippedFile(path: string): string | undefined {
  return /^\.\.\/(deploy(?:\/\w[\w.-]*)+|README\.md|CHANGELOG\.md|\.env\.example)$/.exec(path)?.[1]
}

/** The list of all guides, each with its first paragraph, as a guide. */
export function guideIndex(all: readonly Guide[]): Guide {
  const entries = all.map((guide) => `- [${guide.title}](${guide.name}.md)${about(guide)}\n`)
  return { name: 'index', title: 'Guides', markdown: `# Guides\n\n${entries.join('')}` }
}

function about({ markdown }: Guide): string {
  const first = /^# .+\n\n(\w(?:.|\n(?!\n))+)/.exec(markdown)?.[1]
  return first === undefined ? '' : `: ${first.trim().replaceAll('\n', ' ')}`
}
