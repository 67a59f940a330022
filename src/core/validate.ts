// Validates a document and reports in the caller's terms: findings on UBL made from JSON
// point into that JSON.

import { type KindName, totalsRule } from '../billing/index.ts'
import type { ReadDocument, SubmittedBody, SubmittedFile } from '../intake/index.ts'
import { dayDoubts, partyDoubts } from '../intake/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import type { ValidationFacts } from '../store/index.ts'
import type { Asker } from '../threads/index.ts'
import {
  type Finding,
  type Layer,
  type RuleSetUse,
  ValidationUnavailable,
} from '../validation/index.ts'
import { dayOf } from './day.ts'
import type { Gateway, ValidationFloor } from './gateway.ts'
import { timed } from './runtime/metrics.ts'

/** What the caller asks to be checked before a document is accepted. */
export type ValidationMode = ValidationFacts['mode']

export type ReportedFinding = ProblemDetail & {
  layer: Layer
  rule: string
  severity: 'error' | 'warning'
}

/** The answer of `/validate`, also kept as the file `findings` of a document. */
export type ValidationReport = {
  valid: boolean
  findings: ReportedFinding[]
  ruleSets: RuleSetUse[]
}

/** What is checked, how the record names it, and the layers whose faults refuse the document. */
export type Checks = {
  mode: ValidationMode
  layers: 'structure' | 'all'
  refusing: readonly Layer[]
  /** Whether rule sets that contradict those in force are used: a report refuses nothing. */
  withOutdated?: boolean
}

const structural = ['syntax', 'structure'] as const
const everything = [...structural, 'rules'] as const

/**
 * What the caller asks for, raised to what the operator demands of every document; undefined when
 * that is nothing. A floor turns a report into a refusal, as far as the floor goes.
 */
export function checksOf(mode: ValidationMode, floor: ValidationFloor): Checks | undefined {
  if (mode === 'true' || floor === 'rules')
    return { mode: 'true', layers: 'all', refusing: everything }
  if (mode === 'report')
    return {
      ...{ mode, layers: 'all', withOutdated: true },
      refusing: floor === 'schema' ? structural : [],
    }
  if (mode === 'schema' || floor === 'schema')
    return { mode: 'schema', layers: 'structure', refusing: structural }
  return undefined
}

type ValidateOptions = Pick<Checks, 'layers' | 'withOutdated'> & { asker?: Asker | undefined }

type ValidateNeeds = Pick<Gateway, 'intake' | 'validate' | 'now'> & {
  metrics: Pick<Gateway['metrics'], 'validated'>
}

/**
 * Validates what a caller has sent: their XML as received, or the UBL made from their JSON, whose
 * findings then have a pointer as well. Throws Problem `validation.unavailable`.
 */
export async function validateBody(
  { intake, validate, metrics, now }: ValidateNeeds,
  body: SubmittedBody,
  { ubl, layers, withOutdated = false, asker }: ValidateOptions & { ubl?: Buffer },
): Promise<ValidationReport> {
  const bytes = body.format === 'xml' ? body.bytes : ubl
  if (!bytes) throw new Error('JSON is validated as the UBL made from it')
  const judge = () =>
    validate(bytes, {
      ...{ layers, on: now() },
      ...(withOutdated ? { withOutdated } : {}),
      ...(asker ? { asker } : {}),
    })
  const { valid, findings, ruleSets } = await timed(judge, (end, ms) =>
    metrics.validated('error' in end ? 'unavailable' : end.result.valid ? 'valid' : 'invalid', ms),
  ).catch(refuseUnavailable)
  const pointers =
    body.format === 'json' && findings.length > 0
      ? await intake.point(
          findings.map(({ xpath }) => xpath),
          { json: body.bytes, ubl: bytes },
          asker,
        )
      : []
  return {
    valid,
    findings: findings.map((finding, index) => toReported(finding, pointers[index])),
    ruleSets,
  }
}

/**
 * Like validateBody, for a document of any type. One that we have no rules for is not wrong, though
 * for the validator a root that it does not know is a fault of the document. Throws Problem
 * `validation.unavailable`.
 */
export async function validateOther(
  gateway: ValidateNeeds,
  body: SubmittedBody | SubmittedFile,
  options: ValidateOptions,
): Promise<ValidationReport> {
  if (body.format === 'file')
    throw withoutRules(`There are no rules for files; this one is ${body.mediaType}.`)
  const report = await validateBody(gateway, body, options)
  const unknown = report.findings.find(({ rule }) => rule === 'structure.unknown-root')
  if (unknown) throw withoutRules(`There are no rules for ${unknown.value} here.`)
  return report
}

function withoutRules(what: string): Problem {
  return new Problem('validation.unavailable', {
    detail: `${what} Submit it with \`X-Validation: false\`, or have its rules installed.`,
    cause: new ValidationUnavailable(what, { lacksRules: true }),
  })
}

/** Whether a validation failed because there are no rules for such a document. */
export function lacksRules(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : undefined
  return cause instanceof ValidationUnavailable && cause.lacksRules
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof ValidationUnavailable)) throw error
  throw new Problem('validation.unavailable', { detail: `${error.message}.`, cause: error })
}

function toReported(finding: Finding, pointer: string | undefined): ReportedFinding {
  return pointer === undefined ? finding : { ...finding, pointer }
}

/**
 * The verdict on a document that is not submitted. Its findings include amounts that do not add up,
 * which are detected before there is any UBL. Without `kind`, JSON names its own. Throws Problem
 * `validation.unavailable`.
 */
export async function validateOnly(
  gateway: ValidateNeeds,
  body: SubmittedBody,
  asker?: Asker,
  kind?: KindName,
): Promise<ValidationReport> {
  if (body.format === 'xml') return validateXml(gateway, body, asker)
  const day = dayOf(gateway.now())
  const read = await gateway.intake.read(body, { day, kind, asker })
  const { ubl, inconsistencies } = read
  const report = await validateBody(gateway, body, { ubl, layers: 'all', asker })
  const { reported, count } = inconsistencies
  const amounts = reported.map(
    ({ code: _, ...fault }): ReportedFinding => ({ ...fault, layer: 'rules', severity: 'error' }),
  )
  if (count > reported.length) amounts.push(unlisted(count - reported.length))
  const valid = report.valid && amounts.length === 0
  const findings = [...amounts, ...doubtsIn(gateway, read, 'json'), ...report.findings]
  return { valid, findings, ruleSets: report.ruleSets }
}

/** What cannot be read has findings enough. */
async function validateXml(
  gateway: ValidateNeeds,
  body: Extract<SubmittedBody, { format: 'xml' }>,
  asker: Asker | undefined,
): Promise<ValidationReport> {
  const report = await validateBody(gateway, body, { layers: 'all', asker })
  const read = await gateway.intake.readAny(body.bytes, asker).catch(unlessTransient)
  if (!read || !('summary' in read)) return report
  return { ...report, findings: [...doubtsIn(gateway, read, 'xml'), ...report.findings] }
}

function unlessTransient(error: unknown): undefined {
  if (!(error instanceof Problem) || error.retryable) throw error
}

/** The doubts as findings. The rules say which totals are wrong. */
function doubtsIn(
  { now }: ValidateNeeds,
  read: ReadDocument,
  format: 'json' | 'xml',
): ReportedFinding[] {
  const { doubts } = read
  return [...doubts, ...dayDoubts(read, format, now()), ...partyDoubts(read, format, now())]
    .filter(({ rule }) => rule !== totalsRule)
    .map((doubt): ReportedFinding => ({ ...doubt, layer: 'rules' }))
}

function unlisted(count: number): ReportedFinding {
  const message = `${count} more amounts that do not add up are not listed.`
  return { layer: 'rules', rule: 'findings-not-listed', severity: 'error', message }
}

/** The code of the refusal; undefined when no finding refuses the document. */
export function refusalOf(
  { findings }: ValidationReport,
  { refusing }: Checks,
): 'validation.schema-failed' | 'validation.rules-failed' | undefined {
  const errors = findings.filter(
    ({ severity, layer }) => severity === 'error' && refusing.includes(layer),
  )
  if (errors.length === 0) return undefined
  return errors.some(({ layer }) => layer !== 'rules')
    ? 'validation.schema-failed'
    : 'validation.rules-failed'
}

/** The facts about a validation that the record shows. */
export function factsOf(
  { valid, findings, ruleSets }: ValidationReport,
  { mode }: Checks,
): ValidationFacts {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return {
    mode,
    verdict: valid ? 'valid' : 'invalid',
    errors,
    warnings: findings.length - errors,
    ruleSets,
  }
}
