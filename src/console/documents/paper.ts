// The document itself, as a page: the blocks that are printed as PDF, as HTML. Their texts are safe
// to show as they are: what is invisible in them is written as its number.
import type { Block, Cell, Fact, Party, ShownSheet } from '../../core/tracking/print.ts'
import { badge } from '../components/badge.ts'
import { type Html, html } from '../html.ts'
import { counted } from '../show.ts'

/** `whole`: where all of it is, if it is anywhere yet. */
export function paper({ locale, title, blocks, left }: ShownSheet, whole?: string): Html {
  return html`<article class="paper" lang="${locale}" aria-label="${title}">${blocks.map(blockOf)}
${left > 0 && leftOut(left, whole)}</article>`
}

function leftOut(left: number, whole: string | undefined): Html {
  const more = counted(left, 'more line')
  return whole === undefined
    ? html`<p>${more}.</p>`
    : html`<p>${more}: <a href="${whole}">all of it as PDF</a>.</p>`
}

const tones = { good: 'good', fair: 'care', bad: 'bad' } as const

function blockOf(block: Block): Html | undefined {
  switch (block.kind) {
    case 'title':
      return html`<div class="paper-title"><p class="lead"><strong>${block.text}</strong></p>
<p class="quiet-text">${[block.number, ...block.marks].filter(Boolean).join('  ·  ')}</p></div>`
    case 'status':
      return html`<p>${badge({ word: block.text, tone: tones[block.tone] })} ${block.detail}</p>`
    case 'heading':
      return html`<h2 class="paper-heading">${block.text}</h2>`
    case 'facts':
      return factGrid(block.facts)
    case 'list':
      return factList(block.facts)
    case 'parties':
      return html`<div class="paper-parties">${block.parties.map(partyOf)}</div>`
    case 'table':
      return tableOf(block)
    case 'totals':
      return totalsOf(block)
    case 'paragraphs':
      return html`${block.texts.map((text) => html`<p class="as-written">${text}</p>`)}`
    case 'payment':
      return html`${block.means.map(factList)}`
    case 'image':
      return undefined
  }
}

function factGrid(facts: readonly Fact[]): Html | undefined {
  if (facts.length === 0) return undefined
  return html`<dl class="paper-grid">${facts.map(factOf)}</dl>`
}

function factList(facts: readonly Fact[]): Html | undefined {
  if (facts.length === 0) return undefined
  return html`<dl class="paper-list">${facts.map(factOf)}</dl>`
}

function factOf({ label, value }: Fact): Html {
  return html`<div><dt>${label}</dt><dd class="as-written">${value}</dd></div>`
}

function partyOf({ role, name, lines, facts }: Party): Html {
  return html`<div><p class="quiet-text">${role}</p>${name && html`<p><strong>${name}</strong></p>`}
${lines.map((line) => html`<p>${line}</p>`)}${factList(facts)}</div>`
}

function tableOf({ columns, rows }: Extract<Block, { kind: 'table' }>): Html {
  const classOf = (at: number) => columns[at]?.align === 'decimal' && html` class="as-figure"`
  return html`<div class="table"><table>
<thead><tr>${columns.map(
    ({ label }, at) => html`<th scope="col"${classOf(at)}>${label}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (cells) => html`<tr>${cells.map(
      (cell, at) => html`<td data-head="${columns[at]?.label}"${classOf(at)}>${cellOf(cell)}</td>`,
    )}</tr>
`,
  )}</tbody></table></div>`
}

function cellOf({ text, strong, details = [] }: Cell): Html {
  return html`${strong ? html`<strong>${text}</strong>` : text}${details.map(
    (detail) => html`<span class="hint detail">${detail}</span>`,
  )}`
}

function totalsOf({ rows }: Extract<Block, { kind: 'totals' }>): Html {
  return html`<dl class="paper-totals">${rows.map(
    ({ label, amount, currency, strong }) =>
      html`<div${strong && html` class="strong"`}><dt>${
        label
      }</dt><dd>${amount} ${currency}</dd></div>`,
  )}</dl>`
}
