// A text in which what was searched for is marked.
import { type Html, html } from '../html.ts'

/** The whole search wherever it stands, and each of its words at the beginning of a word. */
export function marked(text: string, searched: string | undefined): Html {
  const wanted = searched?.trim() ?? ''
  if (wanted === '') return html`${text}`
  const words = wanted.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== '')
  const pattern = new RegExp(
    [escaped(wanted), ...words.map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}`)].join('|'),
    'giu',
  )
  const found = [...text.matchAll(pattern)]
  let from = 0
  const parts = found.map((one) => {
    const before = text.slice(from, one.index)
    from = one.index + one[0].length
    return html`${before}<mark>${one[0]}</mark>`
  })
  return html`${parts}${text.slice(from)}`
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, (character) => `\\${character}`)
}

/** Whether a search is this amount, however it is written: `1.210,50` is `1210.5`. */
export function isAmount(searched: string | undefined, value: string): boolean {
  const wanted = searched?.trim() ?? ''
  const [, whole = '', fraction = ''] =
    /^(-?[\d .,'\u00a0\u202f]*)[.,](\d{1,3})$/.exec(wanted) ?? []
  return wanted !== '' && whole !== '' && toPlain(whole, fraction) === toPlain(...split(value))
}

function split(value: string): [string, string] {
  const [whole = '', fraction = ''] = value.split('.')
  return [whole, fraction]
}

function toPlain(whole: string, fraction: string): string {
  return `${whole.replace(/[^\d-]/g, '')}.${fraction.replace(/0+$/, '')}`
}
