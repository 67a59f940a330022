// What is reported in the tests of tax data, and what a report says about a document.
import type { TaxDataFacts } from '../../../src/reporting/index.ts'
import { child, descend, parseXml, type XmlElement } from '../../../src/xml/index.ts'
import { contentOf } from '../../billing/content.ts'

export const facts: TaxDataFacts = {
  ...{ type: 'submit', role: 'sender', isSentOverPeppol: true },
  uuid: '0b7f2f8e-6a53-4a6e-9d6c-2f3b1f9f7a10',
  issuedAt: new Date('2027-01-14T23:30:05Z'),
  reporter: '0235:1987654321',
  receiver: '0242:900000-TAX_AE',
  representative: '900001',
  authority: { id: 'SK', name: 'Authority' },
  transportHeaderId: '11111111-2222-3333-4444-555555555555',
}

/** The summary of the document, one line for each value; none without it. */
export function reportedIn(report: Buffer): string[] {
  const { root, text } = parseXml(report, { instructions: 'keep' })
  const reported = descend(root, 'ReportedTransaction', 'ReportedDocument')
  return reported ? contentOf(withDeclarations(root, text, reported)) : []
}

export function sourceIn(report: Buffer): Buffer | undefined {
  const { root, text } = parseXml(report, { instructions: 'keep' })
  const source = descend(root, 'ReportedTransaction', 'SourceDocument', 'ExtensionContent')
  const document = source && (child(source, 'Invoice') ?? child(source, 'CreditNote'))
  return document && withDeclarations(root, text, document)
}

/** The element as a document of its own, with the namespaces around it. */
function withDeclarations(root: XmlElement, text: string, element: XmlElement): Buffer {
  const own = new Set(element.declarations.map(({ prefix }) => prefix))
  const around = root.declarations
    .filter(({ prefix }) => !own.has(prefix))
    .map(({ prefix, namespace }) => ` xmlns${prefix && `:${prefix}`}="${namespace}"`)
  const name = element.start + 1 + element.name.length
  return Buffer.from(
    text.slice(element.start, name) + around.join('') + text.slice(name, element.end),
  )
}
