// The navigation: groups without headings, beside the content or in a menu above it.
import { type Html, html } from '../html.ts'
import { count } from './badge.ts'
import { type IconName, icon } from './icon.ts'

export type NavEntry = {
  path: string
  name: string
  icon: IconName
  /** How many there are that are new or need attention, and which of both it says. */
  count?: { shown: string; meaning: string } | undefined
}

/** `at`: the path of the entry that the page belongs to. */
export function nav(groups: readonly (readonly NavEntry[])[], at: string | undefined): Html {
  return html`<nav aria-label="Console">${groups
    .filter((group) => group.length > 0)
    .map(
      (group) =>
        html`<ul>${group.map(
          (entry) => html`<li><a href="${entry.path}"${
            entry.path === at && html` aria-current="page"`
          }>${icon(entry.icon)}<span>${entry.name}</span>${
            entry.count && count(entry.count.shown, entry.count.meaning)
          }</a></li>
`,
        )}</ul>`,
    )}</nav>`
}
