// A pure model of an SMP and its SML for the planner: what is read of a participant, and what a
// step makes of it, as a real phoss SMP did when it was measured.
import type { X509Certificate } from 'node:crypto'
import {
  type Actual,
  type Identifier,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  planParticipant,
  type Step,
} from '../../../src/peppol/index.ts'
import type {
  PublishedEndpoint,
  PublishedProcess,
  PublishedType,
} from '../../../src/peppol/registrar/published.ts'
import { makeLaboratory, now } from '../laboratory.ts'

const day = 86_400_000
const laboratory = makeLaboratory()
export const at = (days: number) => new Date(now.getTime() + days * day)
const leaf = (from: number, to: number) =>
  laboratory.accessPoint({ from: at(from), to: at(to) }).certificate
export const certificates = {
  own: leaf(-10, 100),
  earlier: leaf(-200, 5),
  expired: leaf(-200, -1),
  early: leaf(1, 200),
  other: leaf(-20, 50),
}

export const smpUrl = 'https://smp.example'
export const ourUrl = 'https://ap.example/as4'
export const participant = parseParticipant('0208:0123456749')
const syntax = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##'
export const invoice = parseDocumentType(
  `${syntax}urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1`,
)
export const pint = parseDocumentType(`${syntax}urn:peppol:pint:billing-1@eu-1*::2.1`)
export const billing = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
export const pintProcess = parseProcess('urn:peppol:bis:billing')

export const wanted = {
  participant,
  services: [{ documentType: invoice, process: billing }],
  endpoint: {
    url: ourUrl,
    formerUrls: ['https://old.example/as4'] as readonly string[],
    certificate: certificates.own,
    description: 'Access point',
    contactUrl: 'https://example.com',
  },
}
export type Wanted = typeof wanted

export const rules = {
  smpHosts: ['smp.example'],
  plainHttpAllowed: false,
  replace: false,
  isTaken: false,
  now,
}

/** An endpoint as a phoss SMP gives it back: lines of 64 characters, dates without fractions. */
export function endpoint(
  change: Partial<PublishedEndpoint> = {},
  of: X509Certificate = certificates.own,
) {
  const date = (text: string) => new Date(text).toISOString().replace('.000', '')
  return {
    transportProfile: 'peppol-transport-as4-v2_0',
    url: ourUrl,
    businessLevelSignature: 'false',
    activatesAt: date(of.validFrom),
    expiresAt: date(of.validTo),
    certificate: of.raw.toString('base64').replace(/.{64}/g, '$&\n'),
    description: 'By hand',
    contactUrl: 'mailto:ap@example.com',
    extensions: [],
    ...change,
  }
}

export const processOf = (
  process: Identifier,
  ...endpoints: PublishedEndpoint[]
): PublishedProcess => ({ process, endpoints, extensions: [] })

export function services(
  documentType: Identifier,
  processes: PublishedProcess[],
  more: { extensions?: string[]; unmodelled?: string[] } = {},
): PublishedType {
  const nothing = { extensions: [], unmodelled: [] }
  return { documentType, kind: 'services', processes, ...nothing, ...more }
}

/** What is read when our SMP has the group, and DNS names it. */
export function here(types: PublishedType[], isOurs = true): Actual {
  const documentTypes = types.map(({ documentType }) => documentType)
  return { dns: smpUrl, group: { isOurs, documentTypes, types } }
}

export const planOf = (
  actual: Actual,
  change: Partial<Wanted> = {},
  otherRules: Partial<typeof rules> = {},
) => planParticipant({ ...wanted, ...change }, actual, { ...rules, ...otherRules })

/** What the SMP and the SML have after a step that was answered. */
export function afterStep(actual: Actual, step: Step): Actual {
  switch (step.step) {
    // The SML lists it in the end; what is there stays.
    case 'wait-for-dns':
      return { ...actual, dns: smpUrl }
    case 'create-group':
      return { dns: smpUrl, group: { isOurs: true, documentTypes: [], types: [] } }
    case 'delete-type':
      throw new Error('nothing is left over here')
    case 'put-type': {
      const { documentType, processes, extensions } = step
      const isOther = (one: Identifier) =>
        one.scheme !== documentType.scheme || one.value !== documentType.value
      const { isOurs, documentTypes, types } = actual.group!
      const written = services(documentType, processes, { extensions })
      return {
        ...actual,
        group: {
          isOurs,
          documentTypes: [...documentTypes.filter(isOther), documentType],
          types: [...types.filter((one) => isOther(one.documentType)), written],
        },
      }
    }
  }
}
