// A table whose rows are cards on a narrow screen, where each value has its head beside it.
import { type Html, html, type Part } from '../html.ts'
import { frameWords } from '../words/frame.ts'

type Place = 'title' | 'amount' | 'figure' | 'wide' | 'state' | 'when'
export type Column = string | { head: string; as: Place }

/** The first cell is the head of its row. */
export function table(
  name: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Html {
  return around(name, 'plain', columns, rows)
}

/**
 * Rows that lead somewhere: the link in the first cell is as large as the row. The script looks for
 * news of them.
 */
export function linkedTable(
  name: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Html {
  return around(name, 'linked', columns, rows)
}

function around(
  name: string,
  form: 'plain' | 'linked',
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Html {
  const heads = columns.map((one) => (typeof one === 'string' ? { head: one } : one))
  return html`<div class="table" role="group" aria-label="${name}" tabindex="0">
<table class="${form}" aria-label="${name}">
<thead><tr>${heads.map(
    (one) =>
      html`<th scope="col"${classOf(one)}>${
        one.head || html`<span class="unseen">${frameWords.whatCanBeDone}</span>`
      }</th>`,
  )}</tr></thead>
<tbody${form === 'linked' && html` data-rows="${name}"`}>${rows.map(
    (cells) => html`<tr>${cells.map((cell, at) => cellOf(heads[at]!, cell, at === 0))}</tr>
`,
  )}</tbody></table></div>`
}

type Head = { head: string; as?: Place }

function cellOf(column: Head, cell: Part, isHead: boolean): Html {
  if (isHead) return html`<th scope="row"${classOf(column)}>${cell}</th>`
  return html`<td data-head="${column.head}"${classOf(column)}>${cell}</td>`
}

function classOf({ as }: Head): Html | undefined {
  return as && html` class="as-${as}"`
}
