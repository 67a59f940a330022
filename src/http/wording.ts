// Words for what zod finds wrong with a query, a header or a short body. Schemas that know better
// say so themselves; documents have the words of their own model.
import type { z } from 'zod'
import type { HttpPart } from '../intake/index.ts'

const types: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
}

/** Undefined leaves the wording to zod. */
export function wording(part: HttpPart, issue: z.core.$ZodRawIssue): string | undefined {
  if (part === 'querystring' && Array.isArray(issue.input)) return 'must appear here once only'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : undefined
    case 'too_big':
      return issue.origin === 'string' ? `must have at most ${issue.maximum} characters` : undefined
    case 'invalid_format':
      return issue.format === 'uuid'
        ? 'must be an id, such as 01a20102-6ff4-7c27-869e-0a1c812ed1be'
        : undefined
    default:
      return undefined
  }
}
