// A guide, and where its links lead: to what is served. Those to other files of the repository are
// words only.

export type Guide = {
  /** `api`: the page is at /guides/api, the Markdown at /guides/api.md. */
  name: string
  title: string
  markdown: string
}

/** The Markdown of a guide, whose links lead to others as Markdown. */
export function asServed({ markdown }: Guide, all: readonly Guide[]): string {
  return markdown.replace(
    /\[([^[\]]+)\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, words: string, path: string, place = '') => {
      const to = servedAt(path, all)
      return to === undefined ? words : `[${words}](${to}${place})`
    },
  )
}

/** Where a file is served that a guide links; undefined if it is not. */
export function servedAt(path: string, all: readonly Guide[]): string | undefined {
  if (path === '../openapi/openapi.json') return '/openapi.json'
  return all.some(({ name }) => `${name}.md` === path) ? `/guides/${path}` : undefined
}
