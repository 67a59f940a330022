// The answer to a submission: its record, at once or when the document has come to an end.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { isFinal } from '../../core/status.ts'
import type { Submission, Submitted } from '../../core/submit/submission.ts'
import { submit } from '../../core/submit/submit.ts'
import { waitForChange } from '../../core/tracking/track.ts'
import { waitPreference } from '../headers.ts'
import type { LongPolls } from '../long-polls.ts'

export const submittedHeaders = {
  202: {
    Location: 'Where to follow the document',
    'Idempotency-Replayed': '`true` when the answer was given before',
  },
}

type Call = { request: FastifyRequest; reply: FastifyReply }

type SubmitAndAnswerNeeds = { gateway: Gateway; longPolls: LongPolls }

/** 200 when `Prefer: wait` saw the end, else 202. */
export async function submitAndAnswer(
  needs: SubmitAndAnswerNeeds,
  call: Call,
  submission: Submission,
): Promise<FastifyReply> {
  return answerSubmitted(needs, call, await submit(needs.gateway, submission))
}

/** Like `submitAndAnswer`, for a document that was just submitted. */
export async function answerSubmitted(
  { gateway, longPolls }: SubmitAndAnswerNeeds,
  { request, reply }: Call,
  { record: stored, replayed }: Submitted,
): Promise<FastifyReply> {
  const { caller } = request
  const waitMs = (waitPreference(request.headers.prefer as string | undefined) ?? 0) * 1000
  const known = replayed ? {} : { stored }
  const record =
    waitMs > 0
      ? await longPolls.wait({ request, reply }, waitMs, (waitMs, signal) =>
          waitForChange(gateway, caller, stored.id, { until: 'final', waitMs, signal, ...known }),
        )
      : stored
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  if (waitMs > 0) reply.header('Preference-Applied', `wait=${waitMs / 1000}`)
  reply.header('Location', record.links.status)
  return reply.code(waitMs > 0 && isFinal(record.status) ? 200 : 202).send(record)
}
