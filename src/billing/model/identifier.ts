// Identifiers: an id and its scheme. As a shorthand, the string `0088:7300010000001` says both.
import { z } from 'zod'
import type { CodeList } from '../codelists/index.ts'
import { type About, code, group, metaOf, text } from './field.ts'

export type Identifier = { id: string; scheme?: string | undefined }

export type IdentifierInput = string | Identifier

type Identified = About & {
  example: string
  /** Whether a scheme must be given. */
  scheme: 'required' | 'optional'
  /** The list of schemes: EAS or ICD, both of which have four-digit codes. */
  schemes: CodeList
}

const shortForm = /^[0-9]{4}:[\s\S]*\S/

/** An identifier whose scheme is a four-digit code. */
export function identifier(field: Identified): z.ZodType<IdentifierInput, IdentifierInput> {
  const object = longForm(field)
  const schema = z.unknown().superRefine((value, context) => {
    const isShort = typeof value === 'string'
    if (isShort && !shortForm.test(value)) return context.addIssue(shortFormFault(field, value))
    const issues = object.safeParse(isShort ? splitShortForm(value) : value).error?.issues ?? []
    // Callers of the short form wrote no fields, so a fault in one of them is reported at
    // the string itself.
    for (const issue of issues)
      context.addIssue({ ...issue, path: isShort ? [] : issue.path, continue: false })
  })
  return schema.meta({
    ...metaOf(field),
    anyOf: [printed(object), shortFormPrinted(field)],
  }) as unknown as z.ZodType<IdentifierInput, IdentifierInput>
}

/** The two parts of an identifier that the model has accepted. */
export function splitIdentifier(input: IdentifierInput): Identifier {
  return typeof input === 'string' ? splitShortForm(input) : input
}

function splitShortForm(value: string): Identifier {
  return { id: value.slice(5), scheme: value.slice(0, 4) }
}

function longForm(field: Identified) {
  const { id, scheme } = splitShortForm(field.example)
  const schemeField = code(field.schemes, {
    term: `${field.term}-1`,
    about: `Identification scheme, a four-digit code (${field.schemes.id})`,
    ...(scheme === undefined ? {} : { example: scheme }),
  })
  const idField = text({ term: field.term, about: 'The identifier itself', example: id })
  return group(
    { term: field.term, about: field.about },
    {
      id: idField,
      scheme: field.scheme === 'required' ? schemeField : schemeField.optional(),
    },
  )
}

function shortFormFault({ term }: About, value: string): string {
  const seen = JSON.stringify(value.slice(0, 60))
  return `${term} must be { id, scheme } or a string such as "0088:7300010000001", not ${seen}`
}

function shortFormPrinted({ example }: { example: string }) {
  return { type: 'string', pattern: shortForm.source, examples: [example] }
}

function printed(object: z.ZodType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(object, { io: 'input' })
  return schema
}
