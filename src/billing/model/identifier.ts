// Identifiers: an id and its scheme. As a shorthand, the string `0088:7300010000001` says both.
import { z } from 'zod'
import { type CodeList, codeMeant } from '../codelists/code-list.ts'
import { shown } from '../shown.ts'
import { type About, code, group, metaOf, text } from './field.ts'
import { said } from './said.ts'

export type Identifier = { id: string; scheme?: string | undefined }

export type IdentifierInput = string | Identifier

type Identified = About & {
  name: string
  example: string
  /** Whether a scheme must be given. */
  scheme: 'required' | 'optional'
  /** The list of schemes: EAS or ICD, both of which have four-digit codes. */
  schemes: CodeList
}

// Peppol's full form has the scheme of the scheme in front.
const participantPrefix = 'iso6523-actorid-upis::'
const shortForm = /^(?:iso6523-actorid-upis::)?[0-9]{4}:[\s\S]*\S/

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
      context.addIssue(
        isShort ? { ...inShort(issue), continue: false } : { ...issue, continue: false },
      )
  })
  return schema.meta({
    ...metaOf(field),
    anyOf: [printed(object), { type: 'string', pattern: shortForm.source }],
  }) as unknown as z.ZodType<IdentifierInput, IdentifierInput>
}

function inShort(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const isScheme = issue.path[0] === 'scheme'
  const message = isScheme ? issue.message.replace(/^is /, 'has the scheme ') : issue.message
  return { ...issue, message, path: [] }
}

/** The two parts of an identifier that the model has accepted. */
export function splitIdentifier(input: IdentifierInput): Identifier {
  return typeof input === 'string' ? splitShortForm(input) : input
}

function splitShortForm(value: string): Identifier {
  const at = value.startsWith(participantPrefix) ? participantPrefix.length : 0
  return { id: value.slice(at + 5), scheme: value.slice(at, at + 4) }
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
    { name: `${field.name}Parts`, term: field.term, about: field.about },
    {
      id: idField,
      scheme: field.scheme === 'required' ? schemeField : schemeField.optional(),
    },
    { written: 'identifier', bare: { text: 'id' } },
  )
}

/** Often only the scheme is missing, or it is written in words or without its zeros. */
function shortFormFault({ term, schemes, example }: Identified, value: string): string {
  const [, written = '', id = ''] = /^(.{1,8}):(?=\S)([^:]*)$/.exec(value) ?? []
  const scheme = codeMeant(schemes, written)
  const meant = scheme === undefined || scheme.length !== 4 ? undefined : `${scheme}:${id}`
  const words =
    meant === undefined
      ? `write the scheme and a colon in front, such as "${example}", or { scheme, id }`
      : `write ${shown(meant)}`
  return said(`is ${shown(value)}: ${words} (${term})`, meant)
}

/** The schema of one form; description and term are given once, for both forms. */
function printed(object: z.ZodType): Record<string, unknown> {
  const { $schema, description, 'x-term': _, ...schema } = z.toJSONSchema(object, { io: 'input' })
  return schema
}
