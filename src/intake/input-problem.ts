// Turns what zod finds wrong with a request into codes of our own and RFC 6901 pointers into
// the caller's JSON.
import type { z } from 'zod'
import { NumberLiteral } from '../billing/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../problem.ts'

type Issue = z.core.$ZodIssue
type Path = PropertyKey[]
export type HttpPart = 'body' | 'params' | 'querystring' | 'headers'

/** The maximum number of faults reported for one request. */
const faultsReportedMax = 100

/** Reports every fault at once (the first hundred); the problem's own code is that of the first. */
export function inputProblem(
  part: Exclude<HttpPart, 'params'>,
  { issues }: Pick<z.ZodError, 'issues'>,
  input: unknown,
): Problem {
  // Cut first: a body can have as many faults as it has values, and only the reported ones
  // are worth examining.
  const cut = issues.slice(0, faultsReportedMax)
  const reported = cut.flatMap((issue) => flatten(issue, [])).slice(0, faultsReportedMax)
  const sane = part === 'body' ? numbersAreNoObjects(reported, input) : reported
  const errors = sane.map((issue) => toDetail(part, issue, input))
  const [first] = errors
  const detail =
    errors.length === 1 ? first?.message : `${errors.length} faults; the first: ${first?.message}`
  return new Problem(first?.code ?? 'request.invalid-field', {
    ...(detail ? { detail } : {}),
    errors,
  })
}

type Reported = { path: Path; message: string; unknown: boolean; rule?: string }

// One fault per unknown name; for a union, the faults of the branch that came nearest.
function flatten(issue: Issue, parent: Path): Reported[] {
  const path = [...parent, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    // The model writes a line for each name; our other schemas have one sentence for all.
    const lines = issue.message.split('\n')
    return issue.keys.slice(0, faultsReportedMax).map((key, index) => {
      const message = lines[index]?.startsWith('There is no field') ? lines[index] : ''
      return { path: [...path, key], message, unknown: true }
    })
  }
  if (issue.code === 'invalid_union') {
    const nearest =
      issue.errors.find((issues) => issues.some(({ path }) => path.length > 0)) ?? issue.errors[0]
    if (nearest?.length) return nearest.flatMap((inner) => flatten(inner, path))
  }
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined
  // NumberLiteral is an internal name.
  const message = issue.message.replace('received NumberLiteral', 'received number')
  return [{ path, message, unknown: false, ...(typeof rule === 'string' ? { rule } : {}) }]
}

// To zod a number is an object, because it keeps its digits. A fault found inside it means that a
// number is where an object should be.
function numbersAreNoObjects(reported: Reported[], input: unknown): Reported[] {
  const sane = new Map<string, Reported>()
  for (const one of reported) {
    const depth = one.path.findIndex(
      (_, index) => valueAt(input, one.path.slice(0, index)) instanceof NumberLiteral,
    )
    const path = depth < 0 ? one.path : one.path.slice(0, depth)
    const whole =
      depth < 0 ? one : { path, message: 'A number is not allowed here', unknown: false }
    sane.set(depth < 0 ? `${toPointer(path)} ${one.message}` : toPointer(path), whole)
  }
  return [...sane.values()]
}

function toDetail(
  part: HttpPart,
  reported: Reported,
  input: unknown,
): ProblemDetail & { code: ProblemCode } {
  const name = reported.path.map(String).join('.')
  if (part === 'headers')
    return { code: 'request.header-invalid', message: `${name}: ${reported.message}` }
  if (part === 'querystring') {
    return reported.unknown
      ? {
          code: 'request.unknown-parameter',
          message: `There is no parameter '${clip(name)}' here.`,
        }
      : {
          code: 'request.invalid-field',
          message: `The parameter '${reported.path[0]?.toString()}': ${reported.message}`,
        }
  }
  return fieldDetail(reported, valueAt(input, reported.path))
}

function fieldDetail(
  { path, message, unknown, rule }: Reported,
  value: unknown,
): ProblemDetail & { code: ProblemCode } {
  const pointer = toPointer(path)
  if (unknown) {
    const field = clip(String(path.at(-1)))
    return {
      pointer,
      code: 'request.unknown-field',
      severity: 'error',
      message: message || `There is no field '${field}' here.`,
    }
  }
  const shown = scalarText(value)
  return {
    pointer,
    code: value === undefined ? 'request.missing-field' : 'request.invalid-field',
    ...(rule ? { rule } : {}),
    severity: 'error',
    message,
    ...(shown === undefined ? {} : { value: clip(shown) }),
  }
}

/** RFC 6901, section 3: `~` and `/` inside a name are escaped. */
export function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    return holds ? (value as Record<PropertyKey, unknown>)[step] : undefined
  }, input)
}

function scalarText(value: unknown): string | undefined {
  if (value instanceof NumberLiteral) return value.value
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
