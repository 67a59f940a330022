// Small things that many pages show.
import { foreign, short } from './foreign.ts'
import { type Html, html, type Part } from './html.ts'

/** A moment in UTC: to the second, or with milliseconds in its title. */
export function time(at: string): Html {
  return html`<time datetime="${at}" title="${at}">${at.slice(0, 19).replace('T', ' ')}</time>`
}

/** Terms and their values, without those that are absent. */
export function facts(rows: readonly [term: string, value: Part][]): Html {
  const present = rows.filter(([, value]) => value !== undefined && value !== false)
  return html`<dl>${present.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** Foreign text, or nothing. */
export function given(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : foreign(text)
}

/** A table that scrolls inside itself where the screen is narrow, by keyboard too. */
export function table(name: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`
}

export function cell(text: string | undefined): Html {
  return html`<td><bdi>${text === undefined ? '' : short(text, 48)}</bdi></td>`
}

/** A status or an outcome, in its own words and with a colour. */
export function mark(word: string): Html {
  return html`<span class="mark ${word}">${word}</span>`
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`
  if (size < 1e6) return `${(size / 1e3).toFixed(1)} kB`
  return size < 1e9 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e9).toFixed(1)} GB`
}

/** A way that goes on in time, in the two units that matter. */
export function duration(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  const whole = Math.max(0, Math.floor(seconds))
  const first = units.findIndex(([length]) => whole >= length)
  if (first < 0) return '0 s'
  const shown = units.slice(first, first + 2).map(([length, name], at) => {
    const within = at === 0 ? whole : whole % units[first]![0]
    return [Math.floor(within / length), name] as const
  })
  return shown
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' ')
}

/** A company by its name, if it has one. */
export function nameOf({ id, name }: { id: string; name?: string }): string {
  return name ?? id
}

/** To the page of a document, by its number. */
export function linkTo({ id, number }: { id: string; number?: string }): Html {
  return html`<a href="/console/documents/${id}"><bdi>${short(number ?? id, 48)}</bdi></a>`
}

/** A field that takes one of these values, the first one unless another is `chosen`. */
export function select(
  name: string,
  label: string,
  values: readonly string[],
  chosen?: string,
): Html {
  return html`<label>${label} <select name="${name}">${values.map(
    (value) => html`<option${value === chosen && html` selected`}>${value}</option>`,
  )}</select></label>`
}

/** A box to tick: the field has the value `yes` then. */
export function choice(name: string, label: string, isChosen = false): Html {
  return html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${
    isChosen && html` checked`
  }> ${label}</label>`
}
