// What is signed: Messaging, Body and every payload part, the elements themselves and nothing in
// their place.
import { describe } from 'vitest'
import {
  before,
  both,
  bySigner,
  byStranger,
  drop,
  foreign,
  inElement,
  inReference,
  intoHeader,
  intoSecurity,
  partOf,
  referenceTo,
  swap,
} from './edits.ts'
import { compose, type HostileMessage, ns, part, sbd, writeSigned } from './hostile-message.ts'
import { type Case, refuseAll, reportCosts } from './judge.ts'

const second = 'second@sender.test'
const twoParts = () =>
  compose({ parts: [part(sbd()), part('<Attachment/>', { contentId: second })] })
const attachment = `${ns.swa}Attachment-Content-Signature-Transform`
const cid = 'cid:payload@sender.test'
const refer = (uri: string, transform = ns.ec) =>
  before('</ds:SignedInfo>', writeSigned(uri, transform))
const instead = (uri: string, other: string) => inReference(uri, `URI="${uri}"`, `URI="${other}"`)
const withHeaders =
  (change: (headers: string[]) => string[], at = 0, base = compose) =>
  (): HostileMessage => {
    const hostileMessage = base()
    return {
      ...hostileMessage,
      parts: hostileMessage.parts.map((one, index) =>
        index === at ? { ...one, headers: change(one.headers) } : one,
      ),
    }
  }
const withParts =
  (change: (parts: HostileMessage['parts']) => HostileMessage['parts'], base = compose) =>
  (): HostileMessage => {
    const hostileMessage = base()
    return { ...hostileMessage, parts: change(hostileMessage.parts) }
  }
const extra = (...headers: string[]) => ({ headers, body: Buffer.from('<evil/>') })
const swapped = ([one, other]: HostileMessage['parts']): HostileMessage['parts'] => [
  { ...one!, body: other!.body },
  { ...other!, body: one!.body },
]
const anElement = intoHeader(foreign('<w:X Id="other"/>'))
const anElementSigned = bySigner(both(anElement, refer('#other')))

const cases: Case[] = [
  {
    name: 'a signature without Messaging',
    forge: bySigner(swap(referenceTo('#messaging'), '')),
    outcome: 'EBMS:0101 eb:Messaging is not signed',
  },
  {
    name: 'a signature without the Body',
    forge: bySigner(swap(referenceTo('#body'), '')),
    outcome: 'EBMS:0101 the Body is not signed',
  },
  {
    name: 'a signature without the payload',
    forge: bySigner(swap(referenceTo(cid), '')),
    outcome: 'EBMS:0101 a payload part is not signed',
  },
  {
    name: 'a signature of the payload alone',
    forge: bySigner(both(swap(referenceTo('#messaging'), ''), swap(referenceTo('#body'), ''))),
    outcome: 'EBMS:0101 eb:Messaging is not signed',
  },
  {
    name: 'a signature of nothing',
    forge: byStranger(
      both(
        swap(referenceTo('#messaging'), ''),
        swap(referenceTo('#body'), ''),
        swap(referenceTo(cid), ''),
      ),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a signature of the first of two payloads',
    forge: bySigner(swap(referenceTo(`cid:${second}`), ''), twoParts),
    outcome: 'EBMS:0101 a payload part is not signed',
    twin: twoParts,
  },
  {
    name: 'a signature of the second of two payloads',
    forge: bySigner(swap(referenceTo(cid), ''), twoParts),
    outcome: 'EBMS:0101 a payload part is not signed',
    twin: twoParts,
  },
  {
    name: 'the Header signed in place of Messaging',
    forge: bySigner(
      both(instead('#messaging', '#head'), swap('<S12:Header>', '<S12:Header Id="head">')),
    ),
    outcome: 'EBMS:0101 eb:Messaging is not signed',
  },
  {
    name: 'the UserMessage signed in place of Messaging',
    forge: bySigner(
      both(instead('#messaging', '#user'), swap('<eb:UserMessage>', '<eb:UserMessage Id="user">')),
    ),
    outcome: 'EBMS:0101 eb:Messaging is not signed',
  },
  {
    name: 'the Envelope signed in place of Messaging',
    forge: bySigner(
      both(instead('#messaging', '#all'), swap('<S12:Envelope ', '<S12:Envelope Id="all" ')),
    ),
    outcome: 'EBMS:0101 eb:Messaging is not signed',
  },
  {
    name: 'the whole document signed in place of the Body',
    forge: bySigner(instead('#body', '')),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'a foreign element signed in place of Messaging',
    forge: bySigner(both(instead('#messaging', '#other'), anElement)),
    outcome: 'EBMS:0101 eb:Messaging is not signed',
    twin: anElementSigned,
  },
  {
    name: 'a foreign element signed in place of the Body',
    forge: bySigner(both(instead('#body', '#other'), anElement)),
    outcome: 'EBMS:0101 the Body is not signed',
    twin: anElementSigned,
  },
  {
    name: 'the token signed in place of the Body',
    forge: bySigner(instead('#body', '#signer')),
    outcome: 'EBMS:0101 the Body is not signed',
    twin: bySigner(refer('#signer')),
  },
  {
    name: 'Messaging signed twice and the Body not',
    forge: bySigner(instead('#body', '#messaging')),
    outcome: 'EBMS:0101 something is signed twice',
  },
  {
    name: 'the Body signed twice',
    forge: bySigner(refer('#body')),
    outcome: 'EBMS:0101 something is signed twice',
  },
  {
    name: 'the payload signed twice',
    forge: bySigner(refer(cid, attachment)),
    outcome: 'EBMS:0101 something is signed twice',
  },
  {
    name: 'the payload signed twice in two spellings',
    forge: bySigner(refer('cid:payload%40sender.test', attachment)),
    outcome: 'EBMS:0101 something is signed twice',
    twin: bySigner(instead(cid, 'cid:payload%40sender.test')),
  },
  {
    name: 'a reference to an element that is not there',
    forge: bySigner(refer('#nowhere')),
    outcome: 'EBMS:0101 a signed element is missing',
    twin: anElementSigned,
  },
  {
    name: 'a reference to a part that is not there',
    forge: bySigner(refer('cid:nowhere@sender.test', attachment)),
    outcome: 'EBMS:0101 a signed part is missing',
    twin: twoParts,
  },
  {
    name: 'a reference to the root part',
    forge: bySigner(refer('cid:soap@sender.test', attachment), () => ({
      ...compose(),
      soapHeaders: ['Content-Type: application/soap+xml', 'Content-ID: <soap@sender.test>'],
    })),
    outcome: 'EBMS:0101 a signed part is missing',
    twin: () => ({
      ...compose(),
      soapHeaders: ['Content-Type: application/soap+xml', 'Content-ID: <soap@sender.test>'],
    }),
  },
  {
    name: 'a reference to the web',
    forge: bySigner(refer('http://127.0.0.1:9/evil.xml')),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'a reference to a file',
    forge: bySigner(refer('file:///etc/passwd')),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'a reference without a URI',
    forge: byStranger(inReference('#body', ' URI="#body"', '')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a reference by XPointer',
    forge: bySigner(instead('#messaging', "#xpointer(id('messaging'))")),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'a reference with a percent-encoded id',
    forge: bySigner(instead('#messaging', '#%6dessaging')),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'a reference with a base',
    forge: bySigner(instead('#messaging', 'soap.xml#messaging')),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'a reference by CID in capitals',
    forge: bySigner(instead(cid, 'CID:payload@sender.test')),
    outcome: 'EBMS:0101 a signed element is missing',
  },
  {
    name: 'eighty signed elements beside Messaging',
    forge: bySigner(
      both(
        intoHeader(
          foreign(Array.from({ length: 80 }, (_, index) => `<w:X Id="x${index}"/>`).join('')),
        ),
        ...Array.from({ length: 80 }, (_, index) => refer(`#x${index}`)),
      ),
    ),
    outcome: 'EBMS:0101 too many elements are signed',
    twin: anElementSigned,
  },
  {
    name: 'a changed Messaging',
    forge: byStranger(swap('9915:receiver', '9915:evil')),
    outcome: 'EBMS:0101 the digest of Messaging does not match',
  },
  {
    name: 'a changed attribute in Messaging',
    forge: byStranger(swap('type="cenbii-procid-ubl"', 'type="evil"')),
    outcome: 'EBMS:0101 the digest of Messaging does not match',
  },
  {
    name: 'white space put into Messaging',
    forge: byStranger(swap('<eb:UserMessage>', '<eb:UserMessage> ')),
    outcome: 'EBMS:0101 the digest of Messaging does not match',
    twin: byStranger(swap('<S12:Header>', '<S12:Header> ')),
  },
  {
    name: 'a namespace prefix bound to something else',
    forge: byStranger(
      inElement('eb:Messaging', '<eb:UserMessage>', '<eb:UserMessage xmlns:eb="urn:evil">'),
    ),
    outcome: 'EBMS:0009',
  },
  {
    name: 'an element moved within Messaging',
    forge: byStranger((soap) =>
      soap
        .replace(partOf(soap, 'eb:MessageProperties'), '')
        .replace('<eb:PartyInfo>', (tag) => partOf(soap, 'eb:MessageProperties') + tag),
    ),
    outcome: 'EBMS:0101 the digest of Messaging does not match',
  },
  {
    name: 'a changed Body',
    forge: byStranger(swap('<S12:Body ', '<S12:Body evil="1" ')),
    outcome: 'EBMS:0101 the digest of Body does not match',
  },
  {
    name: 'a Body that is not empty',
    forge: bySigner(swap('</S12:Body>', '<w:X xmlns:w="urn:w"/></S12:Body>')),
    outcome: 'EBMS:0009 the SOAP Body must be empty',
    twin: bySigner(swap('</S12:Body>', '\n</S12:Body>')),
  },
  {
    name: 'a Body with text',
    forge: bySigner(swap('</S12:Body>', 'text</S12:Body>')),
    outcome: 'EBMS:0009 the SOAP Body must be empty',
    twin: bySigner(swap('</S12:Body>', '<!-- --></S12:Body>')),
  },
  {
    name: 'a digest of another length',
    forge: byStranger(inReference('#body', /(<ds:DigestValue>)[^<]*/, '$1AAAA')),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
  {
    name: 'no digest',
    forge: byStranger(inReference('#body', /(<ds:DigestValue>)[^<]*/, '$1')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'two digests',
    forge: byStranger(inReference('#body', /<ds:DigestValue>[^<]*<\/ds:DigestValue>/, '$&$&')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a changed digest of the payload',
    forge: byStranger(inReference(cid, /(<ds:DigestValue>)..../, '$1AAAA')),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
  {
    name: 'another payload, well encrypted, under an honest signature',
    forge: () => ({
      ...compose({ parts: [part(sbd({ instance: 'evil' }), { digest: Buffer.alloc(32, 7) })] }),
    }),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
  },
  {
    name: 'a part without eb:PartInfo',
    forge: withParts((parts) => [...parts, extra('Content-ID: <evil@sender.test>')]),
    outcome: 'EBMS:0011',
    twin: twoParts,
  },
  {
    name: 'a part without a Content-ID',
    forge: withParts((parts) => [...parts, extra('Content-Type: text/xml')]),
    outcome: 'EBMS:0011',
    twin: twoParts,
  },
  {
    name: 'a part before the payload',
    forge: withParts((parts) => [extra('Content-Type: text/xml'), ...parts]),
    outcome: 'EBMS:0011',
    twin: withParts((parts) => [...parts].reverse(), twoParts),
  },
  {
    name: 'a part with the Content-ID of the payload',
    forge: withParts((parts) => [...parts, extra('Content-ID: <payload@sender.test>')]),
    outcome: 'EBMS:0007',
    twin: twoParts,
  },
  { name: 'the payload left out', forge: withParts(() => []), outcome: 'EBMS:0011' },
  {
    name: 'one of two payloads left out',
    forge: withParts((parts) => parts.slice(0, 1), twoParts),
    outcome: 'EBMS:0011',
    twin: twoParts,
  },
  {
    name: 'two payloads swapped',
    forge: withParts(swapped, twoParts),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
    twin: withParts((parts) => [...parts].reverse(), twoParts),
  },
  {
    name: 'one payload in the place of both',
    forge: withParts(([one, other]) => [one!, { ...other!, body: one!.body }], twoParts),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
    twin: twoParts,
  },
  {
    name: 'another Content-ID',
    forge: withHeaders((headers) => headers.map((line) => line.replace('<payload@', '<evil@'))),
    outcome: 'EBMS:0011',
  },
  {
    name: 'a Content-ID in capitals',
    forge: withHeaders((headers) => headers.map((line) => line.replace('payload@', 'PAYLOAD@'))),
    outcome: 'EBMS:0011',
    twin: withHeaders((headers) => headers.map((line) => line.replace('Content-ID', 'CONTENT-id'))),
  },
  {
    name: 'a Content-ID that is percent-encoded',
    forge: withHeaders((headers) => headers.map((line) => line.replace('@', '%40'))),
    outcome: 'EBMS:0011',
  },
  {
    name: 'two Content-IDs on one part',
    forge: withHeaders((headers) => [...headers, 'Content-ID: <other@sender.test>']),
    outcome: 'EBMS:0007',
  },
  {
    name: 'no Content-ID',
    forge: withHeaders((headers) => headers.slice(0, 2)),
    outcome: 'EBMS:0011',
  },
  {
    name: 'a PartInfo about another part',
    forge: bySigner(swap('<eb:PartInfo href="cid:payload@', '<eb:PartInfo href="cid:evil@')),
    outcome: 'EBMS:0011',
  },
  {
    name: 'a PartInfo about the SOAP part',
    forge: bySigner(
      both(swap('<eb:PartInfo href="cid:payload@', '<eb:PartInfo href="cid:soap@')),
      () => ({ ...compose(), soapHeaders: ['Content-ID: <soap@sender.test>'] }),
    ),
    outcome: 'EBMS:0011',
  },
  {
    name: 'a PartInfo without href',
    forge: bySigner(swap(/<eb:PartInfo href="[^"]*">/, '<eb:PartInfo>')),
    outcome: 'EBMS:0011',
  },
  {
    name: 'two PartInfos for one part',
    forge: bySigner((soap) => soap.replace(partOf(soap, 'eb:PartInfo'), '$&$&')),
    outcome: 'EBMS:0003',
    twin: twoParts,
  },
  { name: 'no PartInfo', forge: bySigner(drop('eb:PartInfo')), outcome: 'EBMS:0009' },
  { name: 'no PayloadInfo', forge: bySigner(drop('eb:PayloadInfo')), outcome: 'EBMS:0009' },
  {
    name: 'a Timestamp in Security that is signed and then changed',
    forge: byStranger(swap('11:59:00Z', '11:58:00Z'), timestamped()),
    outcome: 'EBMS:0101 the digest of Timestamp does not match',
    twin: timestamped(),
  },
  {
    name: 'a Timestamp in Security that has expired',
    forge: timestamped({ expires: '2026-06-15T11:00:00Z' }),
    outcome: 'EBMS:0101 the wsu:Timestamp has expired',
    twin: timestamped({ expires: '2026-06-15T12:05:00Z' }),
  },
  {
    name: 'a Timestamp in Security of tomorrow',
    forge: timestamped({ created: '2026-06-16T11:59:00Z' }),
    outcome: 'EBMS:0101 the wsu:Timestamp is in the future',
    twin: timestamped(),
  },
  {
    name: 'a Timestamp in Security that cannot be read',
    forge: timestamped({ created: 'today' }),
    outcome: 'EBMS:0101 the wsu:Timestamp cannot be parsed',
    twin: timestamped(),
  },
  {
    name: 'a Timestamp in Security that expires twice',
    forge: timestamped({
      expires: '2026-06-15T12:05:00Z</wsu:Expires><wsu:Expires>2026-06-15T11:00:00Z',
    }),
    outcome: 'EBMS:0101 there must be only one wsu:Expires',
    twin: timestamped({ expires: '2026-06-15T12:05:00Z' }),
  },
  {
    name: 'two Timestamps in Security',
    forge: byStranger(intoSecurity('<wsu:Timestamp/>'), timestamped()),
    outcome: 'EBMS:0101 there must be only one wsu:Timestamp',
    twin: timestamped(),
  },
]

function timestamped({ created = '2026-06-15T11:59:00Z', expires = '2026-06-15T12:04:00Z' } = {}) {
  const times = `<wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires>`
  return bySigner(
    both(intoSecurity(`<wsu:Timestamp wsu:Id="time">${times}</wsu:Timestamp>`), refer('#time')),
  )
}

describe('coverage', () => {
  refuseAll('coverage', cases)
  reportCosts('coverage')
})
