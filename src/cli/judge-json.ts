// The verdict of `fourcorner validate` on JSON. XML needs none of this, and no time to load it.
import { limits } from '../config/limits.ts'
import { type ReportedFinding, type ValidationReport, validateOnly } from '../core/validate.ts'
import { openIntake } from '../intake/index.ts'
import { Problem } from '../problem.ts'
import { ValidationUnavailable, type Validator } from '../validation/index.ts'

/**
 * The verdict of `POST /api/v1/validate`: amounts that do not add up are findings. Throws
 * ValidationUnavailable.
 */
export async function judgeJson(
  validate: Validator['validate'],
  bytes: Buffer,
  on: Date,
): Promise<ValidationReport> {
  const intake = openIntake(limits.intake)
  const metrics = { validated: () => {} }
  try {
    const gateway = { intake, validate, metrics, now: () => on }
    return await validateOnly(gateway, { format: 'json', bytes })
  } catch (error) {
    const { cause } = error as Error
    if (cause instanceof ValidationUnavailable) throw cause
    if (!(error instanceof Problem)) throw error
    return { valid: false, findings: faultsOf(error), ruleSets: [] }
  } finally {
    await intake.close()
  }
}

/** What is wrong with JSON of which no UBL can be made. */
function faultsOf({ code, detail, message, errors = [] }: Problem): ReportedFinding[] {
  const faults = errors.length > 0 ? errors : [{ message: detail ?? message }]
  return faults.map((fault) => ({
    ...fault,
    ...({ layer: 'syntax', rule: fault.code ?? code, severity: 'error' } as const),
  }))
}
