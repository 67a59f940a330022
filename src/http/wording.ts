// Words for what zod finds wrong with a query, a header or a short body, as the rest of a sentence
// about the value. Schemas that know better say so themselves; documents have the words of their
// own model.
import { z } from 'zod'
import { dayFault, nearestName, said, sameName } from '../billing/index.ts'
import type { HttpPart } from '../intake/index.ts'

const types: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
}

const formats: Record<string, (input: unknown) => string> = {
  uuid: () => 'must be an id, such as 01a20102-6ff4-7c27-869e-0a1c812ed1be',
  date: (input) => dayFault(input, { term: '', about: 'a day as YYYY-MM-DD' }),
}

/** Undefined leaves the wording to zod. */
export function wording(part: HttpPart, issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownName(part, key, namesOf(issue.inst))).join('\n')
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input)
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : undefined
    case 'too_big':
      return issue.origin === 'string' ? `must have at most ${issue.maximum} characters` : undefined
    case 'invalid_format':
      return formats[issue.format]?.(issue.input)
    default:
      return undefined
  }
}

function oneOf(values: readonly string[], input: unknown): string {
  const meant = typeof input === 'string' ? sameName(input, values) : undefined
  return said(
    meant === undefined ? `must be one of ${values.join(', ')}` : `must be ${meant}`,
    meant,
  )
}

/** What other APIs call the parameters and fields of ours. */
const otherNames: Record<string, string> = {
  ...{ page: 'cursor', offset: 'cursor', after: 'cursor', token: 'cursor', start: 'cursor' },
  ...{ pagesize: 'limit', perpage: 'limit', count: 'limit', size: 'limit', top: 'limit' },
  ...{ from: 'createdFrom', since: 'createdFrom', createdafter: 'createdFrom' },
  ...{ to: 'createdTo', until: 'createdTo', createdbefore: 'createdTo' },
  ...{ updatedsince: 'updatedFrom', modifiedsince: 'updatedFrom', updatedafter: 'updatedFrom' },
  ...{ state: 'status', orderby: 'sort', sortby: 'sort', order: 'sort', kind: 'type' },
  ...{ externalid: 'reference', ref: 'reference', client: 'clientId', customerid: 'clientId' },
  ...{ timeout: 'wait', invoicenumber: 'number', lang: 'locale', language: 'locale' },
  ...{ format: 'paper', filename: 'download' },
  ...{ doctype: 'documentTypeId', documenttype: 'documentTypeId', process: 'processId' },
  ...{ event: 'types', events: 'types', eventtypes: 'types', topics: 'types' },
  ...{ endpoint: 'url', callback: 'url', callbackurl: 'url', webhookurl: 'url' },
  ...{ country: 'countryC1', force: 'allowDuplicate', recipient: 'receiver' },
}

/** What submissions take as a header. */
const headers: Record<string, string> = {
  ...{ validate: 'X-Validation: true', validation: 'X-Validation: true' },
  ...{ test: 'X-TestOnly: true', testonly: 'X-TestOnly: true', dryrun: 'X-TestOnly: true' },
  ...{ idempotencykey: 'Idempotency-Key: …', wait: 'Prefer: wait=10', timeout: 'Prefer: wait=10' },
}

function unknownName(part: HttpPart, key: string, names: readonly string[]): string {
  const what = part === 'querystring' ? 'is not a parameter of this call' : 'is not a field'
  const plain = key.length > 40 ? '' : key.toLowerCase().replace(/[^a-z]/g, '')
  const header = part === 'querystring' && names.includes('deadline') ? headers[plain] : undefined
  if (header) return said(`${what}: send the header ${header}`, header)
  const other = otherNames[plain]
  const meant = nearestName(key, names) ?? names.find((name) => name === other)
  return said(`${what}: ${meant === undefined ? 'leave it out' : `write ${meant}`}`, meant)
}

function namesOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
