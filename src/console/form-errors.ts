// What is wrong with the fields of a form, in the words of the problem that core threw.
import { type Problem, problems } from '../problem.ts'
import { plain } from './foreign.ts'

export type FieldErrors = { [name: string]: string | undefined }
export type Fault = { name?: string; message: string }

/** A value that was typed can be put right in its form; any other problem is a page of its own. */
const ofFields: readonly string[] = [
  ...(['request.invalid-field', 'request.missing-field'] as const),
  ...(['participant.id-invalid', 'participant.checksum-failed', 'participant.taken'] as const),
  ...(['participant.receiver-not-allowed', 'registration.limit-reached'] as const),
  ...(['receiver.takes-no-response', 'document.duplicate'] as const),
]

/** Undefined for a problem that is none of what was typed. */
export function faultsOf(
  problem: Problem,
): { errors: FieldErrors; listed: readonly Fault[] } | undefined {
  if (!ofFields.includes(problem.code)) return undefined
  const listed = listOf(problem)
  return {
    listed,
    errors: Object.fromEntries(
      listed.flatMap(({ name, message }) => (name ? [[name, message]] : [])),
    ),
  }
}

function listOf({ code, detail, errors = [] }: Problem): Fault[] {
  if (errors.length === 0) return [{ message: sentence(detail ?? problems[code].title) }]
  return errors.map(({ pointer, message }) => {
    const [, name] = /^\/(\w+)/.exec(pointer ?? '') ?? []
    return {
      ...(name ? { name } : {}),
      message: sentence(errors.length === 1 ? (detail ?? message) : message),
    }
  })
}

function sentence(text: string): string {
  const words = plain(text)
  const whole = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?:]$/.test(whole) ? whole : `${whole}.`
}
