import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { isSignatureValid, localKeys, parseSignature, sha256 } from '../../src/crypto/index.ts'
import type { Service } from '../../src/peppol/index.ts'
import { formatIdentifier, parseParticipant } from '../../src/peppol/index.ts'
import { defaultServices, directoryOf } from '../../src/sandbox/participants.ts'
import { makePki } from '../../src/sandbox/pki.ts'
import { type Smp, smpAnswer } from '../../src/sandbox/smp.ts'
import {
  attributeOf,
  canonicalize,
  child,
  children,
  descend,
  parseXml,
  textOf,
} from '../../src/xml/index.ts'

const [invoice] = defaultServices() as readonly [Service]
const participant = parseParticipant('0088:7300010000001')
const encode = (text: string) => encodeURIComponent(text)
const documentType = encode(formatIdentifier(invoice.documentType))
const path = `/${encode(formatIdentifier(participant))}/services/${documentType}`

let smp: Smp

beforeAll(async () => {
  const pki = await makePki(new Date(), ['root', 'smp-ca', 'smp'])
  smp = {
    url: 'http://smp.test',
    keys: localKeys(pki.smp),
    directory: directoryOf(({ value }) =>
      value === participant.value ? defaultServices() : undefined,
    ),
    endpoint: { url: 'http://ap.test/as4?a=1&b=2', certificate: pki.smp.certificate },
  }
})

describe('service metadata', () => {
  it('names endpoint, certificate and every process of the document type', async () => {
    const { status, contentType, body } = await smpAnswer(path, smp)
    expect([status, contentType]).toEqual([200, 'application/xml;charset=UTF-8'])
    const information = descend(parseXml(body).root, 'ServiceMetadata', 'ServiceInformation')
    const processes = children(descend(information, 'ProcessList')!)
    expect(processes.map((process) => textOf(child(process, 'ProcessIdentifier')!))).toEqual(
      defaultServices()
        .filter(({ documentType }) => documentType.value === invoice.documentType.value)
        .map(({ process }) => process.value),
    )
    const endpoint = descend(processes[0], 'ServiceEndpointList', 'Endpoint')!
    expect(attributeOf(endpoint, 'transportProfile')).toBe('peppol-transport-as4-v2_0')
    expect(textOf(descend(endpoint, 'EndpointReference', 'Address')!)).toBe(
      'http://ap.test/as4?a=1&b=2',
    )
    const certificate = new X509Certificate(
      Buffer.from(textOf(child(endpoint, 'Certificate')!), 'base64'),
    )
    expect(certificate.fingerprint256).toBe(smp.endpoint.certificate.fingerprint256)
  })

  it('carries one valid enveloped signature with inclusive C14N', async () => {
    const { root } = parseXml((await smpAnswer(path, smp)).body)
    const element = child(root, 'Signature')!
    const signature = parseSignature(element)
    expect(signature.canonicalization.algorithm).toBe(
      'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    )
    expect(signature.references).toMatchObject([
      {
        uri: '',
        transforms: [{ algorithm: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature' }],
      },
    ])
    expect(signature.references[0]?.digest).toEqual(
      sha256(canonicalize(root, { mode: 'inclusive', omit: element })),
    )
    expect(isSignatureValid(signature, smp.keys.certificate.publicKey)).toBe(true)
    expect(textOf(descend(element, 'KeyInfo', 'X509Data', 'X509SubjectName')!)).toBe(
      'CN=PSP900001,OU=PEPPOL TEST SMP,O=Fourcorner Sandbox,C=BE',
    )
  })

  it('does not survive a change of its endpoint', async () => {
    const changed = (await smpAnswer(path, smp)).body.toString().replace('ap.test', 'ap.evil')
    const { root } = parseXml(Buffer.from(changed))
    const element = child(root, 'Signature')!
    expect(parseSignature(element).references[0]?.digest).not.toEqual(
      sha256(canonicalize(root, { mode: 'inclusive', omit: element })),
    )
  })
})

describe('the service group', () => {
  it('leads to the metadata of each document type', async () => {
    const { status, body } = await smpAnswer(`/${encode(formatIdentifier(participant))}`, smp)
    expect(status).toBe(200)
    const references = children(child(parseXml(body).root, 'ServiceMetadataReferenceCollection')!)
    const types = new Set(defaultServices().map(({ documentType }) => documentType.value))
    expect(references).toHaveLength(types.size)
    for (const reference of references) {
      const href = attributeOf(reference, 'href') ?? ''
      expect((await smpAnswer(href.slice(smp.url.length), smp)).status).toBe(200)
    }
  })
})

describe('what is not there', () => {
  it.each([
    ['another participant', path.replace('7300010000001', '7300010000018')],
    ['another document type', path.replace('Invoice-2', 'Reminder-2')],
    ['a document type in another case', path.replace('Invoice-2', 'invoice-2')],
    ['the root', '/'],
    ['another resource', path.replace('services', 'service')],
    ['more than there is', `${path}/more`],
    ['services without a document type', path.slice(0, path.indexOf('services') + 9)],
    ['a broken percent-encoding', '/%E0%A4%A'],
    ['no identifier', '/nobody'],
  ])('is answered 404: %s', async (_, wrong) => {
    expect((await smpAnswer(wrong, smp)).status).toBe(404)
  })

  it('is not a participant spelled in upper case: that is the same one', async () => {
    expect(
      (await smpAnswer(path.replace('iso6523-actorid-upis', 'ISO6523-ACTORID-UPIS'), smp)).status,
    ).toBe(200)
  })
})
