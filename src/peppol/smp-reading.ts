// Reads service metadata (Busdox SMP 1.0 schema). An answer in which a required element does not
// occur exactly once is invalid.
import { attributeOf, children, textOf, type XmlElement } from '../xml/index.ts'
import type { Identifier } from './identifiers.ts'
import { NetworkError } from './network-error.ts'

export const smpNamespace = 'http://busdox.org/serviceMetadata/publishing/1.0/'
const identifiersNamespace = 'http://busdox.org/transport/identifiers/1.0/'
export const addressingNamespace = 'http://www.w3.org/2005/08/addressing'

export function onlyChild(parent: XmlElement, local: string, namespace = smpNamespace): XmlElement {
  const [found, ...others] = children(parent, local, namespace)
  if (!found || others.length > 0)
    throw invalid(`${parent.local} does not hold exactly one ${local}.`)
  return found
}

/** Trimmed: some SMPs put white space around their values. */
export function onlyText(parent: XmlElement, local: string, namespace = smpNamespace): string {
  return textOf(onlyChild(parent, local, namespace)).trim()
}

export function readIdentifier(parent: XmlElement, local: string): Identifier {
  const element = onlyChild(parent, local, identifiersNamespace)
  return { scheme: attributeOf(element, 'scheme', '')?.trim() ?? '', value: textOf(element).trim() }
}

export function invalid(detail: string, cause?: unknown): NetworkError {
  return new NetworkError('lookup.smp-invalid', `The SMP's answer cannot be used. ${detail}`, {
    cause,
  })
}
