// What is wrong with the fields of a form, in the words of the problem that core threw.
import { type Problem, type ProblemCode, problems } from '../problem.ts'
import { plain } from './foreign.ts'

export type FieldErrors = { [name: string]: string | undefined }
export type Fault = { name?: string; message: string }

/** A value that was typed can be put right in its form; any other problem is a page of its own. */
const ofFields: readonly string[] = [
  ...(['request.invalid-field', 'request.missing-field'] as const),
  ...(['participant.id-invalid', 'participant.checksum-failed', 'participant.taken'] as const),
  ...(['participant.receiver-not-allowed', 'registration.limit-reached'] as const),
  ...(['receiver.takes-no-response', 'document.duplicate', 'word.issues-mismatch'] as const),
  ...(['tenant.name-taken', 'participant.registered', 'token.limit-reached'] as const),
  ...(['webhook.url-refused', 'webhook.limit-reached', 'forecast.too-many'] as const),
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

/** What the API says in words of its own. */
const words: Partial<Record<ProblemCode, string>> = {
  'participant.taken': 'It is registered already: a participant has one tenant.',
}

function listOf({ code, detail, errors = [] }: Problem): Fault[] {
  const said = words[code] ?? detail
  if (errors.length === 0) {
    return [{ ...fieldOf(code), message: sentence(said ?? problems[code].title) }]
  }
  return errors.map(({ pointer, message }) => {
    const [, name] = /^\/(\w+)/.exec(pointer ?? '') ?? []
    return {
      ...(name ? { name } : {}),
      message: sentence((errors[1] ? undefined : said) ?? message),
    }
  })
}

/** The field that a problem without a pointer is about; an absent one is no link. */
function fieldOf(code: ProblemCode): { name?: string } {
  if (code === 'tenant.name-taken') return { name: 'name' }
  if (code === 'webhook.url-refused') return { name: 'url' }
  if (code === 'forecast.too-many') return { name: 'on' }
  if (code === 'participant.registered') return { name: 'participants' }
  return code.startsWith('participant.') ? { name: 'participant' } : {}
}

/** `documentTypes[3] is "x"` says where in a body it stands, which a page does not have. */
function sentence(text: string): string {
  const words = plain(text).replace(/^\w+\[\d+\] is /, 'One entry is ')
  const whole = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?:]$/.test(whole) ? whole : `${whole}.`
}
