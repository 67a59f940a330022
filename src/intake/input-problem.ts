// Turns what zod finds wrong with a request into problems of our own: where (an RFC 6901 pointer
// into the caller's JSON, and the same in words), what is wrong, and what to write instead.
import type { z } from 'zod'
import { heard, NumberLiteral, shown, shownName, shownPlace } from '../billing/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../problem.ts'

type Issue = z.core.$ZodIssue
type Path = PropertyKey[]
export type HttpPart = 'body' | 'params' | 'querystring' | 'headers'

/** The maximum number of faults reported for one request. */
const faultsReportedMax = 100

/** Reports every fault at once (the first hundred); the problem's own code is that of the first. */
export function inputProblem(
  part: HttpPart,
  { issues }: Pick<z.ZodError, 'issues'>,
  input: unknown,
): Problem {
  // Cut first: a body can have as many faults as it has values, and only the reported ones
  // are worth examining.
  const cut = issues
    .slice(0, faultsReportedMax)
    .filter((issue, at) => !isMeasureOfAnother(issue, issues[at - 1]))
  const reported = cut.flatMap((issue) => flatten(issue, [])).slice(0, faultsReportedMax)
  const sane = part === 'body' ? numbersAreNoObjects(reported, input) : reported
  const errors = withoutReplaced(sane, input).map((issue) => toDetail(part, issue, input))
  const [first] = errors
  const detail =
    errors.length === 1 ? first?.message : `${errors.length} faults; the first: ${first?.message}`
  return new Problem(first?.code ?? 'request.invalid-field', {
    ...(detail ? { detail } : {}),
    errors,
  })
}

type Reported = { path: Path; words: string; expected?: string; unknown: boolean; rule?: string }

// One fault per unknown name; for a union, the faults of the branch that came nearest.
function flatten(issue: Issue, parent: Path): Reported[] {
  const path = [...parent, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    // The message has a line for each name.
    const lines = issue.message.split('\n')
    return issue.keys
      .slice(0, faultsReportedMax)
      .map((key, index) => ({ path: [...path, key], ...heard(lines[index] ?? ''), unknown: true }))
  }
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((issues) => issues.some(({ path }) => path.length > 0))
    if (nearest) return nearest.flatMap((inner) => flatten(inner, path))
  }
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined
  // NumberLiteral is an internal name.
  const message = issue.message.replace('received NumberLiteral', 'received number')
  return [
    {
      path,
      ...heard(message),
      unknown: false,
      ...(typeof rule === 'string' ? { rule } : {}),
    },
  ]
}

// To zod a number is an object, because it keeps its digits. A fault found inside it means that a
// number is where an object should be, and that of its only "field" says so.
function numbersAreNoObjects(reported: Reported[], input: unknown): Reported[] {
  const sane = new Map<string, Reported>()
  for (const one of reported) {
    const depth = one.path.findIndex(
      (_, index) => valueAt(input, one.path.slice(0, index)) instanceof NumberLiteral,
    )
    const path = depth < 0 ? one.path : one.path.slice(0, depth)
    if (depth < 0) sane.set(`${toPointer(path)} ${one.words}`, one)
    else if (one.unknown || !sane.has(toPointer(path)))
      sane.set(toPointer(path), { ...one, path, unknown: false })
  }
  return [...sane.values()]
}

/** Zod also measures what is not of its type: the string in place of a list. */
function isMeasureOfAnother({ code, path }: Issue, before: Issue | undefined): boolean {
  const isMeasure = code === 'too_big' || code === 'too_small'
  const isAnother = before?.code === 'invalid_type' && toPointer(before.path) === toPointer(path)
  return isMeasure && isAnother
}

/** A field under another name is not missing: the fault of that name says what to write. */
function withoutReplaced(reported: Reported[], input: unknown): Reported[] {
  // For `address.country` the address is what would be missing.
  const meant = ({ path, expected = '' }: Reported) =>
    toPointer([...path.slice(0, -1), expected.split(/[.[]/, 1)[0]!])
  const replaced = new Set(reported.filter(({ unknown }) => unknown).map(meant))
  return reported.filter(
    ({ path }) => valueAt(input, path) !== undefined || !replaced.has(toPointer(path)),
  )
}

function toDetail(
  part: HttpPart,
  { path, words, expected, unknown, rule }: Reported,
  input: unknown,
): ProblemDetail & { code: ProblemCode } {
  const value = part === 'querystring' ? parameterAt(input, path) : valueAt(input, path)
  const isTwice = part === 'querystring' && Array.isArray(value)
  return {
    ...(part === 'body' ? { pointer: toPointer(path) } : {}),
    code: codeOf(part, unknown, value),
    ...(rule ? { rule } : {}),
    ...(part === 'body' ? { severity: 'error' as const } : {}),
    message: sentence(placeIn(part, path), isTwice ? onceOnly : words, value),
    ...(unknown || value === undefined ? {} : { value: textOf(value) }),
    ...(expected === undefined ? {} : { expected }),
  }
}

const onceOnly = 'appears more than once: write it once'

/** A repeatable parameter that came once is no list yet. */
function parameterAt(input: unknown, path: Path): unknown {
  return valueAt(input, path) ?? valueAt(input, path.slice(0, 1))
}

function codeOf(part: HttpPart, unknown: boolean, value: unknown): ProblemCode {
  if (part === 'headers') return 'request.header-invalid'
  if (part === 'params') return 'request.not-found'
  if (unknown) return part === 'body' ? 'request.unknown-field' : 'request.unknown-parameter'
  const isMissing = part === 'body' && value === undefined
  return isMissing ? 'request.missing-field' : 'request.invalid-field'
}

/** The model continues a sentence; other schemas say what a value must be. */
function sentence(place: string, words: string, value: unknown): string {
  if (!words.startsWith('must ')) return /^[a-z]/.test(words) ? `${place} ${words}` : words
  return value === undefined
    ? `${place} is missing: it ${words}`
    : `${place} is ${shown(value)}: it ${words}`
}

function placeIn(part: HttpPart, path: Path): string {
  if (part === 'headers') return `The header ${path.map(String).join()}`
  if (part === 'params') return `The ${path.map(String).join()} in the path`
  if (part === 'querystring')
    return path.length === 0 ? 'The query' : `The query parameter ${shownName(String(path[0]))}`
  return path.length === 0 ? 'The body' : shownPlace(path)
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

/** What came, cut; of a group or a list only which of the two it is. */
function textOf(value: unknown): string {
  if (value instanceof NumberLiteral) return value.value
  if (typeof value !== 'object' || value === null) return clip(String(value))
  return Array.isArray(value) ? '[…]' : '{…}'
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
