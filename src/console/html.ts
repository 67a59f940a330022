// Markup as a template that escapes by construction (docs/adr/0044).

/** Made by `html` alone, so every string in it has been escaped. */
export class Html {
  readonly #markup: string

  constructor(markup: string, { by }: { by: typeof made }) {
    if (by !== made) throw new Error('only html`…` makes markup')
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

const made = Symbol('made by html')

/** What may stand in a template; nothing is shown for undefined and false. */
export type Part = Html | string | number | false | undefined | readonly Part[]

/**
 * A tagged template: what stands between its braces is escaped, for text and for attributes in
 * quotes. It is no place for a URL from elsewhere, nor for what stands in a script or a style.
 */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = literals.slice(1).reduce((before, literal, at) => {
    return `${before}${markupOf(parts[at])}${literal}`
  }, literals[0]!)
  return new Html(markup, { by: made })
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.toString()
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return part.map(markupOf).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
