// A plan for a participant as one value of JSON.
import { formatIdentifier, type Step } from '../../peppol/index.ts'
import type { ParticipantPlan } from './plan-publication.ts'

export type StepEntry = {
  step: Step['step']
  /** Whether the group is listed in DNS as well. */
  inSml?: boolean
  documentType?: string
  reasons: string[]
}

export type PlanEntry = Pick<
  ParticipantPlan,
  'participant' | 'elsewhere' | 'notes' | 'unknown' | 'failure'
> & {
  /** Base URL of the SMP that DNS names. */
  smp?: string
  steps: StepEntry[]
  refusals: { code: string; documentType?: string; detail: string }[]
}

export function toPlanEntry({
  participant,
  dns,
  elsewhere,
  steps,
  refusals,
  notes,
  unknown,
  failure,
}: ParticipantPlan): PlanEntry {
  return {
    participant,
    ...(dns === undefined ? {} : { smp: dns }),
    ...(elsewhere ? { elsewhere } : {}),
    steps: steps.map(toStepEntry),
    ...{ refusals, notes, unknown },
    ...(failure ? { failure } : {}),
  }
}

function toStepEntry(step: Step): StepEntry {
  if (step.step !== 'put-type' && step.step !== 'delete-type') return step
  const { documentType, reasons } = step
  return { step: step.step, documentType: formatIdentifier(documentType), reasons }
}
