// Writes UBL elements. BIS forbids empty elements (PEPPOL-EN16931-R008), so what has no content is not written.
import { element, escapeText } from '../../xml/index.ts'

/** XML that is ready, or nothing. */
export type Written = string | undefined

/** A `cbc` element with a value. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes?: Record<string, string | undefined>,
): Written {
  return value === undefined || value === ''
    ? undefined
    : element(`cbc:${name}`, attributes, escapeText(value))
}

/** A `cac` element; nothing when nothing is inside. */
export function group(name: string, ...content: Written[]): Written {
  let written = ''
  for (const part of content) if (part !== undefined) written += part
  return written === '' ? undefined : element(`cac:${name}`, undefined, written)
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

/** The `cac` element that holds nothing but an identifier. */
export function reference(name: string, id: string | undefined): Written {
  return group(name, leaf('ID', id))
}

/** Parts that have been written one by one, as one part. */
export function all(parts: Written[]): Written {
  if (parts.length === 0) return undefined
  const written = parts.filter((part) => part !== undefined)
  return written.length === 0 ? undefined : written.join('')
}
