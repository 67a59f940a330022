// Who may sign: an access point of the network with its own key, and nobody else.
import type { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { describe } from 'vitest'
import { checkAccessPoint, type RevocationOf } from '../../../src/peppol/index.ts'
import { byStranger, drop, inElement, swap } from './edits.ts'
import { compose } from './hostile-message.ts'
import { type Case, refuseAll, reportCosts } from './judge.ts'
import * as pki from './pki.ts'

const {
  sender,
  receiver,
  neighbour,
  root,
  accessPointIssuer,
  smpIssuer,
  strangerKey: privateKey,
} = pki

/** Signed with the key that belongs to the certificate, which is all that an attacker can do. */
const signedBy = (wish: Parameters<typeof pki.leaf>[0]) => () =>
  compose({ signer: pki.leaf({ privateKey, ...wish }) })
const renewed = signedBy({ name: 'POP000001' })
const otherRoot = pki.authority({ name: 'Root', privateKey, usages: ['keyCertSign'] })
const otherIssuer = pki.authority({ name: 'AP CA', privateKey, issuer: otherRoot })
const lowerIssuer = pki.authority({ name: 'Sub CA', privateKey, issuer: accessPointIssuer })
const asIssuer = { ...accessPointIssuer, privateKey }
const weak = pki.newPrivateKey(1024)

const shows =
  (token: X509Certificate, signer = { ...sender, privateKey }) =>
  () =>
    compose({ signer, token })
const withToken = (value: (der: Buffer) => string) => () => {
  const hostileMessage = compose()
  const der = sender.certificate.raw
  return {
    ...hostileMessage,
    soap: hostileMessage.soap.replace(
      `wsu:Id="signer">${der.toString('base64')}`,
      `wsu:Id="signer">${value(der)}`,
    ),
  }
}
const badSigner = 'EBMS:0101 the signer is not a trusted access point'
const noCertificate = 'EBMS:0101 a BinarySecurityToken contains no certificate'
const badValue = 'EBMS:0101 the signature value is wrong'
const day = (text: string) => `2026-06-${text}T12:00:00Z`

const cases: Case[] = [
  {
    name: 'a message without a signature',
    forge: byStranger(drop('ds:Signature')),
    outcome: 'EBMS:0101 the message is not signed',
  },
  {
    name: 'a message without a Security header',
    forge: byStranger(drop('wsse:Security')),
    outcome: 'EBMS:0101 the message is not signed',
  },
  {
    name: 'a self-signed certificate with the right name',
    forge: () => compose({ signer: pki.selfSigned }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate of another authority of the same name',
    forge: signedBy({ name: 'POP000001', issuer: otherIssuer }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate that only says who issued it',
    forge: signedBy({ name: 'POP000001', issuer: asIssuer }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate of the authority of service metadata publishers',
    forge: signedBy({ name: 'POP000001', issuer: smpIssuer }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate that the root issued itself',
    forge: signedBy({ name: 'POP000001', issuer: root }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate of an authority below the issuing one',
    forge: signedBy({ name: 'POP000001', issuer: lowerIssuer }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate that another access point issued',
    forge: signedBy({ name: 'POP000001', issuer: neighbour }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'an expired certificate',
    forge: signedBy({ name: 'POP000001', to: '2026-06-15T11:59:59Z' }),
    outcome: badSigner,
    twin: signedBy({ name: 'POP000001', to: day('15') }),
  },
  {
    name: 'a certificate that is not yet valid',
    forge: signedBy({ name: 'POP000001', from: '2026-06-15T12:00:01Z' }),
    outcome: badSigner,
    twin: signedBy({ name: 'POP000001', from: day('15') }),
  },
  {
    name: 'a certificate that was never valid',
    forge: signedBy({ name: 'POP000001', from: day('20'), to: day('10') }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate without digitalSignature',
    forge: signedBy({ name: 'POP000001', usages: ['keyEncipherment', 'dataEncipherment'] }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate without keyEncipherment',
    forge: signedBy({ name: 'POP000001', usages: ['digitalSignature'] }),
    outcome: badSigner,
    twin: signedBy({ name: 'POP000001', usages: ['digitalSignature', 'keyEncipherment'] }),
  },
  {
    name: 'a certificate without KeyUsage',
    forge: signedBy({ name: 'POP000001', usages: undefined }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate for servers',
    forge: signedBy({ name: 'POP000001', purposes: ['serverAuth'] }),
    outcome: badSigner,
    twin: signedBy({ name: 'POP000001', purposes: ['clientAuth'] }),
  },
  {
    name: 'a certificate that is an authority itself',
    forge: signedBy({
      name: 'POP000001',
      isAuthority: true,
      usages: ['digitalSignature', 'keyEncipherment', 'keyCertSign'],
    }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate with a critical extension that nobody knows',
    forge: signedBy({ name: 'POP000001', criticalExtension: '1.2.3.4.5' }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate signed with SHA-1',
    forge: signedBy({ name: 'POP000001', digest: 'sha1' }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'an RSA key of 1024 bits',
    forge: signedBy({ name: 'POP000001', privateKey: weak }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'an RSA key of 16384 bits',
    forge: () => compose({ signer: { privateKey, certificate: pki.withModulus(16384) } }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'an RSA key of 40000 bits',
    forge: () => compose({ signer: { privateKey, certificate: pki.withModulus(40000) } }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'an RSA key whose exponent is 1',
    forge: () => compose({ signer: { privateKey, certificate: pki.withModulus(2048, 1) } }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'an RSA key whose exponent is even',
    forge: () => compose({ signer: { privateKey, certificate: pki.withModulus(2048, 65536) } }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a name that is no seat id',
    forge: () => compose({ signer: pki.leaf({ name: 'Anybody', privateKey }), from: 'Anybody' }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a seat id in small letters',
    forge: () =>
      compose({ signer: pki.leaf({ name: 'pop000001', privateKey }), from: 'pop000001' }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a seat id with a trailing space',
    forge: () => compose({ signer: pki.leaf({ name: 'POP000001 ', privateKey }) }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a seat id with a trailing line end',
    forge: () => compose({ signer: pki.leaf({ name: 'POP000001\n', privateKey }) }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a seat id with a NUL and more after it',
    forge: () => compose({ signer: pki.leaf({ name: 'POP000001\0.evil', privateKey }) }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a seat id with a Cyrillic letter',
    forge: () =>
      compose({
        signer: pki.leaf({ name: forge.util.encodeUtf8('РOP000001'), privateKey }),
        from: 'РOP000001',
      }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'a certificate with two common names',
    forge: () => compose({ signer: pki.withNames('POP000003', 'POP000001') }),
    outcome: badSigner,
    twin: renewed,
  },
  {
    name: 'the issuing authority as signer',
    forge: () => compose({ signer: accessPointIssuer, from: 'AP CA' }),
    outcome: badSigner,
  },
  {
    name: 'the root as signer',
    forge: () => compose({ signer: root, from: 'Root' }),
    outcome: badSigner,
  },
  {
    name: 'a trusted certificate without its key',
    forge: shows(sender.certificate),
    outcome: badValue,
  },
  {
    name: 'our own certificate without its key',
    forge: shows(receiver.certificate, { ...receiver, privateKey }),
    outcome: badValue,
  },
  {
    name: 'a stranger whose token is named, with an honest one beside it',
    forge: () => compose({ signer: pki.selfSigned, recipient: sender.certificate }),
    outcome: badSigner,
  },
  {
    name: 'a token with something after the certificate',
    forge: withToken((der) => Buffer.concat([der, Buffer.from([5, 0])]).toString('base64')),
    outcome: noCertificate,
  },
  {
    name: 'a token with two certificates',
    forge: withToken((der) =>
      Buffer.concat([der, accessPointIssuer.certificate.raw]).toString('base64'),
    ),
    outcome: noCertificate,
  },
  {
    name: 'a token with half a certificate',
    forge: withToken((der) => der.subarray(0, 300).toString('base64')),
    outcome: noCertificate,
  },
  { name: 'a token with nothing in it', forge: withToken(() => ''), outcome: noCertificate },
  { name: 'a token that is no base64', forge: withToken(() => 'M***'), outcome: noCertificate },
  {
    name: 'a token that is PEM inside',
    forge: withToken((der) => Buffer.from(pem(der)).toString('base64')),
    outcome: noCertificate,
  },
  {
    name: 'a token of half a megabyte',
    forge: withToken(() => Buffer.alloc(375_000, 0x30).toString('base64')),
    outcome: noCertificate,
  },
  {
    name: 'a token with a bit of the certificate flipped',
    forge: withToken(flipped),
    outcome: 'EBMS:0101',
  },
  {
    name: 'a certificate that was revoked',
    forge: () => compose(),
    outcome: badSigner,
    options: { checkSigner: (one) => checkAfterRevocation(one, sender.certificate) },
    twin: () => compose({ signer: neighbour, from: 'POP000003' }),
  },
  {
    name: 'a certificate of a root that is not ours any more',
    forge: () => compose(),
    outcome: badSigner,
    options: {
      async checkSigner(one) {
        const { now, revocationOf } = pki
        const isSender = one.subject.includes('000001')
        const trust = isSender ? { ...pki.trust, roots: [otherRoot.certificate] } : pki.trust
        await checkAccessPoint(one, { trust, revocationOf, now })
      },
    },
    twin: () => compose({ signer: neighbour, from: 'POP000003' }),
  },
  {
    name: 'a key named by its issuer and serial number',
    forge: byStranger(
      inElement(
        'ds:Signature',
        /<wsse:Reference .*?\/>/,
        '<ds:X509Data><ds:X509IssuerSerial/></ds:X509Data>',
      ),
    ),
    outcome: 'EBMS:0103',
  },
  {
    name: 'a key named by its subject key identifier',
    forge: byStranger(
      inElement(
        'ds:Signature',
        /<wsse:Reference .*?\/>/,
        '<wsse:KeyIdentifier ValueType="#X509SubjectKeyIdentifier">AAAA</wsse:KeyIdentifier>',
      ),
    ),
    outcome: 'EBMS:0103',
  },
  {
    name: 'a key named by its thumbprint',
    forge: byStranger(
      inElement(
        'ds:Signature',
        /<wsse:Reference .*?\/>/,
        '<wsse:KeyIdentifier ValueType="#ThumbprintSHA1">AAAA</wsse:KeyIdentifier>',
      ),
    ),
    outcome: 'EBMS:0103',
  },
  {
    name: 'a key in plain',
    forge: byStranger(
      inElement(
        'ds:Signature',
        /<wsse:SecurityTokenReference>.*<\/wsse:SecurityTokenReference>/,
        '<ds:KeyValue/>',
      ),
    ),
    outcome: 'EBMS:0103',
  },
  {
    name: 'a key named by the web',
    forge: byStranger(inElement('ds:Signature', 'URI="#signer"', 'URI="http://127.0.0.1/signer"')),
    outcome: 'EBMS:0103',
  },
  {
    name: 'no KeyInfo',
    forge: byStranger(inElement('ds:Signature', /<ds:KeyInfo>.*<\/ds:KeyInfo>/, '')),
    outcome: 'EBMS:0103',
  },
  {
    name: 'two KeyInfos',
    forge: byStranger(inElement('ds:Signature', /<ds:KeyInfo>.*<\/ds:KeyInfo>/, '$&$&')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a token that is a path of certificates',
    forge: byStranger((soap) => soap.replaceAll('#X509v3', '#X509PKIPathv1')),
    outcome: 'EBMS:0103',
  },
  {
    name: 'a token in hexadecimal',
    forge: byStranger(
      swap(
        /EncodingType="[^"]*"(?= ValueType="[^"]*" wsu:Id="signer")/,
        'EncodingType="#HexBinary"',
      ),
    ),
    outcome: 'EBMS:0103',
  },
]

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
}

function flipped(der: Buffer): string {
  const bytes = Buffer.from(der)
  bytes[bytes.length - 20]! ^= 1
  return bytes.toString('base64')
}

describe('trust', () => {
  refuseAll('trust', cases)
  reportCosts('trust')
})

async function checkAfterRevocation(
  certificate: X509Certificate,
  revoked: X509Certificate,
): Promise<void> {
  const { trust, now } = pki
  const revocationOf: RevocationOf = async (one) =>
    one.raw.equals(revoked.raw) ? 'revoked' : 'good'
  await checkAccessPoint(certificate, { trust, now, revocationOf })
}
