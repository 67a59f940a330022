import { beforeAll, describe, expect, test } from 'vitest'
import type { HttpMessage } from '../../src/as4/index.ts'
import { namespaces as ns } from '../../src/as4/profile.ts'

import { newMessage, partOf, withSoap } from './peer.ts'
import { buildHonestMessage, outcomeOf, receive } from './receive.ts'

type Change = (soap: string) => string

const swap =
  (from: string | RegExp, to: string): Change =>
  (soap) =>
    soap.replace(from, to)
const drop =
  (name: string): Change =>
  (soap) =>
    soap.replace(partOf(soap, name), '')
const both =
  (...changes: Change[]): Change =>
  (soap) =>
    changes.reduce((text, change) => change(text), soap)
const intoHeader = (xml: string) => swap('</S12:Header>', `${xml}</S12:Header>`)
const intoSecurity = (xml: string) => swap('</wsse:Security>', `${xml}</wsse:Security>`)
const intoSignature = (xml: string) => swap('</ds:Signature>', `${xml}</ds:Signature>`)
const foreign = (xml: string) =>
  `<w:Foreign xmlns:w="urn:w" xmlns:wsse="${ns.wsse}">${xml}</w:Foreign>`
const messaging = (soap: string) => partOf(soap, 'eb:Messaging')
const body = (soap: string) => partOf(soap, 'S12:Body')
const signature = (soap: string) => partOf(soap, 'ds:Signature')
const otherId = (xml: string) => xml.replace(/wsu:Id="\w+"/, 'wsu:Id="other"')
const reference = (uri: string) => new RegExp(`<ds:Reference URI="${uri}.*?</ds:Reference>`)
const inReference = (before: string, after: string) =>
  swap(new RegExp(`(URI="#body">.*?)${before}`), `$1${after}`)
const withId = (attribute: string) =>
  swap('<wsse:BinarySecurityToken ', `<wsse:BinarySecurityToken ${attribute} `)
const token = (id: string) => new RegExp(`<wsse:Reference URI="#${id}".*?</wsse:Reference>`)
const oaep = 'http://www.w3.org/2009/xmlenc11#rsa-oaep'
const hash = /<ds:DigestMethod xmlns:ds[^>]*><\/ds:DigestMethod>/

/**
 * Puts the signed original where `place` says, and an altered copy under another id where the
 * original stood.
 */
const relocate =
  (find: (soap: string) => string, place: (original: string) => Change): Change =>
  (soap) =>
    place(find(soap))(
      soap.replace(find(soap), otherId(find(soap)).replace('9915:receiver', '9915:evil')),
    )

const forged: [string, Change, string][] = [
  ['no signature', drop('ds:Signature'), 'EBMS:0101 the message is not signed'],
  ['no Security header', drop('wsse:Security'), 'EBMS:0101 the message is not signed'],
  [
    'a second Security header',
    intoHeader(`<q:Security xmlns:q="${ns.wsse}"/>`),
    'EBMS:0009 there must be only one wsse:Security',
  ],
  [
    'two signatures',
    (s) => s.replace(signature(s), (x) => x + x.replace(' Id="signature"', '')),
    'EBMS:0101 there must be only one signature',
  ],
  [
    'a signature in the header',
    (s) => relocate(signature, (x) => both(drop('ds:Signature'), intoHeader(foreign(x))))(s),
    'EBMS:0101 Signature is in the wrong place',
  ],
  [
    'another signature in the header',
    (s) => intoHeader(foreign(signature(s).replace(' Id="signature"', '')))(s),
    'EBMS:0101 Signature is in the wrong place',
  ],
  [
    'a token in the header',
    intoHeader(foreign('<wsse:BinarySecurityToken/>')),
    'EBMS:0101 BinarySecurityToken is in the wrong place',
  ],
  [
    'a token in the signature',
    intoSignature('<wsse:BinarySecurityToken/>'),
    'EBMS:0101 BinarySecurityToken is in the wrong place',
  ],
  [
    'an encrypted key in the header',
    (s) => both(drop('xenc:EncryptedKey'), intoHeader(foreign(partOf(s, 'xenc:EncryptedKey'))))(s),
    'EBMS:0101 EncryptedKey is in the wrong place',
  ],
  [
    'a second Messaging',
    (s) => intoHeader(otherId(messaging(s)))(s),
    'EBMS:0009 there must be exactly one eb:Messaging',
  ],
  [
    'a second Body',
    (s) => s.replace(body(s), (x) => otherId(x) + x),
    'EBMS:0009 the SOAP part is not a SOAP 1.2 envelope',
  ],
  [
    'the signed Messaging in a foreign block',
    relocate(messaging, (x) => intoHeader(foreign(x))),
    'EBMS:0101 Messaging is in the wrong place',
  ],
  [
    'the signed Messaging in Security',
    relocate(messaging, intoSecurity),
    'EBMS:0101 Messaging is in the wrong place',
  ],
  [
    'the signed Messaging in the signature',
    relocate(messaging, (x) => intoSignature(`<ds:Object>${x}</ds:Object>`)),
    'EBMS:0101 Messaging is in the wrong place',
  ],
  [
    'the signed Messaging in the Body',
    relocate(messaging, (x) => swap('</S12:Body>', `${x}</S12:Body>`)),
    'EBMS:0101 Messaging is in the wrong place',
  ],
  [
    'the signed Messaging in the Messaging',
    relocate(messaging, (x) => swap('</eb:Messaging>', `${x}</eb:Messaging>`)),
    'EBMS:0101 Messaging is in the wrong place',
  ],
  [
    'the signed Messaging after the Body',
    relocate(messaging, (x) => swap('</S12:Envelope>', `${x}</S12:Envelope>`)),
    'EBMS:0009 the SOAP part is not a SOAP 1.2 envelope',
  ],
  [
    'the signed Body in a foreign block',
    relocate(body, (x) => intoHeader(foreign(x))),
    'EBMS:0101 Body is in the wrong place',
  ],
  [
    'the signed Body in Security',
    relocate(body, intoSecurity),
    'EBMS:0101 Body is in the wrong place',
  ],
  [
    'a whole envelope in the header',
    (s) => intoHeader(foreign(s.replace(/<\?.*?\?>/, '')))(s),
    'EBMS:0101 Envelope is in the wrong place',
  ],
  [
    'a clone under the signed id',
    (s) =>
      both(
        swap(messaging(s), otherId(messaging(s))),
        intoHeader('<w:M xmlns:w="urn:w" Id="messaging"/>'),
      )(s),
    'EBMS:0101 eb:Messaging is not signed',
  ],
  ['an id twice', withId('Id="messaging"'), 'EBMS:0101 an id is empty or not unique'],
  ['an id twice, as ID', withId('ID="body"'), 'EBMS:0101 an id is empty or not unique'],
  [
    'an id twice, as xml:id',
    withId('xml:id="messaging"'),
    'EBMS:0101 an id is empty or not unique',
  ],
  [
    'an id twice, in a foreign namespace',
    withId('xmlns:f="urn:f" f:iD="messaging"'),
    'EBMS:0101 an id is empty or not unique',
  ],
  [
    'an id twice, on one element',
    withId('id="recipient-token"'),
    'EBMS:0101 an id is empty or not unique',
  ],
  ['an empty id', withId('Id=""'), 'EBMS:0101 an id is empty or not unique'],
  [
    'no reference to Messaging',
    swap(reference('#messaging'), ''),
    'EBMS:0101 eb:Messaging is not signed',
  ],
  ['no reference to the Body', swap(reference('#body'), ''), 'EBMS:0101 the Body is not signed'],
  [
    'no reference to the payload',
    swap(reference('cid:'), ''),
    'EBMS:0101 a payload part is not signed',
  ],
  ['a reference twice', swap(reference('#body'), '$&$&'), 'EBMS:0101 something is signed twice'],
  [
    'a reference to the whole document',
    swap('URI="#body"', 'URI=""'),
    'EBMS:0101 a signed element is missing',
  ],
  [
    'a reference to nothing',
    swap('URI="#body"', 'URI="#nothing"'),
    'EBMS:0101 a signed element is missing',
  ],
  [
    'a reference to the web',
    swap('URI="#body"', 'URI="http://127.0.0.1/"'),
    'EBMS:0101 a signed element is missing',
  ],
  [
    'a reference to another part',
    swap('<ds:Reference URI="cid:', '<ds:Reference URI="cid:x'),
    'EBMS:0101 a payload part is not signed',
  ],
  [
    'a reference to a part too many',
    swap(/<ds:Reference URI="cid:(.*?<\/ds:Reference>)/, '$&<ds:Reference URI="cid:x$1'),
    'EBMS:0101 a signed part is missing',
  ],
  [
    'a transform that empties',
    inReference(
      'Algorithm="[^"]*"',
      'Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"',
    ),
    'EBMS:0101 a transform does not match the profile',
  ],
  [
    'an XPath transform',
    inReference(
      '</ds:Transforms>',
      '<ds:Transform ' +
        'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
    ),
    'EBMS:0101 a transform does not match the profile',
  ],
  [
    'an XPath parameter',
    inReference('</ds:Transform>', '<ds:XPath>/..</ds:XPath></ds:Transform>'),
    'EBMS:0101 the signature cannot be parsed',
  ],
  [
    'no transform',
    inReference('<ds:Transforms>.*?</ds:Transforms>', ''),
    'EBMS:0101 a transform does not match the profile',
  ],
  [
    'the complete-attachment transform',
    swap('Attachment-Content-Signature', 'Attachment-Complete-Signature'),
    'EBMS:0101 a transform does not match the profile',
  ],
  [
    'inclusive canonicalization',
    swap(
      /(<ds:CanonicalizationMethod Algorithm=")[^"]*/,
      '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    ),
    'EBMS:0101 the canonicalization method does not match the profile',
  ],
  [
    'RSA with SHA-1',
    swap('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1'),
    'EBMS:0101 the signature method does not match the profile',
  ],
  [
    'HMAC',
    swap('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
    'EBMS:0101 the signature method does not match the profile',
  ],
  [
    'a SHA-1 digest',
    inReference('2001/04/xmlenc#sha256', '2000/09/xmldsig#sha1'),
    'EBMS:0101 a digest method does not match the profile',
  ],
  [
    'a changed signature value',
    swap(/(<ds:SignatureValue>)..../, '$1AAAA'),
    'EBMS:0101 the signature value is wrong',
  ],
  [
    'a changed digest value',
    inReference('<ds:DigestValue>.', '<ds:DigestValue>/'),
    'EBMS:0101 the signature value is wrong',
  ],
  [
    'a changed Messaging',
    swap('9915:receiver', '9915:receives'),
    'EBMS:0101 the digest of Messaging does not match',
  ],
  [
    'a changed Body',
    swap('<S12:Body ', '<S12:Body a="b" '),
    'EBMS:0101 the digest of Body does not match',
  ],
  [
    'the recipient as the signer',
    swap(token('signer-token'), '<wsse:Reference URI="#recipient-token"/>'),
    'EBMS:0101 the signature value is wrong',
  ],
  [
    'a key named by issuer and serial',
    swap(token('signer-token'), '<ds:X509Data><ds:X509IssuerSerial/></ds:X509Data>'),
    'EBMS:0103',
  ],
  [
    'a key named by its identifier',
    swap(token('recipient-token'), '<wsse:KeyIdentifier>AAAA</wsse:KeyIdentifier>'),
    'EBMS:0103',
  ],
  ['a key named twice', swap(token('signer-token'), '$&$&'), 'EBMS:0103'],
  [
    'a key in plain',
    swap(/(<\/ds:SignatureValue><ds:KeyInfo>).*?(<\/ds:KeyInfo>)/, '$1<ds:KeyValue/>$2'),
    'EBMS:0103',
  ],
  [
    'a key named as something else',
    swap(token('signer-token'), '<wsse:Reference URI="#signer-token" ValueType="urn:x"/>'),
    'EBMS:0103',
  ],
  ['a token that is a path', (s) => s.replaceAll('#X509v3', '#X509PKIPathv1'), 'EBMS:0103'],
  [
    'a token that is no certificate',
    swap(/("signer-token">)[^<]*/, '$1AAAA'),
    'EBMS:0101 a BinarySecurityToken contains no certificate',
  ],
  ['no encrypted key', drop('xenc:EncryptedKey'), 'EBMS:0102 the message is not encrypted'],
  [
    'two encrypted keys',
    (s) =>
      s.replace(partOf(s, 'xenc:EncryptedKey'), (x) => x + x.replace(' Id="encrypted-key"', '')),
    'EBMS:0102 there must be only one encrypted key',
  ],
  [
    'a lone encrypted key',
    both(drop('xenc:EncryptedData'), drop('xenc:DataReference')),
    'EBMS:0102 a payload part is not encrypted',
  ],
  [
    'encrypted data that the key does not name',
    drop('xenc:DataReference'),
    'EBMS:0102 the list of encrypted parts does not match the profile',
  ],
  [
    'encrypted data that is named twice',
    (s) => s.replace(partOf(s, 'xenc:DataReference'), '$&$&'),
    'EBMS:0102 the list of encrypted parts does not match the profile',
  ],
  [
    'encrypted data of another part',
    swap('CipherReference URI="cid:', 'CipherReference URI="cid:x'),
    'EBMS:0102 a payload part is not encrypted',
  ],
  ['encrypted data with another key', swap('"#encrypted-key"', '"#signer-token"'), 'EBMS:0103'],
  [
    'a changed wrapped key',
    swap(/(<xenc:CipherValue>)..../, '$1AAAA'),
    'EBMS:0102 the message could not be decrypted',
  ],
  [
    'a wrapped key that is no base64',
    swap('<xenc:CipherValue>', '<xenc:CipherValue>*'),
    'EBMS:0102 the message could not be decrypted',
  ],
  [
    'RSA 1.5',
    swap(oaep, 'http://www.w3.org/2001/04/xmlenc#rsa-1_5'),
    'EBMS:0102 the encryption of the key does not',
  ],
  [
    'OAEP with the mask of 2001',
    swap(oaep, 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'),
    'EBMS:0102 the encryption of the key does not',
  ],
  [
    'OAEP with a mask of SHA-1',
    swap('mgf1sha256', 'mgf1sha1'),
    'EBMS:0102 the encryption of the key does not',
  ],
  ['OAEP with no mask', drop('xenc11:MGF'), 'EBMS:0102 the encryption of the key does not'],
  ['OAEP with no hash', swap(hash, ''), 'EBMS:0102 the encryption of the key does not'],
  ['OAEP with two hashes', swap(hash, '$&$&'), 'EBMS:0102 the encryption of the key does not'],
  [
    'OAEP with two hashes and no mask',
    both(swap(hash, '$&$&'), drop('xenc11:MGF')),
    'EBMS:0102 the encryption of the key does not',
  ],
  [
    'OAEP with a label',
    swap('</xenc11:MGF>', '</xenc11:MGF><xenc:OAEPparams>AAAA</xenc:OAEPparams>'),
    'EBMS:0102 the encryption of the key does not',
  ],
  [
    'AES in CBC',
    swap('2009/xmlenc11#aes128-gcm', '2001/04/xmlenc#aes128-cbc'),
    'EBMS:0102 the encryption of a part does not',
  ],
  [
    'encrypted MIME headers',
    swap('#Attachment-Content-Only', '#Attachment-Complete'),
    'EBMS:0102 the encryption of a part does not',
  ],
  [
    'another cipher transform',
    swap('#Attachment-Ciphertext-Transform', '#Other'),
    'EBMS:0102 the encryption of a part does not',
  ],
  [
    'a DOCTYPE',
    swap('<S12:Envelope', '<!DOCTYPE a><S12:Envelope'),
    'EBMS:0009 the SOAP part is not acceptable XML',
  ],
  [
    'a processing instruction',
    swap('<S12:Header>', '<?a b?><S12:Header>'),
    'EBMS:0009 the SOAP part is not acceptable XML',
  ],
  [
    'SOAP 1.1',
    (s) => s.replaceAll(ns.S12, 'http://schemas.xmlsoap.org/soap/envelope/'),
    'EBMS:0009 the SOAP part is not a SOAP 1.2 envelope',
  ],
  [
    'something in the Body',
    swap('</S12:Body>', '<a/></S12:Body>'),
    'EBMS:0009 the SOAP Body must be empty',
  ],
  [
    'text in the Body',
    swap('</S12:Body>', 'text</S12:Body>'),
    'EBMS:0009 the SOAP Body must be empty',
  ],
  [
    'an unknown block that must be understood',
    intoHeader('<w:W xmlns:w="urn:w" S12:mustUnderstand="1"/>'),
    'EBMS:0009 a mandatory header block',
  ],
  [
    'very many elements',
    intoHeader(foreign('<a/>'.repeat(60_000))),
    'EBMS:0009 the SOAP part is not acceptable XML',
  ],
  [
    'very deep elements',
    intoHeader(foreign('<a>'.repeat(20_000) + '</a>'.repeat(20_000))),
    'EBMS:0009 the SOAP part is not acceptable XML',
  ],
  [
    'an envelope over a megabyte',
    intoHeader(foreign(' '.repeat(1_000_000))),
    'EBMS:0009 the SOAP part is too large',
  ],
]

const harmless: [string, Change][] = [
  ['a foreign block that need not be understood', intoHeader(foreign('<a/>'))],
  ['line breaks in base64', swap(/(<ds:SignatureValue>.{40})/, '$1&#13;\n')],
  [
    'Messaging before Security',
    (s) => s.replace(messaging(s), '').replace('<S12:Header>', (x) => x + messaging(s)),
  ],
  ['white space between the blocks', swap('<S12:Header>', '\n  <S12:Header>\n')],
  ['an unknown token, not used', intoSecurity('<wsse:UsernameToken/>')],
]

describe('the receiver', () => {
  let honest: HttpMessage
  beforeAll(async () => {
    honest = await buildHonestMessage()
  })

  test.each(forged)('refuses %s', async (_name, change, expected) => {
    const outcome = await outcomeOf(receive(withSoap(honest, change)))
    expect(outcome.slice(0, expected.length)).toBe(expected)
  })

  test.each(harmless)('accepts %s', async (_name, change) => {
    expect(await outcomeOf(receive(withSoap(honest, change)))).toBe('accepted')
  })

  test('says which message it refuses, as soon as it has read the MessageId', async () => {
    const opened = receive(withSoap(honest, drop('ds:Signature')))
    await expect(opened).rejects.toMatchObject({ refToMessageId: newMessage.messageId })
  })
})
