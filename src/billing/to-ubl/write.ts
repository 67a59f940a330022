// Writes UBL elements. BIS forbids empty elements (PEPPOL-EN16931-R008), so elements without
// content are not written.
import { element, escapeText } from '../../xml/index.ts'

/** Finished XML, or nothing. */
export type Written = string | undefined

// The tags of elements without attributes, which nearly all are, by name; names are written in the
// source, so their number is limited. Composing a tag for each element cost a third of all writing.
const basicTags = new Map<string, Tags>()
const aggregateTags = new Map<string, Tags>()
type Tags = { start: string; end: string }

function tagsOf(known: Map<string, Tags>, prefix: 'cac' | 'cbc', name: string): Tags {
  let tags = known.get(name)
  if (tags === undefined) {
    tags = { start: `<${prefix}:${name}>`, end: `</${prefix}:${name}>` }
    known.set(name, tags)
  }
  return tags
}

/** A `cbc` element with a value. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes?: Record<string, string | undefined>,
): Written {
  if (value === undefined || value === '') return undefined
  if (attributes !== undefined) return element(`cbc:${name}`, attributes, escapeText(value))
  const { start, end } = tagsOf(basicTags, 'cbc', name)
  return start + escapeText(value) + end
}

/** A `cac` element; nothing when it would be empty. */
export function group(name: string, ...content: Written[]): Written {
  let written = ''
  for (const part of content) if (part !== undefined) written += part
  if (written === '') return undefined
  const { start, end } = tagsOf(aggregateTags, 'cac', name)
  return start + written + end
}

export function amount(name: string, value: string | undefined, currency: string): Written {
  return leaf(name, value, { currencyID: currency })
}

export function identifier(
  name: string,
  value: { id: string; scheme?: string | undefined } | undefined,
): Written {
  return leaf(name, value?.id, { schemeID: value?.scheme })
}

/** A `cac` element that holds nothing but an identifier. */
export function reference(name: string, id: string | undefined): Written {
  return group(name, leaf('ID', id))
}

/** Parts that were written one by one, as one part. */
export function all(parts: Written[]): Written {
  let written = ''
  for (const part of parts) if (part !== undefined) written += part
  return written === '' ? undefined : written
}
