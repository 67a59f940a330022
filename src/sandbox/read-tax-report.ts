// What a tax authority reads in a report (Tax Data Document): enough to list it, and whether it has
// the structure of its regime and agrees with its envelope.
import {
  formatParticipant,
  type ParsedHeader,
  parseDocumentType,
  rootOfType,
} from '../peppol/index.ts'
import { type MlsIssue, taxRegimes } from '../reporting/index.ts'
import {
  attributeOf,
  descend,
  parseXml,
  textOf,
  trimSpace,
  type XmlElement,
  XmlError,
} from '../xml/index.ts'

export type AuthorityRegime = 'ae' | 'sk'

/** What it says, in its own words; what is missing is absent. */
export type TaxReport = {
  /** S, R, W, D or F. */
  type?: string
  /** `01` or `C2`: the sender's access point reports; `02` or `C3`: the receiver's. */
  role?: string
  /** The participant for whom it is reported. */
  reporter?: string
  /** The SBDH instance identifier of the reported document, where the regime has it. */
  transportHeaderId?: string
  /** It identifies the report, where the regime wants that. */
  uuid?: string
  /** It identifies the reported document. */
  documentUuid?: string
}

type Read = { report: TaxReport; faults: MlsIssue[] }

export function readTaxReport(
  document: Uint8Array,
  regime: AuthorityRegime,
  header: Pick<ParsedHeader, 'sender' | 'receiver'>,
): Read {
  try {
    return readTree(parseXml(document).root, regime, header)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return { report: {}, faults: [{ line: 'NA', text: error.message, reason: 'SV' }] }
  }
}

const transaction = 'ReportedTransaction'

function readTree(
  root: XmlElement,
  regime: AuthorityRegime,
  { sender, receiver }: Pick<ParsedHeader, 'sender' | 'receiver'>,
): Read {
  const valueAt = (...path: string[]): string | undefined => {
    const found = descend(root, ...path)
    return (found && trimSpace(textOf(found))) || undefined
  }
  const partyAt = (name: string): string | undefined => {
    const endpoint = descend(root, name, 'EndpointID')
    const scheme = endpoint && attributeOf(endpoint, 'schemeID', '')
    return scheme && `${scheme}:${trimSpace(textOf(endpoint))}`
  }
  const typeElement = regime === 'ae' ? 'DocumentTypeCode' : 'TaxDataTypeCode'
  const reporter = partyAt('ReportingParty')
  const expected: [element: string, isThere: boolean][] = [
    ['', isRootOf(regime, root)],
    ...['IssueDate', 'IssueTime', typeElement, 'DocumentScope', 'ReporterRole'].map(
      (name): [string, boolean] => [name, valueAt(name) !== undefined],
    ),
    ['ReportingParty/EndpointID', isSame(reporter, formatParticipant(sender))],
    ['ReceivingParty/EndpointID', isSame(partyAt('ReceivingParty'), formatParticipant(receiver))],
    ['ReportersRepresentative', descend(root, 'ReportersRepresentative') !== undefined],
    [transaction, descend(root, transaction) !== undefined],
  ]
  return {
    report: {
      ...member('type', valueAt(typeElement)),
      ...member('role', valueAt('ReporterRole')),
      ...member('reporter', reporter),
      ...member('transportHeaderId', valueAt(transaction, 'TransportHeaderID')),
      ...member('uuid', valueAt('UUID')),
      ...member('documentUuid', valueAt(transaction, 'ReportedDocument', 'UUID')),
    },
    faults: expected.filter(([, isThere]) => !isThere).map(([element]) => faultOf(element)),
  }
}

function isRootOf(regime: AuthorityRegime, { local, namespace }: XmlElement): boolean {
  const stated = rootOfType(parseDocumentType(taxRegimes[regime].documentTypeId))
  return stated?.root === local && stated.namespace === namespace
}

/** Participants are the same in any letters. */
function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

function faultOf(element: string): MlsIssue {
  const line = element === '' ? '/TaxData' : `/TaxData/${element}`
  return { line, text: `${line} is missing, or is another one than it must be`, reason: 'SV' }
}

function member<Name extends keyof TaxReport>(name: Name, value: string | undefined) {
  return value === undefined ? {} : { [name]: value }
}
