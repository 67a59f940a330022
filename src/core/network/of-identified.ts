// A plan creates no participant on a public network whose customer was not identified. What is in
// the SMP already is changed and kept all the same.
import { type IdentificationNeeds, identificationNote, whyNotIdentified } from './identification.ts'

type Said = { code: string; detail: string }

type PlanOfOne = {
  participant: string
  steps: { step: string }[]
  refusals: Said[]
  notes: Said[]
}

export async function ofIdentified<Plan extends PlanOfOne>(
  needs: IdentificationNeeds,
  plan: Plan,
): Promise<Plan> {
  const { participant, steps, notes, refusals } = plan
  const creates = steps.some(({ step }) => step === 'create-group')
  const why = creates ? await whyNotIdentified(needs, participant) : undefined
  if (why) return { ...plan, steps: [], refusals: [...refusals, why] }
  const note = await identificationNote(needs, participant)
  return note ? { ...plan, notes: [...notes, note] } : plan
}
