// What a document says about its type: its root element and the identifier of its specification.
import { child, descend, textOf, trimSpace, type XmlElement } from '../../xml/index.ts'
import type { DocumentIdentity } from './document-rules.ts'

/** Documents of UN/CEFACT name their specification in their context, all others at the top. */
const guideline = [
  ...['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'],
]

export function identityOf(root: XmlElement): DocumentIdentity {
  const { namespace, local } = root
  const stated = child(root, 'CustomizationID') ?? descend(root, ...guideline)
  return { namespace, local, customizationId: stated ? trimSpace(textOf(stated)) : '' }
}
