// Message Level Status 1.0: what we tell another access point about a document that it sent us.
import { trimSpace } from '../xml/index.ts'
import { endpointPart, responsePart } from './application-response.ts'
import { checkRule, isBlank, isDatable, isIdentifier } from './checks.ts'
import { customizationIds, mlsProcess } from './identifiers.ts'
import { isServiceProviderId, serviceProviderScheme } from './service-provider.ts'
import { type Part, writeXml } from './write-xml.ts'

/** Accepted (handed over and confirmed), acknowledged (handed over), rejected. */
export type MlsCode = 'AP' | 'AB' | 'RE'

export type MlsIssue = {
  /** Where in the document, as an XPath; `NA` when it is nowhere in particular. */
  line: string
  text: string
  /** A rule broken (BV) or bent (BW), failed delivery (FD), wrong syntax (SV). */
  reason: 'BV' | 'BW' | 'FD' | 'SV'
}

export type Mls = {
  id: string
  issuedAt: Date
  /** Identifiers of the service providers, without their scheme: who received, and who sent. */
  sender: string
  receiver: string
  code: MlsCode
  /** Required for RE. */
  description?: string | undefined
  /** The SBDH instance identifier of the document that this is about. */
  documentId: string
  /** RE needs one that is not BW; AP and AB may only have BW. */
  issues: readonly MlsIssue[]
}

/**
 * UTF-8 from the root's '<' to its closing '>'; some 0.3 ms for each issue. Throws an Error that
 * begins with the rule (SCH-MLS-…) when the status would break it; characters of texts that XML
 * forbids are replaced.
 */
export function buildMls(mls: Mls): Buffer {
  checkHeader(mls)
  checkMlsContent(mls)
  const header = {
    customizationId: customizationIds.mls,
    profileId: mlsProcess.value,
    id: trimSpace(mls.id),
    issuedAt: mls.issuedAt,
  }
  return writeXml(
    responsePart(header, [
      ['cac:SenderParty', [endpointPart(serviceProviderScheme, mls.sender)]],
      ['cac:ReceiverParty', [endpointPart(serviceProviderScheme, mls.receiver)]],
      [
        'cac:DocumentResponse',
        [
          ['cac:Response', [['cbc:ResponseCode', mls.code], descriptionPart(mls.description)]],
          ['cac:DocumentReference', [['cbc:ID', trimSpace(mls.documentId)]]],
          ...mls.issues.map(issuePart),
        ],
      ],
    ]),
  )
}

function issuePart({ line, text, reason }: MlsIssue): Part {
  return [
    'cac:LineResponse',
    [
      ['cac:LineReference', [['cbc:LineID', trimSpace(line)]]],
      ['cac:Response', [descriptionPart(text), ['cac:Status', [['cbc:StatusReasonCode', reason]]]]],
    ],
  ]
}

function descriptionPart(text: string | undefined): Part | undefined {
  return text === undefined || isBlank(text) ? undefined : ['cbc:Description', trimSpace(text)]
}

function checkHeader({ id, issuedAt, sender, receiver }: Mls): void {
  check('03', isIdentifier(id), 'a status needs an identifier, in characters of XML')
  check('04', isDatable(issuedAt), 'a status needs a date of issue')
  check('08', !isBlank(sender), 'the sending service provider is missing')
  check('09', isServiceProviderId(sender), `'${sender}' does not identify a service provider`)
  check('13', !isBlank(receiver), 'the receiving service provider is missing')
  check('14', isServiceProviderId(receiver), `'${receiver}' does not identify a service provider`)
}

/** Throws RuleBroken for what a status may not say, between any two service providers. */
export function checkMlsContent(mls: Omit<Mls, 'id' | 'issuedAt' | 'sender' | 'receiver'>): void {
  checkResponse(mls)
  for (const issue of mls.issues) checkIssue(issue)
}

function checkResponse({
  code,
  description = '',
  documentId,
  issues,
}: Pick<Mls, 'code' | 'description' | 'documentId' | 'issues'>): void {
  const isRejected = code === 'RE'
  const failures = issues.filter(({ reason }) => reason !== 'BW')
  check('19', ['AP', 'AB', 'RE'].includes(code), `the response code is '${code}'`)
  check('21', !isRejected || !isBlank(description), 'a rejection needs a description')
  check('23', !isRejected || issues.length > 0, 'a rejection needs an issue')
  check('24', !isRejected || failures.length > 0, 'a rejection needs more than warnings')
  check('25', isRejected || failures.length === 0, `${code} may come with warnings only`)
  check('26', isIdentifier(documentId), 'the document needs an identifier, in characters of XML')
}

function checkIssue({ line, text, reason }: MlsIssue): void {
  check('27', !isBlank(line), 'an issue needs a place, or NA')
  check('29', !isBlank(text), 'an issue needs a description')
  check('31', ['BV', 'BW', 'FD', 'SV'].includes(reason), `the reason of an issue is '${reason}'`)
}

function check(number: string, holds: boolean, fault: string): void {
  checkRule(`SCH-MLS-${number}`, holds, fault)
}
