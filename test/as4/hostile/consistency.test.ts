// The header against the certificates, the profile and the SBD. All of it signed by a trusted
// access point.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bySigner, drop, inElement, partOf, swap } from './edits.ts'
import {
  compose,
  documentType,
  type Envelope,
  type HostileMessage,
  ns,
  type Plan,
  part,
  sbd,
} from './hostile-message.ts'
import { type Case, countIn, measured, refuseAll, reportCosts } from './judge.ts'
import { neighbour } from './pki.ts'
import { isGateway, openTestReceiver, type TestReceiver } from './test-receiver.ts'

const inFrom = (from: string | RegExp, to: string) => bySigner(inElement('eb:From', from, to))
const inTo = (from: string | RegExp, to: string) => bySigner(inElement('eb:To', from, to))
const inInfo = (from: string | RegExp, to: string) =>
  bySigner(inElement('eb:MessageInfo', from, to))
const inWork = (from: string | RegExp, to: string) =>
  bySigner(inElement('eb:CollaborationInfo', from, to))
const twice = (name: string) => bySigner((soap) => soap.replace(partOf(soap, name), '$&$&'))
const without = (name: string) => bySigner(drop(name))
const messageId = (id: string) => inInfo('message-1@sender.test', id)
const notFrom = 'EBMS:0003 the party in eb:From does not match the certificate'
const notTo = 'EBMS:0003 the party in eb:To does not match the certificate'
const spaced = bySigner(inElement('eb:From', 'POP000001', '\n  POP000001\t<!-- seat -->'))

const header: Case[] = [
  {
    name: 'a trusted access point in the name of another',
    forge: () => compose({ signer: neighbour }),
    outcome: notFrom,
    twin: () => compose({ signer: neighbour, from: 'POP000003' }),
  },
  {
    name: 'another access point than the signer in From',
    forge: inFrom('POP000001', 'POP000003'),
    outcome: notFrom,
  },
  {
    name: 'a seat id in small letters in From',
    forge: inFrom('POP000001', 'pop000001'),
    outcome: notFrom,
  },
  {
    name: 'a seat id with a Cyrillic letter in From',
    forge: inFrom('POP000001', 'РOP000001'),
    outcome: notFrom,
  },
  {
    name: 'a seat id with fullwidth digits in From',
    forge: inFrom('POP000001', 'POP00000１'),
    outcome: notFrom,
  },
  {
    name: 'a seat id with a zero-width space in From',
    forge: inFrom('POP000001', 'POP000001\u200b'),
    outcome: notFrom,
    twin: spaced,
  },
  {
    name: 'a seat id with a no-break space in From',
    forge: inFrom('POP000001', 'POP000001\u00a0'),
    outcome: notFrom,
    twin: spaced,
  },
  {
    name: 'a seat id with a byte order mark in From',
    forge: inFrom('POP000001', '\ufeffPOP000001'),
    outcome: notFrom,
    twin: spaced,
  },
  {
    name: 'a seat id with more after a comment in From',
    forge: inFrom('POP000001', 'POP000001<!-- -->.evil'),
    outcome: notFrom,
    twin: spaced,
  },
  {
    name: 'a seat id in a CDATA section with more after it',
    forge: inFrom('POP000001', '<![CDATA[POP000001]]>9'),
    outcome: notFrom,
    twin: inFrom('POP000001', '<![CDATA[POP000001]]>'),
  },
  {
    name: 'a seat id in a child of PartyId',
    forge: inFrom('POP000001', '<eb:X>POP000001</eb:X>'),
    outcome: 'EBMS:0009',
  },
  { name: 'the issuer in From', forge: inFrom('POP000001', 'AP CA'), outcome: notFrom },
  {
    name: 'another access point than ours in To',
    forge: inTo('POP000002', 'POP000003'),
    outcome: notTo,
  },
  { name: 'the sender in To', forge: inTo('POP000002', 'POP000001'), outcome: notTo },
  {
    name: 'From and To exchanged',
    forge: () => compose({ from: 'POP000002', to: 'POP000001' }),
    outcome: notFrom,
  },
  {
    name: 'an honest message for another, encrypted again for us',
    forge: () => compose({ to: 'POP000003' }),
    outcome: notTo,
  },
  { name: 'no From', forge: without('eb:From'), outcome: 'EBMS:0009' },
  { name: 'no To', forge: without('eb:To'), outcome: 'EBMS:0009' },
  { name: 'two Froms', forge: twice('eb:From'), outcome: 'EBMS:0003' },
  { name: 'two Tos', forge: twice('eb:To'), outcome: 'EBMS:0003' },
  { name: 'two PartyIds', forge: twice('eb:PartyId'), outcome: 'EBMS:0003' },
  { name: 'two PartyInfos', forge: twice('eb:PartyInfo'), outcome: 'EBMS:0003' },
  { name: 'no PartyId', forge: without('eb:PartyId'), outcome: 'EBMS:0009' },
  { name: 'an empty PartyId', forge: inFrom('POP000001', ''), outcome: 'EBMS:0009' },
  {
    name: 'another type of PartyId',
    forge: inFrom('urn:fdc:peppol.eu:2017:identifiers:ap', 'urn:evil'),
    outcome: 'EBMS:0010',
  },
  { name: 'no type of PartyId', forge: inFrom(/ type="[^"]*"/, ''), outcome: 'EBMS:0010' },
  {
    name: 'the role of the other side in From',
    forge: inFrom('initiator', 'responder'),
    outcome: 'EBMS:0010',
  },
  {
    name: 'the role of the other side in To',
    forge: inTo('responder', 'initiator'),
    outcome: 'EBMS:0010',
  },
  { name: 'no role', forge: without('eb:Role'), outcome: 'EBMS:0009' },
  { name: 'another agreement', forge: inWork('ap_provider', 'evil'), outcome: 'EBMS:0010' },
  { name: 'no agreement', forge: without('eb:AgreementRef'), outcome: 'EBMS:0009' },
  { name: 'two agreements', forge: twice('eb:AgreementRef'), outcome: 'EBMS:0003' },
  {
    name: 'an agreement with a type',
    forge: inWork('<eb:AgreementRef>', '<eb:AgreementRef type="x">'),
    outcome: 'EBMS:0010',
  },
  {
    name: 'an agreement with a P-Mode',
    forge: inWork('<eb:AgreementRef>', '<eb:AgreementRef pmode="x">'),
    outcome: 'EBMS:0010',
  },
  { name: 'no Service', forge: without('eb:Service'), outcome: 'EBMS:0009' },
  { name: 'two Services', forge: twice('eb:Service'), outcome: 'EBMS:0003' },
  { name: 'an empty Action', forge: inWork(/(<eb:Action>)[^<]*/, '$1'), outcome: 'EBMS:0009' },
  { name: 'two Actions', forge: twice('eb:Action'), outcome: 'EBMS:0003' },
  { name: 'no ConversationId', forge: without('eb:ConversationId'), outcome: 'EBMS:0009' },
  { name: 'no CollaborationInfo', forge: without('eb:CollaborationInfo'), outcome: 'EBMS:0009' },
  { name: 'two UserMessages', forge: twice('eb:UserMessage'), outcome: 'EBMS:0003' },
  {
    name: 'a SignalMessage beside the UserMessage',
    forge: bySigner(swap('</eb:UserMessage>', '</eb:UserMessage><eb:SignalMessage/>')),
    outcome: 'EBMS:0003',
  },
  {
    name: 'a SignalMessage alone',
    forge: bySigner((soap) => soap.replace(partOf(soap, 'eb:UserMessage'), '<eb:SignalMessage/>')),
    outcome: 'EBMS:0009',
  },
  {
    name: 'a Messaging for another role',
    forge: bySigner(swap('<eb:Messaging ', '<eb:Messaging S12:role="urn:other" ')),
    outcome: 'EBMS:0009 eb:Messaging is targeted at another SOAP role',
    // As peppol-py writes it.
    twin: bySigner(swap('<eb:Messaging ', `<eb:Messaging S12:role="${ns.eb}defaultRole" `)),
  },
  { name: 'an empty Messaging', forge: without('eb:UserMessage'), outcome: 'EBMS:0009' },
  {
    name: 'another message channel',
    forge: bySigner(swap('<eb:UserMessage>', '<eb:UserMessage mpc="urn:evil">')),
    outcome: 'EBMS:0003',
    twin: bySigner(
      swap(
        '<eb:UserMessage>',
        '<eb:UserMessage mpc="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/' +
          'defaultMPC">',
      ),
    ),
  },
  { name: 'no MessageInfo', forge: without('eb:MessageInfo'), outcome: 'EBMS:0009' },
  { name: 'two MessageInfos', forge: twice('eb:MessageInfo'), outcome: 'EBMS:0003' },
  { name: 'no MessageId', forge: without('eb:MessageId'), outcome: 'EBMS:0009' },
  { name: 'two MessageIds', forge: twice('eb:MessageId'), outcome: 'EBMS:0003' },
  { name: 'a MessageId without an at sign', forge: messageId('message-1'), outcome: 'EBMS:0009' },
  {
    name: 'a MessageId in angle brackets',
    forge: messageId('&lt;message-1@sender.test&gt;'),
    outcome: 'EBMS:0009',
  },
  {
    name: 'a MessageId with a line end',
    forge: messageId('message-1@sender.test&#13;&#10;Evil: 1@x'),
    outcome: 'EBMS:0009',
    twin: messageId('\r\nmessage-1@sender.test&#13;&#10;'),
  },
  {
    name: 'a MessageId with a NUL, as a path',
    forge: messageId('etc/passwd%00'),
    outcome: 'EBMS:0009',
    twin: messageId('etc/passwd%00@sender.test'),
  },
  ...[
    ['that climbs up a path', '../../../x@y', 'x/y@z'],
    ['that begins with a dot', '.message@sender.test', 'm.e.s.s.a.g.e@sender.test'],
    ['that ends its left side with a dot', 'message.@sender.test', '-message-@sender.test'],
    ['with two dots in its domain', 'message@sender..test', 'message@localhost'],
    ['of dots', '.@.', '!@!'],
  ].map(([what, forged, valid]) => ({
    name: `a MessageId ${what}`,
    forge: messageId(forged!),
    outcome: 'EBMS:0009 eb:MessageId',
    twin: messageId(valid!),
  })),
  {
    name: 'a MessageId beyond ASCII',
    forge: messageId('mеssage-1@sender.test'),
    outcome: 'EBMS:0009',
  },
  {
    name: 'a MessageId of 256 characters',
    forge: messageId(`${'x'.repeat(244)}@sender.test`),
    outcome: 'EBMS:0009',
    twin: messageId(`${'x'.repeat(243)}@sender.test`),
  },
  {
    name: 'a MessageId with a comment in the middle of another',
    forge: messageId('message-1@<!-- -->'),
    outcome: 'EBMS:0009',
    twin: messageId('message-1<!-- -->@sender.test'),
  },
  { name: 'no Timestamp', forge: without('eb:Timestamp'), outcome: 'EBMS:0009' },
  { name: 'two Timestamps', forge: twice('eb:Timestamp'), outcome: 'EBMS:0003' },
  {
    name: 'a Timestamp that is none',
    forge: inInfo('2026-06-15T', 'yesterday, '),
    outcome: 'EBMS:0009',
  },
  {
    name: 'a Timestamp in the thirteenth month',
    forge: inInfo('2026-06-15T', '2026-13-15T'),
    outcome: 'EBMS:0009',
  },
  {
    name: 'a Timestamp on the thirtieth of February',
    forge: inInfo('2026-06-15T', '2026-02-30T'),
    outcome: 'EBMS:0009',
    twin: inInfo('2026-06-15T', '2028-02-29T'),
  },
  {
    name: 'a Timestamp without a time',
    forge: inInfo(/T11[^<]*/, ''),
    outcome: 'EBMS:0009',
    twin: inInfo('Z<', '+00:00<'),
  },
  { name: 'no MessageProperties', forge: without('eb:MessageProperties'), outcome: 'EBMS:0009' },
  {
    name: 'no original sender',
    forge: bySigner(
      inElement('eb:MessageProperties', /<eb:Property name="originalSender".*?<\/eb:Property>/, ''),
    ),
    outcome: 'EBMS:0010',
  },
  {
    name: 'no final recipient',
    forge: bySigner(
      inElement('eb:MessageProperties', /<eb:Property name="finalRecipient".*?<\/eb:Property>/, ''),
    ),
    outcome: 'EBMS:0010',
  },
  {
    name: 'two original senders',
    forge: bySigner(
      inElement(
        'eb:MessageProperties',
        /<eb:Property name="originalSender".*?<\/eb:Property>/,
        '$&$&',
      ),
    ),
    outcome: 'EBMS:0009',
  },
  {
    name: 'two final recipients in two spellings',
    forge: bySigner(
      inElement(
        'eb:MessageProperties',
        '</eb:MessageProperties>',
        '<eb:Property name="finalRecipient">9915:evil</eb:Property></eb:MessageProperties>',
      ),
    ),
    outcome: 'EBMS:0009',
    twin: bySigner(
      inElement(
        'eb:MessageProperties',
        '</eb:MessageProperties>',
        '<eb:Property name="other">9915:evil</eb:Property></eb:MessageProperties>',
      ),
    ),
  },
  {
    name: 'an empty original sender',
    forge: bySigner(swap('9915:sender</eb:Property>', '</eb:Property>')),
    outcome: 'EBMS:0010',
  },
  {
    name: 'a property name in small letters',
    forge: bySigner(swap('name="originalSender"', 'name="originalsender"')),
    outcome: 'EBMS:0010',
  },
]

type Contradiction = {
  name: string
  plan?: Partial<Plan>
  envelope?: Partial<Envelope>
  edit?: (hostileMessage: () => HostileMessage) => () => HostileMessage
  outcome: string
  twin?: { plan?: Partial<Plan>; envelope?: Partial<Envelope> }
}
const messageOf = ({ plan = {}, envelope = {} }: Pick<Contradiction, 'plan' | 'envelope'>) =>
  compose({ parts: [part(sbd(envelope))], ...plan })
const notServiced = 'EBMS:0004 PEPPOL:NOT_SERVICED'
const noSbd = 'EBMS:0004 the payload is not a Peppol SBD'
const otherType = documentType.replace('billing:3.0', 'selfbilling:3.0')
const recipient = (finalRecipient: string, reported = finalRecipient) => ({
  plan: { finalRecipient },
  envelope: { receiver: reported },
})

const contradictions: Contradiction[] = [
  {
    name: 'another original sender than the SBD',
    plan: { originalSender: '9915:evil' },
    outcome: 'EBMS:0004 originalSender',
  },
  {
    name: 'another sender in the SBD',
    envelope: { sender: '9915:evil' },
    outcome: 'EBMS:0004 originalSender',
    twin: { plan: { originalSender: '9915:other' }, envelope: { sender: '9915:other' } },
  },
  {
    name: 'another final recipient than the SBD',
    plan: { finalRecipient: '9915:evil' },
    outcome: 'EBMS:0004 finalRecipient',
  },
  {
    name: 'another receiver in the SBD',
    envelope: { receiver: '9915:evil' },
    outcome: 'EBMS:0004 finalRecipient',
  },
  { name: 'a receiver that we do not serve', ...recipient('9915:evil'), outcome: notServiced },
  { name: 'a receiver of another scheme', ...recipient('0088:receiver'), outcome: notServiced },
  {
    name: 'the receiver with a Cyrillic letter in both',
    ...recipient('9915:rеceiver'),
    outcome: noSbd,
  },
  {
    name: 'the receiver with a Cyrillic letter in the header',
    ...recipient('9915:rеceiver', '9915:receiver'),
    outcome: 'EBMS:0004 finalRecipient',
    twin: recipient('9915:RECEIVER', '9915:receiver'),
  },
  { name: 'the receiver in fullwidth letters', ...recipient('９９１５:receiver'), outcome: noSbd },
  {
    name: 'a sender with a Kelvin sign for a k in the header',
    plan: { originalSender: '9915:\u212aate' },
    envelope: { sender: '9915:kate' },
    outcome: 'EBMS:0004',
    twin: { plan: { originalSender: '9915:Kate' }, envelope: { sender: '9915:kate' } },
  },
  {
    name: 'a sender with a Kelvin sign for a k in the SBD',
    plan: { originalSender: '9915:kate' },
    envelope: { sender: '9915:\u212aate' },
    outcome: noSbd,
    twin: { plan: { originalSender: '9915:kate' }, envelope: { sender: '9915:KATE' } },
  },
  {
    name: 'a sender with a Kelvin sign for a k in both',
    plan: { originalSender: '9915:\u212aate' },
    envelope: { sender: '9915:\u212aate' },
    outcome: noSbd,
  },
  {
    name: 'a sender with a long s',
    plan: { originalSender: '9915:\u017fender' },
    outcome: 'EBMS:0004 originalSender',
  },
  {
    name: 'a receiver with a zero-width joiner',
    ...recipient('9915:receiver\u200d', '9915:receiver'),
    outcome: 'EBMS:0004 finalRecipient',
  },
  {
    name: 'a receiver with a no-break space in the header',
    ...recipient('9915:receiver\u00a0', '9915:receiver'),
    outcome: 'EBMS:0004 finalRecipient',
    twin: recipient(' 9915:receiver\n', '\t9915:receiver '),
  },
  {
    name: 'a receiver with a no-break space in the SBD',
    ...recipient('9915:receiver', '9915:receiver\u00a0'),
    outcome: noSbd,
  },
  {
    name: 'a receiver with a byte order mark in the SBD',
    ...recipient('9915:receiver', '\ufeff9915:receiver'),
    outcome: noSbd,
  },
  {
    name: 'a receiver with a comment and more in the SBD',
    ...recipient('9915:receiver', '9915:receiver<!-- -->.evil'),
    outcome: 'EBMS:0004 finalRecipient',
    twin: recipient('9915:receiver', '9915:rec<!-- -->eiver'),
  },
  {
    name: 'a receiver with a comment and more in the header',
    ...recipient('9915:receiver<!-- -->.evil', '9915:receiver'),
    outcome: 'EBMS:0004 finalRecipient',
    twin: recipient('9915:rec<!-- -->eiver', '9915:receiver'),
  },
  {
    name: 'a receiver with a child and more in the SBD',
    ...recipient('9915:receiver', '9915:receiver<Identifier>.evil</Identifier>'),
    outcome: noSbd,
  },
  {
    name: 'a receiver with a line end',
    ...recipient('9915:receiver&#10;9915:evil', '9915:receiver'),
    outcome: 'EBMS:0004 finalRecipient',
  },
  {
    name: 'two receivers in the SBD',
    envelope: {
      receiver:
        '9915:receiver</Identifier></Receiver><Receiver><Identifier ' +
        'Authority="iso6523-actorid-upis">9915:evil',
    },
    outcome: noSbd,
  },
  {
    name: 'two identifiers of a receiver in the SBD',
    envelope: {
      receiver: '9915:receiver</Identifier><Identifier Authority="iso6523-actorid-upis">9915:evil',
    },
    outcome: noSbd,
  },
  {
    name: 'another document type in Action',
    plan: { action: `busdox-docid-qns::${otherType}` },
    outcome: 'EBMS:0004 eb:Action',
  },
  {
    name: 'another document type in the SBD',
    envelope: { documentType: otherType },
    outcome: 'EBMS:0004 eb:Action',
  },
  {
    name: 'a document type in capitals',
    plan: { action: `busdox-docid-qns::${documentType.toUpperCase()}` },
    outcome: 'EBMS:0004 eb:Action',
  },
  {
    name: 'a document type without its scheme',
    plan: { action: documentType },
    outcome: 'EBMS:0004 eb:Action',
  },
  {
    name: 'a document type that is percent-encoded',
    plan: { action: `busdox-docid-qns::${documentType.replaceAll('#', '%23')}` },
    outcome: 'EBMS:0004 eb:Action',
  },
  {
    name: 'a document type that we do not serve',
    plan: { action: `busdox-docid-qns::${otherType}` },
    envelope: { documentType: otherType },
    outcome: notServiced,
  },
  {
    name: 'another process in Service',
    plan: { service: { type: 'cenbii-procid-ubl', value: 'urn:evil' } },
    outcome: 'EBMS:0004 eb:Service',
  },
  {
    name: 'another scheme of the process in Service',
    plan: { service: { type: 'evil', value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' } },
    outcome: 'EBMS:0004 eb:Service',
  },
  {
    name: 'another process in the SBD',
    envelope: { process: 'urn:evil' },
    outcome: 'EBMS:0004 eb:Service',
  },
  {
    name: 'a process that we do not serve',
    plan: { service: { type: 'cenbii-procid-ubl', value: 'urn:evil' } },
    envelope: { process: 'urn:evil' },
    // A registration names document types, and says nothing of processes.
    outcome: isGateway ? 'receipt' : notServiced,
  },
  {
    name: 'a document that is none of its type',
    envelope: {
      document: '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/>',
    },
    outcome: noSbd,
  },
  {
    name: 'a document of another namespace',
    envelope: { document: '<Invoice xmlns="urn:evil"/>' },
    outcome: noSbd,
  },
  {
    name: 'two documents',
    envelope: {
      document:
        '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/><Invoice/>',
    },
    outcome: noSbd,
  },
  { name: 'an SBD without an instance identifier', envelope: { instance: '' }, outcome: noSbd },
  { name: 'an SBD that is not well-formed', envelope: { instance: '<a>' }, outcome: noSbd },
  { name: 'no document', envelope: { document: '' }, outcome: noSbd },
  {
    name: 'a document with an entity',
    envelope: {
      document:
        '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">&evil;</Invoice>',
    },
    outcome: noSbd,
  },
  {
    name: 'a document of 200,000 elements inside one another',
    envelope: {
      document: `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}</Invoice>`,
    },
    outcome: noSbd,
  },
  {
    name: 'an SBD of more than a megabyte with two documents',
    envelope: {
      document: `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<a/>'.repeat(300_000)}</Invoice><Invoice/>`,
    },
    outcome: noSbd,
    twin: {
      envelope: {
        document: `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<a/>'.repeat(300_000)}</Invoice>`,
      },
    },
  },
  {
    name: 'an SBD of more than a megabyte for another receiver',
    envelope: {
      receiver: '9915:evil',
      document: `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<a/>'.repeat(300_000)}</Invoice>`,
    },
    outcome: 'EBMS:0004 finalRecipient',
  },
  {
    name: 'an SBD of more than a megabyte of another type',
    envelope: { document: `<Invoice xmlns="urn:evil">${'<a/>'.repeat(300_000)}</Invoice>` },
    outcome: noSbd,
  },
  {
    name: 'an SBD of more than a megabyte with an entity',
    envelope: {
      document: `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<a/>'.repeat(300_000)}<!ENTITY x "y"></Invoice>`,
    },
    outcome: noSbd,
  },
  {
    name: 'a bare document without an SBD',
    plan: {
      parts: [part('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>')],
    },
    outcome: noSbd,
  },
  {
    name: 'an SBD with a DOCTYPE',
    plan: {
      parts: [
        part(
          sbd().replace(
            '<StandardBusinessDocument ',
            '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x"><StandardBusinessDocument ',
          ),
        ),
      ],
    },
    outcome: noSbd,
  },
  { name: 'a payload that is no XML', plan: { parts: [part('%PDF-1.7')] }, outcome: noSbd },
  { name: 'an empty payload', plan: { parts: [part('')] }, outcome: noSbd },
  {
    name: 'two SBDs',
    plan: {
      parts: [
        part(sbd()),
        part(sbd({ receiver: '9915:evil' }), { contentId: 'second@sender.test' }),
      ],
    },
    outcome: 'EBMS:0004',
  },
]

describe('consistency of the header', () => {
  refuseAll('header', header)
  reportCosts('consistency')
})

describe('consistency with the business document', () => {
  let testReceiver: TestReceiver
  beforeAll(async () => {
    testReceiver = await openTestReceiver()
  })
  afterAll(() => testReceiver.close())

  countIn('business document', contradictions.length)
  reportCosts('business document')
  test.each(contradictions)('refuses $name: $outcome', { timeout: 10_000 }, async (one) => {
    const before = (await testReceiver.counts()).kept
    const outcome = await measured(one.name, () => testReceiver.send(messageOf(one)))
    expect(outcome.slice(0, one.outcome.length)).toBe(one.outcome)
    if (one.outcome === 'receipt') return
    expect((await testReceiver.counts()).kept).toBe(before)
    expect(
      await testReceiver.send(
        messageOf(
          one.twin
            ? {
                plan: { messageId: newMessageId(), ...one.twin.plan },
                envelope: one.twin.envelope ?? {},
              }
            : { plan: { messageId: newMessageId() } },
        ),
      ),
    ).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(before + 1)
  })
})

let twins = 0
const newMessageId = () => `twin-${++twins}@sender.test`
