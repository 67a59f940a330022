// Reads service metadata (Busdox SMP 1.0 schema). An answer in which a required element does not
// occur exactly once is invalid.
import { attributeOf, children, parseXml, textOf, type XmlElement, XmlError } from '../xml/index.ts'
import type { Identifier } from './identifiers.ts'
import { NetworkError } from './network-error.ts'

export const smpNamespace = 'http://busdox.org/serviceMetadata/publishing/1.0/'
export const identifiersNamespace = 'http://busdox.org/transport/identifiers/1.0/'
export const addressingNamespace = 'http://www.w3.org/2005/08/addressing'

/**
 * Metadata of one document type has some hundred nodes, the list of a few hundred document types
 * some thousand. Both are read before anything in them is trusted.
 */
const nodesMax = 20_000

/** The root element of an answer, if it has this name. */
export function readRoot(body: Uint8Array, local: string, limits = { nodesMax }): XmlElement {
  try {
    const { root } = parseXml(body, limits)
    if (root.local === local && root.namespace === smpNamespace) return root
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause
    throw invalid(`It is not XML as it should be: ${cause.message}.`, cause)
  }
  throw invalid(`It is not ${local}.`)
}

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
