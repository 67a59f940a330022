// Tax data documents: what access points report to a tax authority about an invoice or credit note
// that they exchange.
import { parseXml, type XmlDocument, type XmlElement, XmlError } from '../../xml/index.ts'
import { endpointPart } from '../application-response.ts'
import { checkRule, isDatable, isIdentifier, RuleBroken } from '../checks.ts'
import { isServiceProviderId, serviceProviderScheme } from '../service-provider.ts'
import { type Part, writeXml } from '../write-xml.ts'
import { valueAt } from './copied.ts'
import { emirates } from './emirates.ts'
import type { Regime, TaxDataFacts } from './regime.ts'
import { slovakia } from './slovakia.ts'

const regimes = { ae: emirates, sk: slovakia }

export type RegimeName = keyof typeof regimes

/**
 * UTF-8 from the root's '<' to its closing '>'. `source` is a UBL invoice or credit note as it is
 * stored. Throws RuleBroken, which names a rule of the regime's set (ibr-tdd-…), when it is no XML,
 * or when it, or a fact, lacks what the report must have.
 */
export function buildTaxData(name: RegimeName, source: Uint8Array, facts: TaxDataFacts): Buffer {
  const regime: Regime = regimes[name]
  const document = read(regime, source)
  checkSource(regime, document.root)
  return writeXml([
    'pxs:TaxData',
    [
      ...header(regime, document.root, facts),
      ['pxs:ReportedTransaction', regime.transaction(document, facts)],
    ],
    {
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      'xmlns:cec': 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
      'xmlns:pxs': regime.namespace,
    },
  ])
}

function read({ rules }: Regime, source: Uint8Array): XmlDocument {
  try {
    return parseXml(source, { instructions: 'keep' })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new RuleBroken(rules.source, `it is no XML: ${error.message}`)
  }
}

function checkSource({ rules }: Regime, { local, namespace }: XmlElement): void {
  const isReported =
    ['Invoice', 'CreditNote'].includes(local) &&
    namespace === `urn:oasis:names:specification:ubl:schema:xsd:${local}-2`
  checkRule(rules.source, isReported, `${local} is neither an invoice nor a credit note of UBL`)
}

function header(regime: Regime, root: XmlElement, facts: TaxDataFacts): (Part | undefined)[] {
  const { rules } = regime
  const type = regime.types[facts.type]
  if (type === undefined) throw new Error(`${regime.customizationId} has no type '${facts.type}'`)
  checkRule(rules.time, isDatable(facts.issuedAt), 'IssueDate is no date')
  const [date, time] = regime.clock(facts.issuedAt)
  return [
    ['cbc:CustomizationID', regime.customizationId],
    ['cbc:ProfileID', 'urn:peppol:taxreporting'],
    regime.hasUuid ? ['cbc:UUID', facts.uuid] : undefined,
    ['cbc:IssueDate', date],
    ['cbc:IssueTime', time],
    [regime.typeElement, type],
    ['pxs:DocumentScope', regime.scopeOf(countriesIn(root), facts)],
    ['pxs:ReporterRole', regime.roles[facts.role]],
    authorityPart(regime, facts),
    ['pxs:ReportingParty', [reporterPart(regime, facts)]],
    ['pxs:ReceivingParty', [receiverPart(regime, facts)]],
    ['pxs:ReportersRepresentative', [representativePart(regime, facts)]],
  ]
}

/** A country that is not stated counts as the other one: nothing says that it crosses a border. */
function countriesIn(root: XmlElement): [seller: string, buyer: string] {
  const [seller, buyer] = ['AccountingSupplierParty', 'AccountingCustomerParty'].map((party) =>
    valueAt(root, party, 'Party', 'PostalAddress', 'Country', 'IdentificationCode'),
  ) as [string, string]
  return [seller || buyer, buyer || seller]
}

function authorityPart({ rules }: Regime, { authority }: TaxDataFacts): Part | undefined {
  if (rules.authority === undefined) return undefined
  const { id = '', name } = authority ?? {}
  checkRule(rules.authority, isIdentifier(id), 'the tax authority has no identifier')
  return ['pxs:TaxAuthority', [['cbc:ID', id], name ? ['cbc:Name', name] : undefined]]
}

function reporterPart({ rules }: Regime, { reporter }: TaxDataFacts): Part {
  const [, scheme = '', id = ''] = /^([0-9]{4}):(.+)$/.exec(reporter) ?? []
  checkRule(rules.reporter, isIdentifier(id), `'${reporter}' is not the participant that reports`)
  return endpointPart(scheme, id)
}

function receiverPart({ rules }: Regime, { receiver }: TaxDataFacts): Part {
  const [scheme = '', id = ''] = receiver.split(':')
  const isProvider = scheme === serviceProviderScheme && isServiceProviderId(id)
  checkRule(rules.receiver, isProvider, `'${receiver}' is not a participant of an authority`)
  return endpointPart(scheme, id)
}

function representativePart({ rules }: Regime, { representative }: TaxDataFacts): Part {
  const isOurs = isServiceProviderId(representative)
  checkRule(rules.representative, isOurs, `'${representative}' is not a service provider`)
  return [
    'cac:PartyIdentification',
    [['cbc:ID', representative, { schemeID: serviceProviderScheme }]],
  ]
}
