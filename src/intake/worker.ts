// A thread that reads large documents, one after the other.
import { Problem, type ProblemCode, type ProblemMembers } from '../problem.ts'
import { serve, shared } from '../threads/index.ts'
import { type Given, type Made, type Step, steps } from './steps.ts'

export type WorkerOrder = { [S in Step]: { step: S; given: Given<S> } }[Step]
/**
 * A problem is taken apart, because a message carries neither the class nor the
 * members of an error.
 */
export type WorkerAnswer =
  | { made: Made<Step> }
  | { problem: { code: ProblemCode } & Omit<ProblemMembers, 'cause'> }

serve(answerTo)

function answerTo({ step, given }: WorkerOrder): WorkerAnswer {
  try {
    return {
      made: withSharedBytes((steps[step] as (given: WorkerOrder['given']) => Made<Step>)(given)),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, detail, errors } = error
    return { problem: { code, ...(detail ? { detail } : {}), ...(errors ? { errors } : {}) } }
  }
}

// The resulting UBL goes on to the validation threads.
function withSharedBytes(made: Made<Step>): Made<Step> {
  if (Buffer.isBuffer(made)) return shared(made)
  if ('bytes' in made) return { bytes: shared(made.bytes) }
  return 'ubl' in made ? { ...made, ubl: shared(made.ubl) } : made
}
