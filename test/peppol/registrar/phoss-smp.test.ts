// Reading a phoss SMP: whose participants, which types with everything in them, and what each wrong
// answer means. Statuses alone decide, since the texts of errors may be switched off.
import { describe, expect, it } from 'vitest'
import { formatIdentifier, type NetworkError, openPhossSmp } from '../../../src/peppol/index.ts'
import { metadataUrl } from '../../../src/peppol/smp.ts'
import { groupUrl } from '../../../src/peppol/smp-group.ts'
import {
  endpoint,
  information,
  makeLaboratory,
  now,
  processEntry,
  redirect,
  signed,
} from '../laboratory.ts'
import { billing, invoice, participant } from './model.ts'

type Outcome = Awaited<ReturnType<Parameters<typeof openPhossSmp>[1]['get']>>

const url = 'https://smp.example'
const token = 'a-secret-token'
const { network, smp: makeSmp, accessPoint } = makeLaboratory()
const signer = makeSmp()
const certificate = accessPoint().certificate.raw.toString('base64')

const answered = (
  status: number,
  body: string | Buffer = '',
  contentType = 'text/xml',
): Outcome => ({
  ...{ kind: 'answered', status, contentType, body: Buffer.from(body) },
})

/** An SMP with these answers, and what it was asked with credentials. */
function smpWith(pages: Record<string, Outcome>, trust = network.trust) {
  const asked: [string, string][] = []
  const get = async (at: string) => pages[at] ?? answered(404, 'none', 'text/plain')
  const smp = openPhossSmp(
    { url, user: 'owner@example.com', authorization: `Bearer ${token}` },
    {
      get,
      getAs: async (at, authorization) => {
        asked.push([at, authorization])
        return get(at)
      },
      judging: () => ({ trust, revocationOf: async () => 'good', now }),
    },
  )
  return { smp, asked }
}

const listUrl = `${url}/list/owner%40example.com`
const list = (...hrefs: string[]) =>
  answered(
    200,
    '<s:ServiceGroupReferenceList xmlns:s="http://busdox.org/serviceMetadata/publishing/1.0/">' +
      `${hrefs.map((href) => `<s:ServiceGroupReference href="${href}" />`).join('')}` +
      '</s:ServiceGroupReferenceList>',
  )
const errorOf = (asking: Promise<unknown>): Promise<NetworkError> =>
  asking.then(
    () => {
      throw new Error('no error')
    },
    (error: NetworkError) => error,
  )

describe('the participants of our user', () => {
  const encoded = (value: string) =>
    `http://public.example/${encodeURIComponent(`iso6523-actorid-upis::${value}`)}`

  it('are read from the list that only we may see, in any letters', async () => {
    const pages = { [listUrl]: list(encoded('0208:0123456749'), encoded('9915:MixedCase')) }
    const { smp, asked } = smpWith(pages)
    expect(await smp.own()).toEqual(new Set(['0208:0123456749', '9915:mixedcase']))
    expect(asked).toEqual([[listUrl, `Bearer ${token}`]])
  })

  it('are ten thousand, and none is an empty list', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => encoded(`9915:p${at}`))
    expect((await smpWith({ [listUrl]: list(...many) }).smp.own()).size).toBe(10_000)
    expect((await smpWith({ [listUrl]: list() }).smp.own()).size).toBe(0)
  })

  it('are not those whose reference cannot be read', async () => {
    const odd = [`${url}/%zz`, `${url}/nobody`, encoded('9915:x')]
    expect(await smpWith({ [listUrl]: list(...odd) }).smp.own()).toEqual(new Set(['9915:x']))
  })

  const broken: Outcome = { kind: 'failed', reason: 'broken', detail: 'cut' }
  const leak = `Unknown user '{BearerToken}${token}'`
  it.each<[string, Outcome, string, RegExp]>([
    ['wrong credentials', answered(403, leak, 'text/plain'), 'invalid', /403.*SMP_USER/],
    ['wrong credentials at a proxy', answered(401, '', 'text/html'), 'invalid', /401.*SMP_USER/],
    ['no phoss SMP', answered(404, '<html/>', 'text/html'), 'invalid', /no phoss SMP at https:/],
    ['a redirect', answered(302), 'invalid', /302/],
    ['a setting of the SMP', answered(412, leak, 'text/plain'), 'invalid', /412/],
    ['an SMP that fails', answered(500, leak, 'text/plain'), 'unreachable', /500/],
    ['a proxy without its SMP', answered(503, '', 'text/html'), 'unreachable', /503/],
    ['a page', answered(200, '<html/>', 'text/html'), 'invalid', /not XML/],
    ['half a list', answered(200, '<ServiceGroupReferenceL'), 'invalid', /not XML as it should be/],
    ['a group', answered(200, '<ServiceGroup/>'), 'invalid', /not ServiceGroupReferenceList/],
    ['a connection that is cut', broken, 'unreachable', /cut/],
  ])('cannot be read from %s, which is said without a secret', async (_, page, code, words) => {
    const error = await errorOf(smpWith({ [listUrl]: page }).smp.own())
    expect(error).toMatchObject({
      code: `lookup.smp-${code}`,
      message: expect.stringMatching(words),
    })
    expect(error.message).not.toContain(token)
  })
})

describe('what the SMP says of itself', () => {
  const statusUrl = `${url}/smp-status/`
  const facts = {
    'smp.publicurl': 'http://smp.public.example',
    'smp.writable-rest-api.enabled': false,
    'smp.sml.enabled': true,
    'smp.certificate.issuer': 'CN=SMP CA,C=BE',
    'smp.certificate.expired': true,
  }

  it('is its public URL, and what is switched on', async () => {
    const page = answered(200, JSON.stringify(facts), 'application/json')
    expect(await smpWith({ [statusUrl]: page }).smp.status()).toEqual({
      ...{ publicUrl: 'http://smp.public.example', isWritable: false, hasSml: true },
      ...{ certificateIssuer: 'CN=SMP CA,C=BE', isCertificateExpired: true },
    })
  })

  it.each([
    ['switched off', answered(404)],
    ['no JSON', answered(200, '<html/>')],
    ['null', answered(200, 'null')],
    ['an error', answered(500)],
  ])('is unknown when it is %s', async (_, page) => {
    expect(await smpWith({ [statusUrl]: page }).smp.status()).toBeUndefined()
  })
})

describe('a group', () => {
  const groupAt = groupUrl(url, participant)

  it('is undefined when there is none', async () => {
    expect(await smpWith({}).smp.group(participant)).toBeUndefined()
  })

  it('of another participant is refused', async () => {
    const page = answered(
      200,
      '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
        'xmlns:i="http://busdox.org/transport/identifiers/1.0/"><i:ParticipantIdentifier ' +
        'scheme="iso6523-actorid-upis">9915:other</i:ParticipantIdentifier>' +
        '<ServiceMetadataReferenceCollection/></ServiceGroup>',
    )
    const error = await errorOf(smpWith({ [groupAt]: page }).smp.group(participant))
    expect(error.message).toMatch(/9915:other/)
  })
})

describe('a type', () => {
  const typeAt = metadataUrl(url, { participant, documentType: invoice })
  const read = (content: string, trust = network.trust) =>
    smpWith({ [typeAt]: answered(200, signed(content, signer)) }, trust).smp.type(
      participant,
      invoice,
    )
  const about = (...processes: string[]) =>
    information(participant, invoice, ...processes).replace(" zone='b'", '')
  const one = endpoint({ certificate, activation: '2026-01-01T00:00:00Z' })

  it('has every part that is to be written back', async () => {
    const whole = one
      .replace(
        '<ServiceActivationDate>',
        '<MinimumAuthenticationLevel>2</MinimumAuthenticationLevel>$&',
      )
      .replace(
        '</Endpoint>',
        '<TechnicalInformationUrl>https://i.example</TechnicalInformationUrl>' +
          '<Extension><x:a xmlns:x="urn:x" b="1">t</x:a></Extension></Endpoint>',
      )
    const found = await read(about(processEntry(billing, whole)))
    const { kind, processes, extensions, unmodelled } = found as Extract<
      typeof found,
      { kind: 'services' }
    >
    expect({ kind, extensions, unmodelled }).toEqual({
      ...{ kind: 'services', extensions: [], unmodelled: [] },
    })
    expect(processes).toEqual([
      {
        process: billing,
        extensions: [],
        endpoints: [
          {
            transportProfile: 'peppol-transport-as4-v2_0',
            url: 'https://ap.example/as4',
            businessLevelSignature: 'false',
            minimumAuthenticationLevel: '2',
            activatesAt: '2026-01-01T00:00:00Z',
            certificate,
            description: 'Reception',
            contactUrl: 'mailto:ap@ap.example',
            informationUrl: 'https://i.example',
            extensions: [
              expect.stringMatching(/<x:a xmlns:x="urn:x" b="1">t<\/x:a><\/Extension>$/),
            ],
          },
        ],
      },
    ])
    // What it needs from around it is declared in it.
    expect(processes[0]!.endpoints[0]!.extensions[0]).toContain(
      '<Extension xmlns="http://busdox.org/serviceMetadata/publishing/1.0/"',
    )
  })

  it.each<[string, string, (text: string) => string]>([
    [
      'an attribute',
      'DocumentIdentifier/@zone',
      (text) => text.replace('<ids:DocumentIdentifier', "$& zone='b'"),
    ],
    [
      'an element in a process',
      'Process/Zone',
      (text) => text.replace('</Process>', '<Zone/></Process>'),
    ],
    [
      'an element of another namespace with a known name',
      'Endpoint/Extension',
      (text) => text.replace('</Endpoint>', '<o:Extension xmlns:o="urn:o"/></Endpoint>'),
    ],
    [
      'parameters of an address',
      'EndpointReference/ReferenceParameters',
      (text) => text.replace('</wsa:Address>', '$&<wsa:ReferenceParameters/>'),
    ],
    [
      'an attribute of a value',
      'Certificate/@kind',
      (text) => text.replace('<Certificate>', '<Certificate kind="x">'),
    ],
    [
      'an optional part that occurs twice',
      'Endpoint/ServiceActivationDate',
      (text) => text.replace('<ServiceActivationDate>', '<ServiceActivationDate/>$&'),
    ],
  ])('names %s that writing it back would lose', async (_, name, change) => {
    expect(await read(about(processEntry(billing, one)))).toMatchObject({ unmodelled: [] })
    expect(await read(change(about(processEntry(billing, one))))).toMatchObject({
      unmodelled: [name],
    })
  })

  it('may be a redirect', async () => {
    expect(await read(redirect('https://other.example/x', 'CN=PSP000009'))).toEqual({
      documentType: invoice,
      ...{ kind: 'redirect', href: 'https://other.example/x' },
    })
  })

  it('is believed only with the signature of an SMP of the network', async () => {
    const content = about(processEntry(billing, one))
    const stranger = makeLaboratory().network.trust
    expect((await errorOf(read(content, stranger))).code).toBe('lookup.smp-signature-invalid')
  })

  it('is undefined when there is none', async () => {
    expect(await smpWith({}).smp.type(participant, invoice)).toBeUndefined()
    expect(formatIdentifier(invoice)).toMatch(/^busdox-docid-qns::/)
  })
})
