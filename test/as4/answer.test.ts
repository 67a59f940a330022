import { beforeAll, describe, expect, test } from 'vitest'
import {
  As4Error,
  buildErrorSignal,
  buildReceipt,
  type HttpMessage,
  judgeAnswer,
  readSentMessage,
  type SentMessage,
  type Verdict,
} from '../../src/as4/index.ts'
import { buildMultipart } from '../../src/as4/mime.ts'
import { buildSecurity, referencesOf } from '../../src/as4/security.ts'
import { buildBody, buildMessaging, buildSoap } from '../../src/as4/soap.ts'
import { readMessage } from './captured.ts'
import { newMessage, partOf, soapOf, withSoap } from './peer.ts'
import { buildHonestMessage, keys, receive } from './receive.ts'

type Change = (soap: string) => string

const timestamp = new Date('2026-11-21T11:00:00.000Z')
const facts = () => ({ keys: keys.receiver, messageId: 'receipt-1@fourcorner.test', timestamp })

function judge(
  sent: SentMessage,
  answer: HttpMessage,
  change: { status?: number; checkSigner?: () => void } = {},
): Promise<Verdict> {
  const { status = 200, checkSigner = () => {} } = change
  const expected = { receiver: keys.receiver.certificate, checkSigner }
  return judgeAnswer(sent, { kind: 'answered', status, ...answer }, expected)
}

/** `receipt`, `error EBMS:…` or the code and detail of why there is no receipt. */
async function outcomeOf(
  sent: SentMessage,
  answer: HttpMessage,
  change: { status?: number; checkSigner?: () => void } = {},
): Promise<string> {
  const verdict = await judge(sent, answer, change)
  if (verdict.kind === 'receipt') return 'receipt'
  if (verdict.kind === 'error')
    return `error ${verdict.errors.map((error) => error.code).join(' ')}`
  return `${verdict.code} ${verdict.detail}`
}

describe('judging an answer', () => {
  let sent: SentMessage
  let receipt: HttpMessage
  beforeAll(async () => {
    const request = await buildHonestMessage()
    sent = readSentMessage(request)
    receipt = await buildReceipt(await receive(request), facts())
  })

  test('accepts the receipt of our own receiver', async () => {
    const answer = { kind: 'answered', status: 200, ...receipt } as const
    const verdict = await judgeAnswer(sent, answer, {
      receiver: keys.receiver.certificate,
      checkSigner() {},
    })
    expect(verdict).toMatchObject({
      kind: 'receipt',
      messageId: 'receipt-1@fourcorner.test',
      timestamp: '2026-11-21T11:00:00.000Z',
      warnings: [],
    })
    expect(
      verdict.kind === 'receipt' && verdict.signer.raw.equals(keys.receiver.certificate.raw),
    ).toBe(true)
  })

  test('accepts the receipt of phase4 for the message of phase4', async () => {
    const request = readSentMessage(readMessage('phase4-user-message', 'mime'))
    expect(await outcomeOf(request, readMessage('phase4-receipt', 'xml'))).toBe('receipt')
  })

  test('accepts a receipt with any HTTP status, and without a Content-Type', async () => {
    expect(await outcomeOf(sent, receipt, { status: 500 })).toBe('receipt')
    const untyped = {
      kind: 'answered',
      status: 200,
      contentType: undefined,
      body: receipt.body,
    } as const
    const expected = { receiver: keys.receiver.certificate, checkSigner() {} }
    expect((await judgeAnswer(sent, untyped, expected)).kind).toBe('receipt')
  })

  test('accepts a receipt as the one part of a multipart, not as one of two', async () => {
    const part = { headers: { 'Content-Type': 'application/soap+xml' }, body: receipt.body }
    expect(await outcomeOf(sent, buildMultipart([part], 'b'))).toBe('receipt')
    expect(
      await outcomeOf(sent, buildMultipart([part, { headers: {}, body: Buffer.from('x') }], 'b')),
    ).toMatch(/receipt-missing/)
  })

  test('takes the token that the signature names, when there are two', async () => {
    const twin = (soap: string) =>
      partOf(soap, 'wsse:BinarySecurityToken').replace('"signer-token"', '"first"')
    const two = withSoap(receipt, (soap) =>
      soap.replace('<wsse:BinarySecurityToken', (start) => twin(soap) + start),
    )
    expect(await outcomeOf(sent, two)).toBe('receipt')
    const stranger = withSoap(two, (soap) =>
      soap.replace(/("first">)[^<]*/, `$1${keys.sender.certificate.raw.toString('base64')}`),
    )
    expect(await outcomeOf(sent, stranger)).toBe('receipt')
  })

  const swap =
    (from: string | RegExp, to: string): Change =>
    (soap) =>
      soap.replace(from, to)
  const drop =
    (name: string): Change =>
    (soap) =>
      soap.replace(partOf(soap, name), '')
  const invalid = 'as4.receipt-signature-invalid EBMS:0101'

  const forged: [string, Change, string][] = [
    [
      'no signature',
      drop('ds:Signature'),
      `${invalid} FailedAuthentication: the message is not signed`,
    ],
    [
      'no Security header',
      drop('wsse:Security'),
      `${invalid} FailedAuthentication: the message is not signed`,
    ],
    [
      'a changed digest',
      swap(/(<eb:Receipt>.*?<ds:DigestValue>)./, '$1/'),
      `${invalid} FailedAuthentication: the digest of Messaging`,
    ],
    [
      'a changed RefToMessageId',
      swap('<eb:RefToMessageId>', '<eb:RefToMessageId>x'),
      `${invalid} FailedAuthentication: the digest of Messaging`,
    ],
    [
      'a changed Body',
      swap('</S12:Body>', '<a/></S12:Body>'),
      `${invalid} FailedAuthentication: the digest of Body`,
    ],
    [
      'a changed signature value',
      swap(/(<ds:SignatureValue>)..../, '$1AAAA'),
      `${invalid} FailedAuthentication: the signature value`,
    ],
    [
      'a Messaging that is not signed',
      swap(/<ds:Reference URI="#messaging".*?<\/ds:Reference>/, ''),
      `${invalid} FailedAuthentication: eb:Messaging is not signed`,
    ],
    [
      'a Body that is not signed',
      swap(/<ds:Reference URI="#body".*?<\/ds:Reference>/, ''),
      `${invalid} FailedAuthentication: the Body is not signed`,
    ],
    [
      'a reference to a part that is not there',
      swap(
        '</ds:SignedInfo>',
        '<ds:Reference ' +
          'URI="cid:x"><ds:Transforms><ds:Transform ' +
          'Algorithm="http://docs.oasis-open.org/wss/' +
          'oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform"/></ds:Transforms>' +
          '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>' +
          '<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference></ds:SignedInfo>',
      ),
      `${invalid} FailedAuthentication: a signed part is missing`,
    ],
    [
      'two receipts',
      (s) => s.replace(partOf(s, 'eb:Receipt'), (x) => x + x),
      'as4.receipt-signature-invalid the answer contains several',
    ],
    [
      'two signals with receipts',
      (s) => s.replace(partOf(s, 'eb:SignalMessage'), (x) => x + x),
      'as4.receipt-signature-invalid the answer contains several',
    ],
    [
      'two Messagings',
      swap(
        '</S12:Header>',
        '<e:Messaging xmlns:e="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/"/>' +
          '</S12:Header>',
      ),
      'as4.receipt-missing',
    ],
    [
      'no receipt in the signal',
      drop('eb:Receipt'),
      'as4.receipt-missing the answer contains no receipt',
    ],
    [
      'a user message instead',
      (s) => s.replaceAll('eb:SignalMessage', 'eb:UserMessage'),
      'as4.receipt-missing the answer contains no receipt',
    ],
  ]
  test.each(forged)('refuses a receipt with %s', async (_name, change, expected) => {
    expect((await outcomeOf(sent, withSoap(receipt, change))).slice(0, expected.length)).toBe(
      expected,
    )
  })

  test('refuses a bit flipped in the receipt of phase4', async () => {
    const request = readSentMessage(readMessage('phase4-user-message', 'mime'))
    const flipped = withSoap(
      readMessage('phase4-receipt', 'xml'),
      swap('version="4.4.1"', 'version="4.4.2"'),
    )
    expect(await outcomeOf(request, flipped)).toMatch(
      /^as4.receipt-signature-invalid .* the digest of Messaging/,
    )
  })

  test('refuses an untrusted signer, and a trusted one that is not the receiver', async () => {
    const checkSigner = () => {
      throw new Error('a stranger')
    }
    expect(await outcomeOf(sent, receipt, { checkSigner })).toBe(
      'as4.receipt-signature-invalid a stranger',
    )
    const other = await buildReceipt(await receive(await buildHonestMessage()), {
      ...facts(),
      keys: keys.sender,
    })
    expect(await outcomeOf(sent, other)).toBe(
      'as4.receipt-signature-invalid the receipt is signed by another access point',
    )
  })

  describe('compares what a well-signed receipt covers with what was sent', () => {
    // Changing what we expect is equivalent to a receipt that says something else, signed with the
    // right key.
    const [same, flip] = [
      (value: Buffer) => value,
      (value: Buffer) => Buffer.from(value.map((byte) => byte ^ 1)),
    ]
    const change =
      (index: number, digest = same, more: object = {}) =>
      (from: SentMessage) => ({
        ...from,
        references: from.references.map((reference, at) =>
          at === index ? { ...reference, ...more, digest: digest(reference.digest) } : reference,
        ),
      })

    const different: [string, (from: SentMessage) => SentMessage, string][] = [
      [
        'another message',
        (from) => ({ ...from, messageId: 'other@fourcorner.test' }),
        'as4.receipt-wrong-reference the receipt is for another message',
      ],
      [
        'another digest of Messaging',
        change(0, flip),
        'as4.receipt-digest-mismatch the receipt ' +
          'does not cover 1 of the 3 parts that were signed',
      ],
      [
        'another digest of the payload',
        change(2, flip),
        'as4.receipt-digest-mismatch the ' +
          'receipt does not cover 1 of the 3 parts that were signed',
      ],
      [
        'another URI',
        change(2, same, { uri: 'cid:x@y' }),
        'as4.receipt-digest-mismatch the ' +
          'receipt does not cover 1 of the 3 parts that were signed',
      ],
      [
        'another digest method',
        change(1, same, { digestMethod: 'x' }),
        'as4.receipt-digest-mismatch the receipt does not cover 1 of the 3 parts that were signed',
      ],
      [
        'another transform',
        change(1, same, { transforms: [] }),
        'as4.receipt-digest-mismatch ' +
          'the receipt does not cover 1 of the 3 parts that were signed',
      ],
      [
        'other prefixes',
        change(0, same, {
          transforms: [
            { algorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#', inclusivePrefixes: ['S12'] },
          ],
        }),
        'as4.receipt-digest-mismatch the receipt does not cover 1 of the 3 parts that were signed',
      ],
      [
        'a digest missing',
        (from) => ({
          ...from,
          references: [...from.references, { ...from.references[2]!, uri: 'cid:second@x' }],
        }),
        'as4.receipt-digest-mismatch the receipt does not cover 1 of the 4 parts that were signed',
      ],
      [
        'a digest too many',
        (from) => ({ ...from, references: from.references.slice(1) }),
        'as4.receipt-digest-mismatch the receipt covers more than was signed',
      ],
    ]
    test.each(different)('%s', async (_name, from, expected) => {
      expect(await outcomeOf(from(sent), receipt)).toBe(expected)
    })

    test('but not their order', async () => {
      expect(
        await outcomeOf({ ...sent, references: [...sent.references].reverse() }, receipt),
      ).toBe('receipt')
    })

    test('and a digest left out by a receiver that signs well', async () => {
      const received = await receive(await buildHonestMessage())
      const short = await buildReceipt(
        { ...received, references: received.references.slice(0, 2) },
        facts(),
      )
      expect(await outcomeOf(sent, short)).toMatch(/^as4.receipt-digest-mismatch/)
      const none = await buildReceipt({ ...received, references: [] }, facts())
      expect(await outcomeOf(sent, none)).toMatch(/^as4.receipt-digest-mismatch/)
    })
  })

  describe('errors', () => {
    const [first, second] = [
      '48d85df3-3c57-4e15-a4cf-81e8cc20f4ea@phase4-peer',
      'ddd4d911-d5bb-4f3f-b0f5-769a9d10f2bb@phase4-peer',
    ]
    const captured: [string, string, string, string][] = [
      ['phase4-error', 'EBMS:0004', 'Other', first],
      ['phase4-error-decrypt', 'EBMS:0102', 'FailedDecryption', first],
      ['phase4-error-not-serviced', 'EBMS:0004', 'Other', second],
    ]
    test.each(captured)('reads %s', async (name, code, shortDescription, messageId) => {
      const verdict = await judge({ ...sent, messageId }, readMessage(name, 'xml'))
      expect(verdict).toMatchObject({
        kind: 'error',
        errors: [{ code, severity: 'failure', shortDescription, refToMessageId: messageId }],
      })
      if (verdict.kind === 'error' && name.endsWith('serviced'))
        expect(verdict.errors[0]).toMatchObject({
          detail: 'PEPPOL:NOT_SERVICED',
          description: 'An undefined error occurred.',
        })
    })

    test.each(captured)('does not take %s for an answer to another message', async (name) => {
      expect(await outcomeOf(sent, readMessage(name, 'xml'))).toBe(
        'as4.receipt-wrong-reference the answer is an error about another message',
      )
    })

    test('says what happened only once, whichever of its texts are read together', async () => {
      const detail = 'the payload could not be decompressed'
      const verdict = await judge(
        sent,
        await buildErrorSignal(new As4Error('EBMS:0303', detail), facts()),
      )
      expect(verdict).toMatchObject({ kind: 'error', errors: [{ code: 'EBMS:0303', detail }] })
      const [reported] = verdict.kind === 'error' ? verdict.errors : []
      expect(reported?.description).toBe('The message is refused.')
      expect(reported?.shortDescription).toBe('DecompressionFailure')
    })

    test('reads our own, signed and about the message', async () => {
      const error = new As4Error('EBMS:0004', 'PEPPOL:NOT_SERVICED', {
        refToMessageId: newMessage.messageId,
      })
      const signal = await buildErrorSignal(error, facts())
      const soap = soapOf(signal)
      expect(await outcomeOf(sent, signal)).toBe('error EBMS:0004')
      expect(soap).toContain(
        '<eb:Error category="Content" errorCode="EBMS:0004" ' +
          `refToMessageInError="${newMessage.messageId}" severity="failure" ` +
          'shortDescription="Other">',
      )
      expect(soap).toContain(`<eb:RefToMessageId>${newMessage.messageId}</eb:RefToMessageId>`)
      expect(soap).toContain('<eb:ErrorDetail>PEPPOL:NOT_SERVICED</eb:ErrorDetail>')
      const asReceipt = withSoap(
        signal,
        swap(/<eb:Error .*<\/eb:Error>/, '<eb:Receipt></eb:Receipt>'),
      )
      expect(await outcomeOf(sent, asReceipt)).toMatch(
        /^as4.receipt-signature-invalid .* the digest of Messaging/,
      )
    })

    test('does not reveal a cause, and can build an error about no message', async () => {
      const soap = soapOf(
        await buildErrorSignal(new As4Error('EBMS:0007', undefined, { cause: 'secret' }), facts()),
      )
      expect(soap).not.toMatch(/secret|RefToMessage|refToMessage|ErrorDetail/)
    })

    const unsigned = (soap: string) => soap.replace(partOf(soap, 'wsse:Security'), '')
    const error = (severity: string) =>
      `<eb:Error errorCode="EBMS:0303" severity="${severity}"></eb:Error>`

    test('are believed unsigned, with any HTTP status, and before a receipt', async () => {
      const signal = withSoap(
        await buildErrorSignal(new As4Error('EBMS:0101', 'x'), facts()),
        unsigned,
      )
      expect(await outcomeOf(sent, signal, { status: 500 })).toBe('error EBMS:0101')
      for (const severity of ['failure', 'Failure', 'error', '']) {
        const both = withSoap(receipt, swap('</eb:Receipt>', `</eb:Receipt>${error(severity)}`))
        expect(await outcomeOf(sent, both)).toBe('error EBMS:0303')
      }
    })

    test('that are warnings may accompany a receipt, but do not replace it', async () => {
      const info = partOf(soapOf(receipt), 'eb:MessageInfo') + partOf(soapOf(receipt), 'eb:Receipt')
      const messaging = buildMessaging(
        `<eb:SignalMessage>${info}${error('warning')}</eb:SignalMessage>`,
      )
      const body = buildBody()
      const references = referencesOf({ messaging, body, attachments: [] })
      const security = await buildSecurity(references, keys.receiver)
      const warned = { ...receipt, body: buildSoap({ security, messaging, body }) }
      expect(await judge(sent, warned)).toMatchObject({
        kind: 'receipt',
        warnings: [{ code: 'EBMS:0303', severity: 'warning' }],
      })
      const warning = withSoap(
        await buildErrorSignal(new As4Error('EBMS:0002', 'slow'), facts()),
        unsigned,
      )
      expect(await outcomeOf(sent, warning)).toBe(
        'as4.receipt-missing the answer contains only warnings: EBMS:0002 slow',
      )
    })
  })

  const silent: [string, number, string, string, string][] = [
    [
      'nothing',
      200,
      'application/soap+xml',
      '',
      'as4.receipt-missing the answer contains no receipt: an empty body',
    ],
    [
      'nothing, accepted',
      202,
      '',
      '',
      'as4.receipt-missing the answer contains no receipt: an empty body',
    ],
    [
      'nothing, with an error status',
      503,
      '',
      '',
      'transport.http-status HTTP 503 without an ebMS signal: an empty body',
    ],
    [
      'a page of a proxy',
      200,
      'text/html',
      '<html><body>Welcome</body></html>',
      'as4.receipt-missing the answer contains no receipt: text/html',
    ],
    [
      'an error page',
      404,
      'text/html',
      '<!DOCTYPE html><html>',
      'transport.http-status HTTP 404 without an ebMS signal: text/html',
    ],
    [
      'a redirect',
      302,
      'text/html',
      '',
      'transport.http-status HTTP 302 without an ebMS signal: an empty body',
    ],
    [
      'a SOAP fault',
      500,
      'application/soap+xml',
      '<S:Envelope xmlns:S="http://www.w3.org/2003/05/soap-envelope"><S:Header/><S:Body><S:Fault>' +
        '<S:Reason><S:Text xml:lang="en"> it failed ' +
        '</S:Text></S:Reason></S:Fault></S:Body></S:Envelope>',
      'transport.http-status HTTP 500 without an ebMS signal: a SOAP fault, it failed',
    ],
    [
      'a broken multipart',
      200,
      'multipart/related',
      '--x',
      'as4.receipt-missing the answer contains no receipt: multipart/related',
    ],
    [
      'bytes',
      200,
      'application/octet-stream',
      '\u0000\u0001',
      'as4.receipt-missing the answer contains no receipt: application/octet-stream',
    ],
  ]
  test.each(silent)('%s is no receipt', async (_name, status, contentType, body, expected) => {
    expect(await outcomeOf(sent, { contentType, body: Buffer.from(body) }, { status })).toBe(
      expected,
    )
  })
})
