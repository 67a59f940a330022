// Algorithms of the profile and no others. Everything here is really signed with what it names, by
// a trusted access point: only the list of what is allowed prevents it.
import { describe } from 'vitest'
import {
  both,
  bySigner,
  byStranger,
  foreign,
  inElement,
  inReference,
  intoHeader,
  swap,
} from './edits.ts'
import { ns } from './hostile-message.ts'
import { type Case, refuseAll, reportCosts } from './judge.ts'

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const dsig11 = 'http://www.w3.org/2007/05/xmldsig-more#'
const rsaSha256 = `${more}rsa-sha256`
const cid = 'cid:payload@sender.test'
const attachment = `${ns.swa}Attachment-Content-Signature-Transform`

const signatureMethods = [
  `${xmldsig}rsa-sha1`,
  `${xmldsig}dsa-sha1`,
  `${xmldsig}hmac-sha1`,
  `${more}hmac-sha256`,
  `${more}hmac-sha512`,
  `${more}rsa-md5`,
  `${more}rsa-sha224`,
  `${more}rsa-sha384`,
  `${more}rsa-sha512`,
  `${more}ecdsa-sha256`,
  `${dsig11}rsa-pss`,
  `${dsig11}sha256-rsa-MGF1`,
  'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519',
  'http://www.w3.org/2001/04/xmldsig-more#RSA-SHA256',
  `${rsaSha256} `,
  '',
  'none',
]
const digestMethods = [
  `${xmldsig}sha1`,
  `${more}md5`,
  `${more}sha224`,
  `${more}sha384`,
  `${ns.xenc}sha512`,
  `${ns.xenc}SHA256`,
  '',
]
const canonicalizations = [
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
  'http://www.w3.org/2006/12/xml-c14n11',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  `${xmldsig}minimal`,
  'http://www.w3.org/2010/xml-c14n2',
  '',
]
const filters = [
  `${xmldsig}enveloped-signature`,
  `${xmldsig}base64`,
  'http://www.w3.org/TR/1999/REC-xpath-19991116',
  'http://www.w3.org/2002/06/xmldsig-filter2',
  'http://www.w3.org/TR/1999/REC-xslt-19991116',
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform',
  attachment,
]
const attachmentTransforms = [
  `${ns.swa}Attachment-Complete-Signature-Transform`,
  `${ns.swa}Attachment-Ciphertext-Transform`,
  ns.ec,
  'http://www.w3.org/TR/1999/REC-xslt-19991116',
]

const short = (uri: string) => uri.replace(/.*[/#](?=.)/, '') || 'nothing'
const targets = ['#messaging', '#body', cid]
const algorithm = /Algorithm="[^"]*"/
const named = (uri: string) => `Algorithm="${uri}"`
const noTransforms = /<ds:Transforms>.*?<\/ds:Transforms>/
const spelled = bySigner(swap('<ds:SignedInfo>', '<ds:SignedInfo ><!-- the same -->'))

const listed: Case[] = [
  ...signatureMethods.map((uri) => ({
    name: `a signature by ${short(uri)}`,
    forge: bySigner(inElement('ds:SignedInfo', rsaSha256, uri)),
    outcome: 'EBMS:0101 the signature method does not match the profile',
    twin: spelled,
  })),
  ...targets.flatMap((target) =>
    digestMethods.map((uri) => ({
      name: `a digest of ${target} by ${short(uri)}`,
      forge: bySigner(inReference(target, `${ns.xenc}sha256`, uri)),
      outcome: 'EBMS:0101 a digest method does not match the profile',
      twin: spelled,
    })),
  ),
  ...canonicalizations.map((uri) => ({
    name: `SignedInfo canonicalised by ${short(uri)}`,
    forge: bySigner(inElement('ds:SignedInfo', algorithm, named(uri))),
    outcome: 'EBMS:0101 the canonicalization method does not match the profile',
    twin: spelled,
  })),
  ...canonicalizations.map((uri) => ({
    name: `Messaging canonicalised by ${short(uri)}`,
    forge: bySigner(inReference('#messaging', algorithm, named(uri))),
    outcome: 'EBMS:0101 a transform does not match the profile',
    twin: spelled,
  })),
  ...filters.flatMap((uri) => [
    {
      name: `Messaging only after the transform ${short(uri)}`,
      forge: bySigner(inReference('#messaging', algorithm, named(uri))),
      outcome: 'EBMS:0101 a transform does not match the profile',
    },
    {
      name: `the Body after canonicalisation and ${short(uri)}`,
      forge: bySigner(
        inReference('#body', '</ds:Transforms>', `<ds:Transform ${named(uri)}/></ds:Transforms>`),
      ),
      outcome: 'EBMS:0101 a transform does not match the profile',
    },
  ]),
  ...attachmentTransforms.map((uri) => ({
    name: `the payload after the transform ${short(uri)}`,
    forge: bySigner(inReference(cid, attachment, uri)),
    outcome: 'EBMS:0101 a transform does not match the profile',
  })),
]

const prefixes = (list: string) =>
  `<ec:InclusiveNamespaces xmlns:ec="${ns.ec}" PrefixList="${list}"/>`
const inTransform = (uri: string, xml: string) =>
  inReference(uri, /(<ds:Transform [^>]*)\/>/, `$1>${xml}</ds:Transform>`)

const others: Case[] = [
  {
    name: 'Messaging without a transform',
    forge: bySigner(inReference('#messaging', noTransforms, '')),
    outcome: 'EBMS:0101 a transform does not match the profile',
  },
  {
    name: 'the payload without a transform',
    forge: bySigner(inReference(cid, noTransforms, '')),
    outcome: 'EBMS:0101 a transform does not match the profile',
  },
  {
    name: 'an empty list of transforms',
    forge: bySigner(inReference('#body', noTransforms, '<ds:Transforms/>')),
    outcome: 'EBMS:0101 a transform does not match the profile',
  },
  {
    name: 'two lists of transforms',
    forge: bySigner(inReference('#body', noTransforms, '$&$&')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'the same transform twice',
    forge: bySigner(inReference('#body', /<ds:Transform .*?\/>/, '$&$&')),
    outcome: 'EBMS:0101 a transform does not match the profile',
  },
  {
    name: 'an XPath expression inside an allowed transform',
    forge: bySigner(inTransform('#messaging', '<ds:XPath>false()</ds:XPath>')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
    twin: bySigner(inTransform('#messaging', prefixes('S12 wsse'))),
  },
  {
    name: 'a stylesheet inside an allowed transform',
    forge: bySigner(
      inTransform(
        '#messaging',
        '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:include ' +
          'href="http://127.0.0.1/"/></xsl:stylesheet>',
      ),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
    twin: bySigner(inTransform('#messaging', prefixes('#default'))),
  },
  {
    name: 'two lists of prefixes',
    forge: bySigner(inTransform('#messaging', prefixes('S12') + prefixes('wsu'))),
    outcome: 'EBMS:0101 the signature cannot be parsed',
    twin: bySigner(inTransform('#messaging', prefixes('S12 wsu unknown'))),
  },
  {
    name: 'a list of prefixes for the payload',
    forge: bySigner(inTransform(cid, prefixes('S12'))),
    outcome: 'EBMS:0101 the signature cannot be parsed',
    twin: bySigner(inTransform('#body', prefixes('S12'))),
  },
  {
    name: 'text inside a transform',
    forge: bySigner(inTransform('#body', 'x')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
    twin: bySigner(inTransform('#body', '\n')),
  },
  {
    name: 'a length of HMAC output',
    forge: bySigner(
      inElement(
        'ds:SignedInfo',
        /(<ds:SignatureMethod [^>]*)\/>/,
        '$1><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>',
      ),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'parameters of a digest',
    forge: bySigner(
      inReference(
        '#body',
        /(<ds:DigestMethod [^>]*)\/>/,
        '$1><w:Salt xmlns:w="urn:w"/></ds:DigestMethod>',
      ),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'two signature methods',
    forge: bySigner(inElement('ds:SignedInfo', /<ds:SignatureMethod .*?\/>/, '$&$&')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'no signature method',
    forge: byStranger(inElement('ds:SignedInfo', /<ds:SignatureMethod .*?\/>/, '')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'two signature values',
    forge: byStranger(swap(/<ds:SignatureValue>.*?<\/ds:SignatureValue>/, '$&$&')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'an empty signature value',
    forge: byStranger(swap(/(<ds:SignatureValue>)[^<]*/, '$1')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a signature value of one byte',
    forge: byStranger(swap(/(<ds:SignatureValue>)[^<]*/, '$1AA==')),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
  {
    name: 'a signature value of zeros',
    forge: byStranger(
      swap(/(<ds:SignatureValue>)[^<]*/, `$1${Buffer.alloc(256).toString('base64')}`),
    ),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
  {
    name: 'a signature value with a byte too many',
    forge: byStranger(swap(/(<ds:SignatureValue>)([^<]*)/, '$1AAAA$2')),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
  {
    name: 'a signature value larger than the modulus',
    forge: byStranger(
      swap(/(<ds:SignatureValue>)[^<]*/, `$1${Buffer.alloc(256, 255).toString('base64')}`),
    ),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
  {
    name: 'a signature value with a child',
    forge: byStranger(swap(/(<ds:SignatureValue>)/, '$1<ds:X/>')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
    twin: byStranger(swap(/(<ds:SignatureValue>.{40})/, '$1&#13;\n<!-- -->\t')),
  },
  {
    name: 'an Object in the signature',
    forge: byStranger(swap('</ds:Signature>', '<ds:Object/></ds:Signature>')),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a Manifest in the signature',
    forge: byStranger(
      swap('</ds:Signature>', '<ds:Object><ds:Manifest Id="m"/></ds:Object></ds:Signature>'),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'the parts of the signature out of order',
    forge: byStranger((soap) =>
      soap.replace(
        /(<ds:SignedInfo>.*<\/ds:SignedInfo>)(<ds:SignatureValue>.*?<\/ds:SignatureValue>)/,
        '$2$1',
      ),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
  {
    name: 'a signature of another namespace',
    forge: byStranger(inElement('ds:Signature', `xmlns:ds="${ns.ds}"`, 'xmlns:ds="urn:evil"')),
    outcome: 'EBMS:0101 the message is not signed',
    twin: byStranger(both(intoHeader(foreign('<w:Signature/>')))),
  },
  {
    name: 'an algorithm in another attribute',
    forge: bySigner(
      inElement(
        'ds:SignedInfo',
        'SignatureMethod Algorithm=',
        'SignatureMethod xmlns:w="urn:w" w:Algorithm=',
      ),
    ),
    outcome: 'EBMS:0101 the signature cannot be parsed',
  },
]

describe('algorithms', () => {
  refuseAll('algorithms', [...listed, ...others])
  reportCosts('algorithms')
})
