// Which media types a caller accepts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/**
 * Throws Problem `request.not-acceptable` unless the caller accepts the media type of the answer.
 * Either way the answer says that it depends on Accept (RFC 9110, 12.5.5).
 */
export function negotiate(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, refusal }: { mediaType: string; refusal: string },
): void {
  reply.header('Vary', 'Accept')
  if (weightOf(request.headers.accept, mediaType) > 0) return
  throw new Problem('request.not-acceptable', { detail: refusal })
}

/**
 * Which of these types the caller likes best, the first of several; the answer says that it depends
 * on Accept. Throws Problem `request.not-acceptable`.
 */
export function choose<Type extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaTypes: readonly Type[],
): Type {
  reply.header('Vary', 'Accept')
  const weights = mediaTypes.map((type) => weightOf(request.headers.accept, type))
  const best = Math.max(...weights)
  if (best > 0) return mediaTypes[weights.indexOf(best)]!
  throw new Problem('request.not-acceptable', {
    detail: `This call returns ${mediaTypes.join(' or ')}.`,
  })
}

/**
 * From 0 to 1. The most specific range that matches a type decides, and a weight of 0 refuses
 * (RFC 9110, 12.4.2 and 12.5.1).
 */
function weightOf(accept: string | undefined, mediaType: string): number {
  const ranges = (accept ?? '*/*').toLowerCase().split(',')
  const wanted = new Map(
    ranges.map((text) => {
      const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
      const weights = parameters.flatMap((parameter) => /^q\s*=\s*(.*)$/.exec(parameter)?.[1] ?? [])
      const weight = Number(weights[0] ?? 1)
      return [range, weight >= 0 && weight <= 1 ? weight : 1]
    }),
  )
  const [type] = mediaType.split('/')
  const nearest = [mediaType, `${type}/*`, '*/*'].find((range) => wanted.has(range))
  return nearest === undefined ? 0 : (wanted.get(nearest) ?? 0)
}
