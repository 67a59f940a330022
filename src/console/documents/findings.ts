// What the validation found, one line for each finding.
import type { ReportedFinding } from '../../core/validate.ts'
import { table } from '../components/table.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code } from '../show.ts'
import { otherBadge } from '../words/other-states.ts'

const shownMax = 100

export function findingsTable(findings: readonly ReportedFinding[]): Html {
  const left = findings.length - shownMax
  return html`${table(
    'Findings',
    ['What is wrong', 'Severity', 'Where', 'Rule'],
    findings
      .slice(0, shownMax)
      .map(({ severity, rule, message, ...at }) => [
        foreign(message),
        otherBadge(severity),
        foreign(locationOf(at)),
        code(rule),
      ]),
  )}
${left > 0 && html`<p>${left} more are in the file findings.json.</p>`}`
}

function locationOf({ pointer, xpath, line }: Partial<ReportedFinding>): string {
  return pointer ?? xpath ?? (line === undefined ? '' : `line ${line}`)
}
