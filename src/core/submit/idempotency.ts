// One request at a time for an Idempotency-Key, and its answer to all that follow.
import { sha256 } from '../../crypto/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../../problem.ts'
import type { KeyHold, StoredAnswer } from '../../store/index.ts'
import { digestInSlices } from '../../threads/index.ts'
import type { Gateway } from '../gateway.ts'
import type { DocumentRecord } from '../record.ts'
import type { Submission, Submitted } from './submission.ts'

type IdempotencyNeeds = Pick<Gateway, 'store' | 'submission' | 'log' | 'now' | 'newId'>

/**
 * The answer to this key, or that of `work`, which gets the submission with the hold on its key.
 * The hold is renewed while the work takes; if this process dies, another request takes the key
 * over once its lease has run out. When the work fails, the key is free for a corrected request,
 * unless the refusal was stored. Throws Problem `idempotency.key-reused`,
 * `idempotency.in-progress`, or the problem of the first answer.
 */
export async function oncePerKey(
  gateway: IdempotencyNeeds,
  submission: Submission,
  work: (submission: Submission) => Promise<Submitted>,
): Promise<Submitted> {
  const { store, submission: limits, now, newId } = gateway
  const { caller, path, idempotencyKey: key } = submission
  if (!key) return work(submission)
  const keyHold = { tenantId: caller.tenant.id, path, key, holder: newId() }
  const bodySha256 = await requestDigest(submission)
  const until = () => new Date(now().getTime() + limits.idempotencyLeaseMs)
  const state = await store.claimKey({ ...keyHold, bodySha256, now: now(), until: until() })
  if (state.kind === 'answered') return replay(state.answer)
  if (state.kind === 'key-reused') throw keyReused()
  if (state.kind === 'in-progress') throw inProgress()
  const renewal = setInterval(() => {
    store.renewKey({ ...keyHold, until: until() }).catch(warn(gateway, 'renewed'))
  }, limits.idempotencyRenewMs)
  try {
    return await work({ ...submission, keyHold })
  } catch (error) {
    await release(gateway, keyHold)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

async function release(gateway: IdempotencyNeeds, keyHold: KeyHold): Promise<void> {
  await gateway.store.releaseKey(keyHold).catch(warn(gateway, 'released'))
}

// The lease runs out by itself.
function warn({ log }: Pick<IdempotencyNeeds, 'log'>, what: string) {
  return (error: unknown) => log.warn({ err: error }, `an Idempotency-Key could not be ${what}`)
}

/** What is stored of a refusal, to be given again. */
export type Refusal = {
  code: ProblemCode
  detail: string
  errors: ProblemDetail[]
  documentId: string
}

export function refusalProblem({ code, ...members }: Refusal, replayed: boolean): Problem {
  return new Problem(code, { ...members, replayed })
}

export function inProgress(): Problem {
  return new Problem('idempotency.in-progress', {
    detail: 'The first request with this Idempotency-Key has not been answered yet.',
    retryAfterSeconds: 1,
  })
}

function replay({ status, body }: StoredAnswer): Submitted {
  if (status === 202) return { record: body as DocumentRecord, replayed: true }
  throw refusalProblem(body as Refusal, true)
}

function keyReused(): Problem {
  return new Problem('idempotency.key-reused', {
    detail:
      'This Idempotency-Key was used before with another body, query or headers. Use a new key ' +
      'for a new request.',
  })
}

// The query and the headers that change the outcome are part of the request, as its body is.
async function requestDigest(submission: Submission): Promise<Buffer> {
  const { body, options, testOnly, scenario, validation = 'off' } = submission
  const mediaType = body.format === 'json' ? 'application/json' : body.mediaType
  const settings = JSON.stringify([
    ...[Object.entries(options).sort(), testOnly, validation, mediaType],
    ...(body.format === 'file' ? [body.name] : []),
    ...(scenario ? [scenario] : []),
  ])
  const attached = body.format === 'json' ? (body.attached ?? []) : []
  const digests = [sha256(settings), await digestInSlices(body.bytes)]
  for (const file of attached)
    digests.push(
      sha256(JSON.stringify([file.name, file.mediaType])),
      await digestInSlices(file.bytes),
    )
  return sha256(Buffer.concat(digests))
}
