// What the validation found, one line for each finding.
import type { ReportedFinding } from '../core/validate.ts'
import { foreign, plain } from './foreign.ts'
import { type Html, html } from './html.ts'
import { mark, table } from './show.ts'

const shownMax = 100

export function findingsSection(findings: readonly ReportedFinding[]): Html {
  const left = findings.length - shownMax
  return html`<h2>Findings</h2>
${table(
  'Findings',
  ['Severity', 'Rule', 'What is wrong', 'Where'],
  findings.slice(0, shownMax).map(
    ({ severity, rule, message, ...at }) => html`<tr><td>${mark(severity)}</td>
<th scope="row"><code><bdi>${plain(rule)}</bdi></code></th><td>${foreign(message)}</td>
<td>${foreign(placeOf(at))}</td></tr>`,
  ),
)}
${left > 0 && html`<p>${left} more are in the file findings.json.</p>`}`
}

function placeOf({ pointer, xpath, line }: Partial<ReportedFinding>): string {
  return pointer ?? xpath ?? (line === undefined ? '' : `line ${line}`)
}
