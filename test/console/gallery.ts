// One page that shows every component with its variants: for the tests, and for the picture in
// docs/console/design.md.
import { amount } from '../../src/console/components/amount.ts'
import { badge, tag } from '../../src/console/components/badge.ts'
import { button, linkButton, looks } from '../../src/console/components/button.ts'
import { banner, callout } from '../../src/console/components/callout.ts'
import { chips, choices } from '../../src/console/components/chips.ts'
import { disclosure } from '../../src/console/components/disclosure.ts'
import { facts, figures } from '../../src/console/components/facts.ts'
import {
  checkFields,
  errorSummary,
  fileField,
  form,
  longTextField,
  radioField,
  selectField,
  textField,
} from '../../src/console/components/field.ts'
import { header } from '../../src/console/components/header.ts'
import { icon, iconNames } from '../../src/console/components/icon.ts'
import {
  emptyList,
  emptyUnderFilters,
  failedList,
} from '../../src/console/components/list-state.ts'
import { marked } from '../../src/console/components/marked.ts'
import { nav } from '../../src/console/components/nav.ts'
import { pager, position } from '../../src/console/components/pager.ts'
import { participant, participantName } from '../../src/console/components/participant.ts'
import { plot } from '../../src/console/components/plot.ts'
import { questionForm } from '../../src/console/components/question.ts'
import { shortId, wholeId } from '../../src/console/components/shown-id.ts'
import { linkedTable, table } from '../../src/console/components/table.ts'
import { day, exactTime, time } from '../../src/console/components/time.ts'
import { timeline } from '../../src/console/components/timeline.ts'
import { type Html, html, type Part } from '../../src/console/html.ts'
import { tones } from '../../src/console/words/tone.ts'

const at = '2026-11-28T11:31:05.123Z'
const id = '01a2241f-65bf-7698-885b-5816f63b9752'
const longName = 'Hafenlogistik Nord GmbH & Co. KG Niederlassung Bremerhaven Überseehafen'
const choice = [
  { value: 'one', label: 'The first', hint: 'It leads to this.' },
  { value: 'two', label: 'The second', hint: 'It leads to that.' },
]

/** Each component with its variants, by its name. */
export const shown: Record<string, Part> = {
  badge: tones.map((tone) => html`${badge({ word: `A state: ${tone}`, tone })} `),
  tag: tag('test'),
  button: html`${looks.map((look) => html`${button({ text: look, look })} `)}
${linkButton({ text: 'A link', href: '#button', icon: 'download' })}`,
  amount: html`<p>${amount({ value: '1234567.89', currency: 'EUR' })}</p>
<p class="large">${amount({ value: '-99.5', currency: 'SEK' })}</p>`,
  id: html`<p>${shortId(id)}</p><p>${wholeId(id)}</p>`,
  participant: html`<p>${participant({ id: '0208:0123456749', name: longName })}</p>
<p>${participant({ id: '0208:0123456749' })}</p>
<p>${participantName({ id: '0208:0123456749', name: 'Bakkerij Ünal' })}</p>`,
  marked: html`<p>${marked('INV-2026-0042', '-0042')}</p>`,
  time: html`<p>${time(at)}</p><p>${exactTime(at)}</p><p>${day('2026-11-28')}</p>`,
  field: form(
    '#field',
    html`${textField({ name: 'plain', label: 'Plain', value: 'A value' })}
${textField({ name: 'hinted', label: 'With a hint', hint: 'Such as this.', isRequired: true })}
${textField({ name: 'wrong', label: 'Wrong', value: 'x', error: 'Write something else.' })}
${longTextField({ name: 'long', label: 'Long', value: 'Two\nlines' })}
${fileField({ name: 'file', label: 'A file', hint: 'Of any size.', accept: '.txt' })}
${selectField({ name: 'select', label: 'One of many', choices: choice, value: 'two' })}
${radioField({ name: 'radio', label: 'One of few', choices: choice, value: 'one' })}
${checkFields({ name: 'checks', label: 'Some of few', choices: choice, chosen: ['two'] })}
${checkFields({
  ...{ name: 'many', label: 'Some of many', isLabelUnseen: true },
  choices: ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => ({ value, label: `Choice ${value}` })),
})}`,
    button({ text: 'Send' }),
  ),
  errors: errorSummary([{ name: 'wrong', message: 'Wrong: write something else.' }]),
  chips: html`${chips([{ label: 'State', value: 'Not delivered', without: '#chips' }], '#chips')}
${choices('Whose', [
  { text: 'Yours', href: '#chips', isHere: true },
  { text: 'All', href: '#chips', isHere: false },
])}`,
  table: html`${linkedTable(
    'Documents',
    [
      { head: 'Number', as: 'title' },
      { head: 'Partner', as: 'wide' },
      { head: 'Amount', as: 'amount' },
      { head: 'State', as: 'state' },
      { head: 'When', as: 'when' },
    ],
    [
      ['INV-2026-0042', 'Klant NV', '1210.00', 'Not delivered'],
      ['0043', longName, '123456789.00', 'Delivered'],
    ].map(([number, name, value, word]) => [
      html`<a href="#table">${number}</a>`,
      participantName({ id: '0208:0123456749', name }, 'klant'),
      amount({ value: value!, currency: 'EUR' }, '1210,00'),
      badge({ word: word!, tone: word === 'Delivered' ? 'good' : 'bad' }),
      time(at),
    ]),
  )}
${table('Facts', ['Step', { head: 'Took', as: 'figure' }], [['DNS', '12 ms']])}
${pager({ newest: '#table', older: '#table' })}
${position({ at: 3, of: 41, isPart: false, newer: '#table', older: '#table' })}`,
  'list states': html`${emptyList('Nothing was sent yet.', { text: 'Check and send', href: '#' })}
${emptyUnderFilters('#list')}
${failedList('The database does not respond.', '#list')}`,
  banner: tones.map((tone) =>
    banner(tone, `Something concerns every page: ${tone}.`, { text: 'See why', href: '#banner' }),
  ),
  callout: tones.map((tone) =>
    callout({
      tone,
      happened: `Something happened: ${tone}.`,
      toDo: html`Do this about it, or <a href="#callout">that</a>.`,
      buttons: html`${button({ text: 'Do it' })}${button({ text: 'Put aside', look: 'quiet' })}`,
    }),
  ),
  facts: html`${facts([
    ['Reference', 'PO 4711'],
    ['Absent', undefined],
  ])}
${figures([
  { name: 'Sent', value: '1 204', beside: '12 % more' },
  { name: 'Delivered', value: '1 199' },
])}`,
  timeline: timeline([
    { at, said: 'Submitted.', by: 'by the shop' },
    { at, said: 'Given up.', more: html`<p class="hint">The certificate has expired.</p>` },
  ]),
  disclosure: html`${disclosure('Folded', 'Its content.')}${disclosure('Open', 'This.', true)}`,
  question: html`${questionForm('#question', {
    consequence: html`<p>It will be sent to Klant NV.</p>`,
    ...{ button: 'Send it', back: '#question' },
  })}
${questionForm('#question', {
  consequence: html`<p>It will be gone.</p>`,
  ...{ button: 'Delete it', destroys: true, back: '#question' },
})}`,
  plot: plot({
    name: 'Delivered today',
    said: '12, at most 9 in an hour',
    bars: [
      { label: '09:00', value: 3, shown: '3' },
      { label: '10:00', value: 0, shown: '0' },
      { label: '11:00', value: 9, shown: '9' },
    ],
  }),
  icon: iconNames.map((name) => html`<span class="hint">${icon(name)} ${name}</span> `),
}

const menu = nav(
  [
    [
      { path: '#home', name: 'Home', icon: 'home' },
      {
        ...{ path: '#sent', name: 'Sent', icon: 'sent' },
        count: { shown: '7', meaning: 'need attention' },
      },
    ],
    [{ path: '#log', name: 'Log', icon: 'log' }],
  ],
  '#sent',
)

export function gallery(stylesheetPath: string, network = 'sandbox'): string {
  const sections = Object.entries(shown).map(([name, parts]): Html => {
    const anchor = name.replace(' ', '-')
    return html`<section class="section" aria-labelledby="${anchor}">
<h2 id="${anchor}">${name}</h2>${parts}</section>`
  })
  const signedIn = { tenant: 'Bakery', token: 'Anna', nav: menu }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Components</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header({ name: 'Fourcorner', network, signedIn })}
<div class="body"><div class="side">${menu}</div>
<main id="content" tabindex="-1"><div class="title"><h1>Components</h1></div>
${sections}</main></div>
</body>
</html>
`.toString()
}
