// What the validation found, a sentence for each finding; below it where, and the rule.
import type { ReportedFinding } from '../../core/validate.ts'
import { table } from '../components/table.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code } from '../show.ts'
import { findingWords } from '../words/document-page.ts'
import { otherBadge } from '../words/other-states.ts'

const shownMax = 100

/** `more` says where those are that there is no room for. */
export function findingsTable(
  findings: readonly ReportedFinding[],
  more: (count: number) => string = findingWords.left,
): Html {
  const left = findings.length - shownMax
  return html`${table(
    findingWords.title,
    [{ head: findingWords.wrong, as: 'wide' }, findingWords.severity],
    findings.slice(0, shownMax).map(({ severity, rule, message, ...at }) => [
      html`${foreign(message)}
<p class="hint">${foreign(locationOf(at))} ${code(rule)}</p>`,
      otherBadge(severity),
    ]),
  )}
${left > 0 && html`<p>${more(left)}</p>`}`
}

function locationOf({ pointer, xpath, line }: Partial<ReportedFinding>): string {
  return pointer ?? xpath ?? (line === undefined ? '' : findingWords.line(line))
}
