// The verdict of the rules on a submission: the one that its caller or the operator asks for, or,
// in the public networks, a report that nothing asks for and that refuses nothing.
import type { ReadDocument, ReadOther } from '../../intake/index.ts'
import { Problem } from '../../problem.ts'
import { askerFor } from '../access/asker.ts'
import type { Gateway } from '../gateway.ts'
import {
  type Checks,
  checksOf,
  lacksRules,
  type ValidationReport,
  validateBody,
  validateOther,
} from '../validate.ts'
import type { Submission } from './submission.ts'

type JudgeNeeds = Pick<
  Gateway,
  'intake' | 'validate' | 'validationFloor' | 'validationDefault' | 'metrics' | 'callBudget' | 'now'
>

type Read = ReadDocument | ReadOther

/** `warnings`: what a report that nothing asked for has found, or why there is none. */
export type Judged = { checks?: Checks; report?: ValidationReport; warnings: string[] }

/** Throws Problem `validation.unavailable` where a verdict was asked for. */
export async function judge(
  gateway: JudgeNeeds,
  submission: Submission,
  read: Read,
): Promise<Judged> {
  const demanded = demandedChecks(gateway, submission)
  if (!isUnasked(gateway, submission)) return judgeBy(gateway, submission, read, demanded)
  const checks = checksOf('report', gateway.validationFloor)
  try {
    const judged = await judgeBy(gateway, submission, read, checks)
    return { ...judged, warnings: faultsIn(judged.report) }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'validation.unavailable')) throw error
    const judged = await judgeBy(gateway, submission, read, demanded)
    return { ...judged, warnings: [whyNotJudged(error)] }
  }
}

/** What the caller asks for, or the operator demands; undefined when that is nothing. */
export function demandedChecks(
  { validationFloor }: Pick<Gateway, 'validationFloor'>,
  { validation = 'off' }: Submission,
): Checks | undefined {
  return checksOf(validation, validationFloor)
}

function isUnasked(
  { validationDefault, validationFloor }: JudgeNeeds,
  { validation }: Submission,
): boolean {
  return validation === undefined && validationDefault === 'report' && validationFloor !== 'rules'
}

async function judgeBy(
  gateway: JudgeNeeds,
  { body, caller }: Submission,
  read: Read,
  checks: Checks | undefined,
): Promise<Judged> {
  if (!checks) return { warnings: [] }
  const asked = { ...checks, asker: askerFor(gateway, caller) }
  const report =
    body.format === 'file' || !('summary' in read)
      ? await validateOther(gateway, body, asked)
      : await validateBody(gateway, body, { ubl: read.ubl, ...asked })
  return { checks, report, warnings: [] }
}

function faultsIn(report: ValidationReport | undefined): string[] {
  const errors = report?.findings.filter(({ severity }) => severity === 'error') ?? []
  const [first] = errors
  if (!first) return []
  const count = errors.length === 1 ? 'One rule is' : `${errors.length} rules are`
  return [
    `${count} broken${errors.length === 1 ? '' : '; the first'}: ${first.rule}: ${first.message} ` +
      'It was accepted all the same: X-Validation: true refuses such a document.',
  ]
}

function whyNotJudged(error: Problem): string {
  return lacksRules(error)
    ? 'It was not validated: there are no rules for its type here.'
    : `It was not validated: ${error.detail ?? 'the validator does not work now.'}`
}
