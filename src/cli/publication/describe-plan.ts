// A plan for a participant, as text.
import type { ParticipantPlan } from '../../core/network/plan-publication.ts'
import type { Elsewhere, Holder } from '../../core/network/registered-elsewhere.ts'
import {
  documentTypeName,
  formatIdentifier,
  parseDocumentType,
  type Step,
} from '../../peppol/index.ts'
import { foreignText } from '../foreign-text.ts'

/** A heading for the participant, and below it each step with its reasons. */
export function describePlan(plan: ParticipantPlan): string {
  const { participant, dns, elsewhere, steps, refusals, notes, unknown, failure } = plan
  const at = dns === undefined ? 'DNS names no SMP' : `DNS names ${dns}`
  const lines = [
    ...steps.flatMap((step) => [stepInWords(step), ...step.reasons.map((one) => `  ${one}`)]),
    ...refusals.flatMap(({ code, documentType, detail }) => [
      `refused: ${code}${documentType ? ` (${typeInWords(documentType)})` : ''}`,
      `  ${detail}`,
    ]),
    ...(elsewhere ? elsewhereInWords(elsewhere) : []),
    ...(failure ? [`not read: ${failure.code}`, `  ${failure.detail}`] : []),
    ...notes.map(({ detail }) => `note: ${detail}`),
    ...unknown.map((type) => `note: the SMP also has ${typeInWords(type)}. It stays.`),
  ]
  const heading = `${participant}  ${verdictOf(plan)}${failure ? '' : `; ${at}`}`
  return [heading, ...lines.map((line) => `  ${line}`)].map(foreignText).join('\n')
}

function elsewhereInWords({ url, accessPoint, publisher, sentence }: Elsewhere): string[] {
  const named = (one: Holder | undefined) =>
    [one?.organisation, one?.country, one?.id].filter(Boolean).join(', ')
  return [
    ...(publisher ? [`its SMP is of: ${named(publisher)}`] : []),
    ...(accessPoint ? [`its access point is: ${named(accessPoint)}, ${url}`] : []),
    `for the customer: ${sentence}`,
  ]
}

function verdictOf({ steps, refusals, failure }: ParticipantPlan): string {
  if (failure) return 'could not be read'
  const counts = [
    [steps.length, 'step'],
    [refusals.length, 'refusal'],
  ] as const
  const said = counts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`)
  return said.join(', ') || 'no difference'
}

function stepInWords(step: Step): string {
  if (step.step === 'wait-for-dns') return 'wait until DNS names the SMP'
  if (step.step === 'create-group')
    return step.inSml
      ? 'create the group in the SMP, and list it in DNS'
      : 'create the group in the SMP alone'
  const verb = step.step === 'put-type' ? 'write' : 'remove'
  return `${verb} ${typeInWords(formatIdentifier(step.documentType))}`
}

function typeInWords(documentType: string): string {
  return `${documentTypeName(parseDocumentType(documentType))}, ${documentType}`
}
