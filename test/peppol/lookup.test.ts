import type { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { algorithms } from '../../src/crypto/index.ts'
import {
  type GetOutcome,
  lookup,
  type NaptrOutcome,
  type NaptrRecord,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  type RevocationOf,
  type Trust,
} from '../../src/peppol/index.ts'
import { child } from '../../src/xml/index.ts'
import {
  type EndpointParts,
  endpoint,
  type Identity,
  information,
  makeLaboratory,
  now,
  processEntry,
  redirect,
  type Signing,
  signed,
  transform,
} from './laboratory.ts'

const laboratory = makeLaboratory()
const elsewhere = makeLaboratory()
const accessPoint = laboratory.accessPoint()
const smp = laboratory.smp()

const participant = parseParticipant('0208:0123456749')
const process = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const wanted = { participant, documentType, process }

const url =
  'https://smp.example/base/iso6523-actorid-upis%3A%3A0208%3A0123456749/services/' +
  'busdox-docid-qns%3A%3Aurn%3Aoasis%3Anames%3Aspecification%3Aubl%3Aschema%3Axsd%3AInvoice-2' +
  '%3A%3AInvoice%23%23' +
  'urn%3Acen.eu%3Aen16931%3A2017%23compliant%23' +
  'urn%3Afdc%3Apeppol.eu%3A2017%3Apoacc%3Abilling%3A3.0%3A%3A2.1'

const naptr = (o: Partial<NaptrRecord> = {}): NaptrRecord => ({
  order: 100,
  preference: 10,
  flags: 'U',
  service: 'Meta:SMP',
  regexp: '!.*!https://smp.example/base/!',
  replacement: '',
  ...o,
})

const records = (...list: Partial<NaptrRecord>[]): NaptrOutcome => ({
  kind: 'records',
  records: list.map(naptr),
})

const answered = (
  status: number,
  body: Uint8Array = Buffer.alloc(0),
  contentType: string | undefined = 'application/xml',
): GetOutcome => ({
  kind: 'answered',
  status,
  contentType,
  body: Buffer.from(body),
})

type Site = Record<string, Buffer | GetOutcome>

/** Looks up with a DNS that returns `dns` and a web that has only `site`. Records the queries. */
function look(o: {
  dns?: NaptrOutcome
  site?: Site
  wanted?: typeof wanted
  trust?: Partial<Trust>
  revocationOf?: RevocationOf
}) {
  const asked: string[] = []
  const trust = { ...laboratory.network.trust, ...o.trust }
  const found = lookup(
    {
      network: { ...laboratory.network, trust },
      now: () => now,
      revocationOf: o.revocationOf ?? (async () => 'good'),
      async resolveNaptr(name) {
        asked.push(name)
        return o.dns ?? records({})
      },
      async get(address) {
        asked.push(address)
        const page = o.site?.[address]
        return page === undefined
          ? answered(404)
          : Buffer.isBuffer(page)
            ? answered(200, page)
            : page
      },
    },
    o.wanted ?? wanted,
  )
  return { found, asked }
}

function content(parts: EndpointParts = {}, o: Partial<typeof wanted> = {}): string {
  const certificate = accessPoint.certificate.raw.toString('base64')
  const entry = processEntry(o.process ?? process, endpoint({ certificate, ...parts }))
  return information(o.participant ?? participant, o.documentType ?? documentType, entry)
}

const metadata = (parts: EndpointParts = {}, signing: Signing = {}, signer: Identity = smp) =>
  signed(content(parts), signer, signing)

const failing = async (o: Parameters<typeof look>[0]) =>
  look(o).found.then(
    () => 'found',
    (error) => error.code,
  )

describe('a lookup that succeeds', () => {
  test('asks DNS, then the SMP, and gives the endpoint', async () => {
    const { found, asked } = look({ site: { [url]: metadata() } })
    const { certificate, smpSigners, smpAnswers, ...rest } = await found
    expect(smpAnswers).toEqual([{ url, body: expect.any(Buffer) }])
    expect(certificate.raw.equals(accessPoint.certificate.raw)).toBe(true)
    expect(smpSigners.map(({ raw }) => raw)).toEqual([smp.certificate.raw])
    expect(rest).toEqual({
      url: 'https://ap.example/as4',
      seatId: 'POP000001',
      smp: 'https://smp.example/base',
    })
    expect(asked).toEqual([
      'hqlnrkedej3xevnxcnqilr5gx4hmdn4lws23cztjymy4mhl3plla.iso6523-actorid-upis.sml.example',
      url,
    ])
  })

  test('takes the participant in another case', async () => {
    const vat = parseParticipant('9930:de123456788')
    const body = signed(content({}, { participant: { ...vat, value: '9930:DE123456788' } }), smp)
    const address = url.replace('0208%3A0123456749', '9930%3Ade123456788')
    const { found } = look({ site: { [address]: body }, wanted: { ...wanted, participant: vat } })
    expect((await found).seatId).toBe('POP000001')
  })

  test.each<[string, Signing]>([
    ['exclusive canonicalisation of SignedInfo', { canonicalization: algorithms.exclusive }],
    [
      'a canonicalisation among the transforms, inclusive',
      { transforms: transform(algorithms.enveloped) + transform(algorithms.inclusive) },
    ],
    [
      'a canonicalisation among the transforms, exclusive',
      {
        transforms: transform(algorithms.enveloped) + transform(algorithms.exclusive),
        mode: 'exclusive',
      },
    ],
  ])('takes a signature with %s', async (_, signing) => {
    expect((await look({ site: { [url]: metadata({}, signing) } }).found).seatId).toBe('POP000001')
  })

  test('takes a certificate with PEM lines and white space', async () => {
    const certificate = `\n  ${accessPoint.certificate.toString()}  `
    expect((await look({ site: { [url]: metadata({ certificate }) } }).found).seatId).toBe(
      'POP000001',
    )
  })

  test('follows one redirect to an SMP that has the certificate it names', async () => {
    const href = 'https://other.example/metadata'
    const other = laboratory.smp({ commonName: 'PSP000002' })
    const uid = 'cn=PSP000002,  O="Laboratory, Inc.", C=BE'
    const site = { [url]: signed(redirect(href, uid), smp), [href]: metadata({}, {}, other) }
    const { found, asked } = look({ site })
    expect((await found).smp).toBe('https://smp.example/base')
    expect(asked.slice(1)).toEqual([url, href])
  })

  test('chooses process, transport profile and time', async () => {
    const certificate = accessPoint.certificate.raw.toString('base64')
    const at = (parts: EndpointParts) => endpoint({ certificate, ...parts })
    const body = signed(
      information(
        participant,
        documentType,
        processEntry(
          { ...process, value: `${process.value}.1` },
          at({ url: 'https://wrong.example/process' }),
        ),
        processEntry(
          process,
          at({ url: 'https://wrong.example/profile', profile: 'busdox-transport-as2-ver1p0' }),
          at({ url: 'https://wrong.example/expired', expiration: '2026-11-21T12:00:00Z' }),
          at({ url: 'https://wrong.example/early', activation: '2026-11-21T13:00:01+01:00' }),
          at({
            url: 'https://right.example/',
            activation: '2026-11-21T13:00:00+01:00',
            expiration: '2026-11-21T12:00:00.001',
          }),
        ),
      ),
      smp,
    )
    expect((await look({ site: { [url]: body } }).found).url).toBe('https://right.example/')
  })
})

describe('what DNS says', () => {
  test.each<[string, string, NaptrOutcome]>([
    ['no such name', 'receiver.not-registered', { kind: 'no-such-name' }],
    ['a name without records', 'receiver.not-registered', records()],
    [
      'records of other services',
      'lookup.record-invalid',
      records({ service: 'Meta:SMPX' }, { flags: 'S' }),
    ],
    ['a failure', 'lookup.dns-failed', { kind: 'failed', detail: 'SERVFAIL' }],
    [
      'a regular expression',
      'lookup.record-invalid',
      records({ regexp: '!^(.*)$!https://\\1.example!' }),
    ],
    [
      'no regular expression',
      'lookup.record-invalid',
      records({ regexp: '', replacement: 'smp.example' }),
    ],
    [
      'a URL of another scheme',
      'lookup.record-invalid',
      records({ regexp: '!.*!file:///etc/passwd!' }),
    ],
    [
      'a URL with a password',
      'lookup.record-invalid',
      records({ regexp: '!.*!https://a:b@smp.example!' }),
    ],
    [
      'a URL with a query',
      'lookup.record-invalid',
      records({ regexp: '!.*!https://smp.example?a!' }),
    ],
    ['no URL', 'lookup.record-invalid', records({ regexp: '!.*!smp.example!' })],
  ])('%s is %s', async (_, code, dns) => {
    expect(await failing({ dns, site: { [url]: metadata() } })).toBe(code)
  })

  test.each([
    '!.*!https://smp.example/base!',
    '!^.*$!https://smp.example/base/!',
    '!.+!https://smp.example/base!',
    '#.*#https://smp.example/base#',
    '!.*!https://smp.example/base!i',
  ])('the record %s is understood', async (regexp) => {
    expect(await failing({ dns: records({ regexp }), site: { [url]: metadata() } })).toBe('found')
  })

  test.each([
    ['with escapes', '/.*/https:\\/\\/smp.example/'],
    ['with a part of the name', '!^B-.*$!https://smp.example/base!'],
    ['with an unknown flag', '!.*!https://smp.example/base!g'],
    ['without its end', '!.*!https://smp.example/base'],
    ['with more behind it', '!.*!https://smp.example/base!i!'],
    ['with something before it', 'x!.*!https://smp.example/base!'],
  ])('a record %s is refused', async (_, regexp) => {
    const dns = records({ regexp })
    expect(await failing({ dns, site: { [url]: metadata() } })).toBe('lookup.record-invalid')
  })

  test('takes the record of lowest order, then lowest preference', async () => {
    const elsewhere = (o: Partial<NaptrRecord>) => ({ ...o, regexp: '!.*!https://wrong.example!' })
    const dns = records(
      elsewhere({ order: 20, preference: 1 }),
      elsewhere({ order: 10, preference: 20 }),
      { order: 10, preference: 10, flags: 'u' },
      elsewhere({ order: 1, preference: 1, service: 'Meta:CSP' }),
    )
    expect(await failing({ dns, site: { [url]: metadata() } })).toBe('found')
  })
})

const manyAttributes = Array.from({ length: 400_000 }, (_, at) => `a${at}="1"`).join(' ')

/** Good metadata with more in it than any SMP has to say. */
function crowded(more: string): Buffer {
  return Buffer.from(
    metadata().toString().replace('<ServiceInformation', `${more}<ServiceInformation`),
  )
}

describe('what the SMP answers', () => {
  const failed = (reason: Extract<GetOutcome, { kind: 'failed' }>['reason']): GetOutcome => ({
    kind: 'failed',
    reason,
    detail: 'it went wrong',
  })

  test.each<[string, string, GetOutcome | Buffer]>([
    ['404', 'receiver.document-type-unsupported', answered(404)],
    ['500', 'lookup.smp-unreachable', answered(500)],
    ['503', 'lookup.smp-unreachable', answered(503)],
    ['429', 'lookup.smp-unreachable', answered(429)],
    ['302', 'lookup.smp-invalid', answered(302)],
    ['400', 'lookup.smp-invalid', answered(400)],
    ['204', 'lookup.smp-invalid', answered(204)],
    ['connect-failed', 'lookup.smp-unreachable', failed('connect-failed')],
    ['tls-failed', 'lookup.smp-unreachable', failed('tls-failed')],
    ['timeout', 'lookup.smp-unreachable', failed('timeout')],
    ['broken', 'lookup.smp-unreachable', failed('broken')],
    ['too-large', 'lookup.smp-invalid', failed('too-large')],
    ['address-refused', 'lookup.smp-invalid', failed('address-refused')],
    ['HTML', 'lookup.smp-invalid', answered(200, metadata(), 'text/html')],
    ['JSON', 'lookup.smp-invalid', answered(200, metadata(), 'application/json; x=text/xml')],
    ['text', 'lookup.smp-invalid', answered(200, metadata(), 'text/plain')],
    ['no XML', 'lookup.smp-invalid', Buffer.from('<html><br></html>')],
    ['130,000 children', 'lookup.smp-invalid', crowded('<a/>'.repeat(130_000))],
    ['5 MB of attributes', 'lookup.smp-invalid', crowded(`<a ${manyAttributes}/>`)],
    ['a DOCTYPE', 'lookup.smp-invalid', Buffer.from(`<!DOCTYPE a>${metadata()}`)],
    ['other XML', 'lookup.smp-invalid', Buffer.from('<SignedServiceMetadata xmlns="urn:other"/>')],
  ])('%s is %s', async (_, code, page) => {
    expect(await failing({ site: { [url]: page } })).toBe(code)
  })

  test.each(['application/xml', 'text/xml;charset=UTF-8', ' Text/XML ; charset=utf-8'])(
    'metadata of the type %s is taken',
    async (contentType) => {
      const page = answered(200, metadata(), contentType)
      expect(await failing({ site: { [url]: page } })).toBe('found')
    },
  )

  test('metadata of no type is taken', async () => {
    const page = { ...answered(200, metadata()), contentType: undefined }
    expect(await failing({ site: { [url]: page } })).toBe('found')
  })

  const upper = { ...documentType, value: documentType.value.replace('billing:3.0', 'Billing:3.0') }
  const certificate = accessPoint.certificate.raw.toString('base64')
  const entry = processEntry(process, endpoint({ certificate }))
  const twice = (text: string, part: RegExp) => text.replace(part, '$&$&')

  test.each<[string, string, string]>([
    [
      'another participant',
      'lookup.smp-invalid',
      content({}, { participant: { ...participant, value: '0208:0987654394' } }),
    ],
    [
      'a participant of another scheme',
      'lookup.smp-invalid',
      content({}, { participant: { ...participant, scheme: 'busdox-actorid-upis' } }),
    ],
    [
      'the document type in another case',
      'lookup.smp-invalid',
      content({}, { documentType: upper }),
    ],
    [
      'the document type under another scheme',
      'lookup.smp-invalid',
      content({}, { documentType: { ...documentType, scheme: 'peppol-doctype-wildcard' } }),
    ],
    [
      'another process',
      'receiver.document-type-unsupported',
      content({}, { process: { ...process, value: process.value.toUpperCase() } }),
    ],
    ['no process', 'receiver.document-type-unsupported', information(participant, documentType)],
    [
      'another transport profile',
      'receiver.document-type-unsupported',
      content({ profile: 'peppol-transport-as4-v1_0' }),
    ],
    [
      'an endpoint that has ended',
      'receiver.document-type-unsupported',
      content({ expiration: '2026-11-21T11:59:59Z' }),
    ],
    ['a date that is none', 'lookup.smp-invalid', content({ activation: 'yesterday' })],
    [
      'an endpoint that is no web address',
      'lookup.smp-invalid',
      content({ url: 'mailto:ap@ap.example' }),
    ],
    ['a certificate that is none', 'lookup.smp-invalid', content({ certificate: 'AAAA' })],
    [
      'two participants',
      'lookup.smp-invalid',
      twice(content(), /<ids:ParticipantIdentifier.*Identifier>/),
    ],
    [
      'two certificates',
      'lookup.smp-invalid',
      twice(content(), /<Certificate>[^<]*<\/Certificate>/),
    ],
    [
      'two kinds of content',
      'lookup.smp-invalid',
      twice(content(), /<ServiceInformation[\s\S]*Information>/),
    ],
    ['two ServiceMetadata', 'lookup.smp-invalid', content() + content()],
    [
      'other content',
      'lookup.smp-invalid',
      `<ServiceMetadata><ServiceGroup>${entry}</ServiceGroup></ServiceMetadata>`,
    ],
    ['nothing', 'lookup.smp-invalid', '<ServiceMetadata/>'],
    [
      'content of another namespace',
      'lookup.smp-invalid',
      content()
        .replace('<ServiceInformation', '<o:ServiceInformation xmlns:o="urn:other"')
        .replace('</ServiceInformation', '</o:ServiceInformation'),
    ],
  ])('metadata with %s is %s', async (_, code, unsigned) => {
    expect(await failing({ site: { [url]: signed(unsigned, smp) } })).toBe(code)
  })
})

describe('the signature', () => {
  const edited = (edit: (text: string) => string) => Buffer.from(edit(metadata().toString()))
  const foreign = elsewhere.smp()
  const xpath =
    '<XPath xmlns:s="http://busdox.org/serviceMetadata/publishing/1.0/' +
    '">not(ancestor-or-self::s:ServiceInformation)</XPath>'
  const xpathAlgorithm = 'http://www.w3.org/TR/1999/REC-xpath-19991116'
  const withComments = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments'
  const signature = /<Signature [\s\S]*<\/Signature>/

  test.each<[string, Buffer]>([
    [
      'over an endpoint that was changed',
      edited((text) => text.replace('ap.example/as4', 'ap.example/as5')),
    ],
    [
      'with a bit of its value flipped',
      edited((text) =>
        text.replace(
          /(<SignatureValue>)(.)/,
          (_, tag, first) => `${tag}${first === 'A' ? 'B' : 'A'}`,
        ),
      ),
    ],
    ['with another digest', edited((text) => text.replace(/(<DigestValue>).{4}/, '$1AAAA'))],
    ['by an SMP of another network', metadata({}, {}, foreign)],
    ['by an access point', metadata({}, {}, accessPoint)],
    [
      'by an SMP whose certificate has expired',
      metadata({}, {}, laboratory.smp({ to: new Date(now.getTime() - 1000) })),
    ],
    [
      'by another key than the certificate has',
      metadata({}, { certificate: smp.certificate }, foreign),
    ],
    [
      'with an XPath transform',
      metadata(
        {},
        { transforms: transform(algorithms.enveloped) + transform(xpathAlgorithm, xpath) },
      ),
    ],
    [
      'with a bare XPath transform',
      metadata({}, { transforms: transform(algorithms.enveloped) + transform(xpathAlgorithm) }),
    ],
    [
      'with three transforms',
      metadata(
        {},
        { transforms: transform(algorithms.enveloped) + transform(algorithms.inclusive).repeat(2) },
      ),
    ],
    [
      'without the enveloped transform',
      metadata({}, { transforms: transform(algorithms.inclusive) }),
    ],
    [
      'that counts comments',
      metadata({}, { transforms: transform(algorithms.enveloped) + transform(withComments) }),
    ],
    [
      'over a sub-element',
      signed(content().replace('<ServiceMetadata', '$& Id="metadata"'), smp, {
        uri: '#metadata',
        covered: (root) => child(root, 'ServiceMetadata')!,
      }),
    ],
    [
      'over a sub-element, told as the whole',
      metadata({}, { covered: (root) => child(root, 'ServiceMetadata')! }),
    ],
    ['over the root by its name', metadata({}, { uri: '#root' })],
    ['with two references, both right', metadata({}, { references: 2 })],
    ['inside the metadata, and right', metadata({}, { after: /<ServiceMetadata>/ })],
    [
      'over another one inside the metadata',
      signed(
        content().replace(
          '</Endpoint>',
          '<Extension><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></Extension>$&',
        ),
        smp,
      ),
    ],
    [
      'whose digest is SHA-1',
      metadata({}, { digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    ],
    ['whose octets are exclusive without saying so', metadata({}, { mode: 'exclusive' })],
    ['that stands twice', edited((text) => text.replace(signature, '$&$&'))],
    [
      'with a second one inside the metadata',
      edited((text) => text.replace('<ServiceDescription>', `${signature.exec(text)?.[0]}$&`)),
    ],
    [
      'inside the metadata',
      edited((text) =>
        text
          .replace(signature, '')
          .replace('<ServiceDescription>', `${signature.exec(text)?.[0]}$&`),
      ),
    ],
    ['that is not there', edited((text) => text.replace(signature, ''))],
    [
      'with two references',
      edited((text) => text.replace(/<Reference [\s\S]*<\/Reference>/, '$&$&')),
    ],
    [
      'without a certificate',
      edited((text) => text.replace(/<X509Certificate>[\s\S]*<\/X509Certificate>/, '')),
    ],
    [
      'whose certificate is none',
      edited((text) => text.replace(/(<X509Certificate>)[^<]*/, '$1AAAA')),
    ],
  ])('%s is refused', async (_, body) => {
    expect(await failing({ site: { [url]: body } })).toBe('lookup.smp-signature-invalid')
  })
})

describe('revocation', () => {
  const [leaf, authority] = [smp.certificate, laboratory.network.trust.smpIssuers[0]!]
  const receiver = accessPoint.certificate
  const site = { [url]: metadata() }
  const failingWith = (about: X509Certificate, found: 'revoked' | 'unknown') =>
    failing({ site, revocationOf: async (one) => (one.raw.equals(about.raw) ? found : 'good') })

  test.each([
    ['the receiver is certificate.revoked', receiver, 'certificate.revoked'],
    ['the SMP is lookup.smp-signature-invalid', leaf, 'lookup.smp-signature-invalid'],
    ["the SMP's authority is that too", authority, 'lookup.smp-signature-invalid'],
  ])('of %s', async (_, about, code) => {
    expect(await failingWith(about, 'revoked')).toBe(code)
    expect(await failingWith(about, 'unknown')).toBe('certificate.revocation-unavailable')
  })

  test('is asked about everyone below the root, of their issuers, and nobody else', async () => {
    const asked: string[] = []
    const nameOf = ({ subject }: X509Certificate) => subject.split('CN=')[1]
    const revocationOf: RevocationOf = async (one, issuer) => {
      asked.push(`${nameOf(one)} of ${nameOf(issuer)}`)
      return 'good'
    }
    await look({ site, revocationOf }).found
    expect(asked).toEqual([
      'PSP000001 of SMP CA',
      'SMP CA of Root',
      'POP000001 of Access Point CA',
      'Access Point CA of Root',
    ])
    asked.length = 0
    const stranger = { [url]: metadata({}, {}, elsewhere.smp()) }
    await expect(look({ site: stranger, revocationOf }).found).rejects.toThrow()
    expect(asked).toEqual([])
  })
})

describe('a redirect', () => {
  const href = 'https://other.example/metadata'
  const to = (address: string, uid: string) => signed(redirect(address, uid), smp)
  const uid = 'CN=PSP000001,O=Laboratory\\, Inc.,C=BE'

  test.each<[string, string, Site]>([
    [
      'to an SMP with another certificate',
      'lookup.smp-signature-invalid',
      { [url]: to(href, 'CN=PSP000002,O=Laboratory\\, Inc.,C=BE'), [href]: metadata() },
    ],
    [
      'without a certificate',
      'lookup.smp-invalid',
      {
        [url]: signed(
          '<ServiceMetadata><Redirect href="https://other.example/"/></ServiceMetadata>',
          smp,
        ),
      },
    ],
    [
      'to a redirect',
      'lookup.smp-invalid',
      { [url]: to(href, uid), [href]: to('https://third.example/', uid) },
    ],
    ['to itself', 'lookup.smp-invalid', { [url]: to(url, uid) }],
    ['to a file', 'lookup.smp-invalid', { [url]: to('file:///etc/passwd', uid) }],
    ['to nothing', 'receiver.document-type-unsupported', { [url]: to(href, uid) }],
    [
      'that is not signed',
      'lookup.smp-signature-invalid',
      { [url]: Buffer.from(to(href, uid).toString().replace('other.example', 'evil.example')) },
    ],
    [
      'to metadata that is not signed',
      'lookup.smp-signature-invalid',
      {
        [url]: to(href, uid),
        [href]: Buffer.from(metadata().toString().replace('ap.example', 'ev.example')),
      },
    ],
    [
      'to where nobody answers',
      'lookup.smp-unreachable',
      { [url]: to(href, uid), [href]: answered(502) },
    ],
  ])('%s is %s', async (_, code, site) => {
    expect(await failing({ site })).toBe(code)
  })

  test('is followed with the same names: the refusals above have their own reasons', async () => {
    expect(await failing({ site: { [url]: to(href, uid), [href]: metadata() } })).toBe('found')
  })
})

describe("the access point's certificate", () => {
  const { accessPoint: make } = laboratory
  test.each<[string, string, Identity]>([
    ['that has expired', 'certificate.expired', make({ to: new Date(now.getTime() - 1000) })],
    [
      'that is not yet valid',
      'certificate.not-yet-valid',
      make({ from: new Date(now.getTime() + 1000) }),
    ],
    ['of an SMP', 'certificate.untrusted', laboratory.smp()],
    ['of another network', 'certificate.untrusted', elsewhere.accessPoint()],
    ['that may not decrypt', 'certificate.untrusted', make({ usages: { digitalSignature: true } })],
    ['without a seat id', 'certificate.seat-mismatch', make({ commonName: 'Access Point' })],
    ['with half a seat id', 'certificate.seat-mismatch', make({ commonName: 'POP0000011' })],
  ])('%s is %s', async (_, code, { certificate }) => {
    const body = metadata({ certificate: certificate.raw.toString('base64') })
    expect(await failing({ site: { [url]: body } })).toBe(code)
  })
})

describe('document types with wildcards', () => {
  const base =
    'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1'
  const pint = parseDocumentType(`${base}@jp-1::2.1`)
  const prefix = url.slice(0, url.indexOf('busdox'))
  const addressOf = (value: string) =>
    prefix + encodeURIComponent(`peppol-doctype-wildcard::${value}`).replaceAll('*', '%2A')
  const candidates = [`${base}@jp-1::2.1`, `${base}@jp-1*::2.1`, `${base}*::2.1`]

  test.each([0, 1, 2])(
    'are asked for in order until one is registered: candidate %i',
    async (index) => {
      const value = candidates[index]!
      const body = signed(
        content({}, { documentType: { scheme: 'peppol-doctype-wildcard', value } }),
        smp,
      )
      const { found, asked } = look({
        site: { [addressOf(value)]: body },
        wanted: { ...wanted, documentType: pint },
      })
      expect((await found).seatId).toBe('POP000001')
      expect(asked.slice(1)).toEqual(candidates.slice(0, index + 1).map(addressOf))
    },
  )

  test('are unsupported when none is registered', async () => {
    expect(await failing({ wanted: { ...wanted, documentType: pint } })).toBe(
      'receiver.document-type-unsupported',
    )
  })

  test('are not what can be sent', async () => {
    const documentType = parseDocumentType(`${base}*::2.1`)
    const { found, asked } = look({ wanted: { ...wanted, documentType } })
    await expect(found).rejects.toMatchObject({ code: 'receiver.document-type-unsupported' })
    expect(asked).toHaveLength(1)
  })

  test('must come back as they were asked for', async () => {
    const body = signed(content({}, { documentType: pint }), smp)
    const site = { [addressOf(`${base}*::2.1`)]: body }
    expect(await failing({ site, wanted: { ...wanted, documentType: pint } })).toBe(
      'lookup.smp-invalid',
    )
  })
})
