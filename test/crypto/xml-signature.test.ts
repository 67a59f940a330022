// XML signatures: phase4's, ours, and everything that must not pass for one.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  algorithms,
  buildReference,
  buildSignature,
  isSignatureValid,
  localKeys,
  parseCertificate,
  parseSignature,
  type SignatureReference,
  sha256,
  signatureNamespace,
  verifyRsaSha256,
  type XmlSignature,
} from '../../src/crypto/index.ts'
import {
  attributeOf,
  canonicalize,
  child,
  children,
  descend,
  parseXml,
  textOf,
  type XmlElement,
} from '../../src/xml/index.ts'
import { readCaptured } from '../as4/captured.ts'
import { makeCertificate } from './authority.ts'
import { signatureValue, signedInfo, signedInfoDigest, signerCertificate } from './phase4-vector.ts'

function rootOf(text: string): XmlElement {
  return parseXml(Buffer.from(text)).root
}

describe('a signature of phase4', () => {
  const certificate = parseCertificate(signerCertificate)
  const ds = `xmlns:ds="${signatureNamespace}"`
  // In its envelope the SignedInfo declared nothing itself; the canonical form adds
  // the declarations.
  const inPlace = signedInfo
    .replace(/^<ds:SignedInfo [^>]*>/, '<ds:SignedInfo>')
    .replaceAll('></ec:InclusiveNamespaces>', '/>')

  function message(info: string, value: string): string {
    return (
      '<S12:Envelope xmlns:S12="http://www.w3.org/2003/05/soap-envelope"><ds:Signature ' +
      `${ds}>${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature></S12:Envelope>`
    )
  }

  function read(info: string, value: string): XmlSignature {
    return parseSignature(child(rootOf(message(info, value)), 'Signature')!)
  }

  it('has the canonical bytes, the digest and the value that were captured', () => {
    const signature = read(inPlace, signatureValue)
    const canonical = canonicalize(signature.signedInfo, {
      mode: 'exclusive',
      inclusivePrefixes: ['S12'],
    })
    expect(canonical).toBe(signedInfo)
    expect(sha256(canonical).toString('base64')).toBe(signedInfoDigest)
    expect(verifyRsaSha256(certificate.publicKey, canonical, signature.value)).toBe(true)
    expect(isSignatureValid(signature, certificate.publicKey)).toBe(true)
    expect(signature.references.map(({ uri }) => uri.slice(0, 5))).toEqual([
      '#phas',
      '#id-8',
      'cid:p',
    ])
    expect(signature.references[0]).toMatchObject({
      transforms: [{ algorithm: algorithms.exclusive, inclusivePrefixes: ['S12'] }],
      digestMethod: algorithms.sha256,
    })
    expect(signature.references[2]!.transforms).toEqual([
      { algorithm: algorithms.attachmentContent },
    ])
  })

  it('does not verify when a digest, the prefix list or the value changes', () => {
    const changed = [
      read(inPlace.replace('gziUMh8g', 'gziUMh8h'), signatureValue),
      read(inPlace.replace('PrefixList="S12"', 'PrefixList=""'), signatureValue),
      read(inPlace, signatureValue.replace('p8GR', 'p8GS')),
      read(inPlace.replace('cid:phase4', 'cid:Phase4'), signatureValue),
    ]
    for (const signature of changed)
      expect(isSignatureValid(signature, certificate.publicKey)).toBe(false)
  })

  it('is written again as it was by our own writer', () => {
    const { references } = read(inPlace, signatureValue)
    const written = references.map(buildReference).join('')
    expect(signedInfo).toContain(written)
  })
})

describe('the messages captured from phase4', () => {
  const answers = ['receipt', 'error', 'error-decrypt', 'error-not-serviced'].map(
    (name) => `phase4-${name}.xml`,
  )
  const requests = ['user-message', 'uncompressed'].map((name) => `phase4-${name}.mime`)

  function soapOf(file: string): Buffer {
    const bytes = readCaptured(file)
    const end = '</S12:Envelope>'
    return bytes.subarray(bytes.indexOf('<?xml'), bytes.indexOf(end) + end.length)
  }

  function signatureOf(root: XmlElement): XmlElement {
    return descend(root, 'Header', 'Security', 'Signature')!
  }

  function elementById(root: XmlElement, uri: string): XmlElement {
    const all = (element: XmlElement): XmlElement[] => [element, ...children(element).flatMap(all)]
    const found = all(root).filter((element) => `#${attributeOf(element, 'Id')}` === uri)
    expect(found).toHaveLength(1)
    return found[0]!
  }

  function isIntact(bytes: Buffer): boolean {
    const { root } = parseXml(bytes)
    const signature = parseSignature(signatureOf(root))
    const tokenUri = attributeOf(
      descend(signature.keyInfo, 'SecurityTokenReference', 'Reference')!,
      'URI',
    )!
    const { publicKey } = parseCertificate(textOf(elementById(root, tokenUri)))
    const digestsHold = signature.references
      .filter(({ uri }) => uri.startsWith('#'))
      .map(({ uri, transforms, digest }) => {
        const { inclusivePrefixes = [] } = transforms[0]!
        const canonical = canonicalize(elementById(root, uri), {
          mode: 'exclusive',
          inclusivePrefixes,
        })
        return sha256(canonical).equals(digest)
      })
    expect(digestsHold.length).toBeGreaterThanOrEqual(2)
    return isSignatureValid(signature, publicKey) && digestsHold.every(Boolean)
  }

  function passes(bytes: Buffer): boolean {
    try {
      return isIntact(bytes)
    } catch {
      return false
    }
  }

  test.each([...answers, ...requests])(
    '%s verifies, and with any signed byte changed it does not',
    (file) => {
      const bytes = soapOf(file)
      const document = parseXml(bytes)
      expect(isIntact(bytes)).toBe(true)
      const [message] = children(descend(document.root, 'Header', 'Messaging')!)
      const signature = signatureOf(document.root)
      const covered = [
        child(message, 'MessageInfo'),
        child(signature, 'SignedInfo'),
        child(signature, 'SignatureValue'),
      ]
      let changed = 0
      for (const { start, end } of covered as XmlElement[]) {
        for (let at = start; at < end; at += 7) {
          const byte = bytes[at]!
          if (!/[A-Za-z0-9]/.test(String.fromCharCode(byte))) continue
          const copy = Buffer.from(bytes)
          copy[at] = byte ^ 1
          expect([file, at, passes(copy)]).toEqual([file, at, false])
          changed++
        }
      }
      expect(changed).toBeGreaterThan(100)
    },
  )
})

describe('a signature of ours', () => {
  const ours = makeCertificate({ name: 'ours' })
  const theirs = makeCertificate({ name: 'theirs' })
  const { sign } = localKeys(ours)
  const references: SignatureReference[] = [
    {
      uri: '#id-1',
      transforms: [{ algorithm: algorithms.exclusive, inclusivePrefixes: ['S12', '#default'] }],
      digestMethod: algorithms.sha256,
      digest: sha256('one'),
    },
    {
      uri: 'cid:a&b@c',
      transforms: [{ algorithm: algorithms.attachmentContent }],
      digestMethod: algorithms.sha256,
      digest: sha256('two'),
    },
    { uri: '', transforms: [], digestMethod: algorithms.sha256, digest: sha256('three') },
  ]

  function put(signature: string, attributes: string): XmlSignature {
    return parseSignature(child(rootOf(`<r ${attributes}><x/>${signature}</r>`), 'Signature')!)
  }

  it('verifies with our key and no other, wherever exclusive form puts it', async () => {
    const built = await buildSignature({
      canonicalization: 'exclusive',
      references,
      keyInfo: '<k></k>',
      sign,
      id: 'S-1',
    })
    for (const attributes of ['', 'xmlns:S12="urn:s"', 'xmlns:a="urn:a" xmlns:b="urn:b"']) {
      const signature = put(built, attributes)
      expect(isSignatureValid(signature, ours.certificate.publicKey)).toBe(true)
      expect(isSignatureValid(signature, theirs.certificate.publicKey)).toBe(false)
      expect(canonicalize(signature.element, { mode: 'exclusive' })).toBe(built)
      expect(signature.references).toEqual(references)
      expect(attributeOf(signature.element, 'Id')).toBe('S-1')
      expect(child(signature.keyInfo, 'k')).toBeDefined()
    }
  })

  it('verifies in the place for which it was made, in inclusive form', async () => {
    const inScope = { x: 'urn:x', '': 'urn:d', S12: 'urn:s' }
    const built = await buildSignature({
      canonicalization: 'inclusive',
      references,
      keyInfo: '',
      sign,
      inScope,
    })
    const scope = 'xmlns="urn:d" xmlns:S12="urn:s" xmlns:x="urn:x"'
    expect(isSignatureValid(put(built, scope), ours.certificate.publicKey)).toBe(true)
    for (const other of [
      '',
      'xmlns="urn:d" xmlns:S12="urn:s"',
      `${scope} xmlns:y="urn:y"`,
      `${scope} xml:lang="en"`,
    ]) {
      expect(isSignatureValid(put(built, other), ours.certificate.publicKey)).toBe(false)
    }
  })

  it('does not verify with a changed reference, method or canonicalisation', async () => {
    const built = await buildSignature({
      canonicalization: 'exclusive',
      references,
      keyInfo: '',
      sign,
    })
    const changes: [string, string][] = [
      ['#id-1', '#id-2'],
      [algorithms.rsaSha256, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
      [
        `Method Algorithm="${algorithms.exclusive}`,
        `Method Algorithm="${algorithms.exclusive}WithComments`,
      ],
      [`Method Algorithm="${algorithms.exclusive}`, `Method Algorithm="${algorithms.inclusive}`],
      [sha256('one').toString('base64'), sha256('four').toString('base64')],
      ['<ds:Reference URI="">', '<ds:Reference Id="x" URI="">'],
    ]
    for (const [before, after] of changes) {
      expect(built).toContain(before)
      expect(
        isSignatureValid(put(built.replace(before, after), 'a="1"'), ours.certificate.publicKey),
      ).toBe(false)
    }
  })

  it('does not verify with a weak key, though that key made it', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const keys = localKeys({ certificate: ours.certificate, privateKey: weak.privateKey })
    const built = await buildSignature({
      canonicalization: 'exclusive',
      references,
      keyInfo: '',
      sign: keys.sign,
    })
    expect(isSignatureValid(put(built, 'a="1"'), weak.publicKey)).toBe(false)
  })

  it('covers the document around the signature, and any change is seen', async () => {
    const metadata = '<m xmlns="urn:smp" xmlns:i="urn:ids"><i:id scheme="s">9915:a</i:id>#</m>'
    const digestOf = (text: string) => {
      const { root } = parseXml(Buffer.from(text))
      const omit = child(root, 'Signature', signatureNamespace)
      return sha256(canonicalize(root, { mode: 'inclusive', ...(omit && { omit }) }))
    }
    const digest = digestOf(metadata.replace('#', ''))
    const built = await buildSignature({
      canonicalization: 'inclusive',
      references: [
        {
          uri: '',
          transforms: [{ algorithm: algorithms.enveloped }],
          digestMethod: algorithms.sha256,
          digest,
        },
      ],
      keyInfo: '',
      sign,
      inScope: { '': 'urn:smp', i: 'urn:ids' },
    })
    const signed = metadata.replace('#', built)
    expect(digestOf(signed)).toEqual(digest)
    expect(
      isSignatureValid(
        parseSignature(child(rootOf(signed), 'Signature')!),
        ours.certificate.publicKey,
      ),
    ).toBe(true)
    expect(digestOf(signed.replace('9915:a', '9915:b'))).not.toEqual(digest)
    expect(digestOf(signed.replace('</m>', ' </m>'))).not.toEqual(digest)
    expect(digestOf(signed.replace('</m>', `${built}</m>`))).not.toEqual(digest)
  })
})

describe('what is no signature', () => {
  const canonicalization = `<ds:CanonicalizationMethod Algorithm="${algorithms.exclusive}"/>`
  const method = `<ds:SignatureMethod Algorithm="${algorithms.rsaSha256}"/>`
  const transform = `<ds:Transform Algorithm="${algorithms.exclusive}"/>`
  const digestMethod = `<ds:DigestMethod Algorithm="${algorithms.sha256}"/>`
  const digestValue = '<ds:DigestValue>YWJj</ds:DigestValue>'
  const reference =
    '<ds:Reference ' +
    `URI="#a"><ds:Transforms>${transform}</ds:Transforms>` +
    `${digestMethod}${digestValue}</ds:Reference>`
  const info = `<ds:SignedInfo>${canonicalization}${method}${reference}</ds:SignedInfo>`
  const value = '<ds:SignatureValue>YW Jj\n</ds:SignatureValue>'
  const whole =
    `<ds:Signature xmlns:ds="${signatureNamespace}">\n${info}<!-- c ` +
    `-->${value}<ds:KeyInfo/></ds:Signature>`
  const prefixes = ' a\n b '
  const declared = `xmlns:ec="${algorithms.exclusive}"`
  const prefixList = `<ec:InclusiveNamespaces ${declared} PrefixList="${prefixes}"/>`
  const withParameter = (parameter: string) =>
    transform.replace('/>', `>${parameter}</ds:Transform>`)

  it('is refused, though the same with its parts in place is read', () => {
    const read = parseSignature(rootOf(whole))
    expect(read.value.toString()).toBe('abc')
    expect(read.keyInfo?.local).toBe('KeyInfo')
    expect(parseSignature(rootOf(whole.replace('<ds:KeyInfo/>', ''))).keyInfo).toBeUndefined()
    const listed = parseSignature(rootOf(whole.replace(transform, withParameter(prefixList))))
    expect(listed.references[0]!.transforms).toEqual([
      { algorithm: algorithms.exclusive, inclusivePrefixes: ['a', 'b'] },
    ])
  })

  test.each([
    ['another element', whole, '<x/>'],
    ['a signature of another namespace', signatureNamespace, 'urn:x'],
    ['one without SignedInfo', info, ''],
    ['one with two SignedInfo', info, info + info],
    ['one without value', value, ''],
    ['one with two values', value, value + value],
    ['one with value before SignedInfo', `${info}<!-- c -->${value}`, value + info],
    ['one with two KeyInfo', '<ds:KeyInfo/>', '<ds:KeyInfo/><ds:KeyInfo/>'],
    ['one with an Object', '<ds:KeyInfo/>', '<ds:KeyInfo/><ds:Object/>'],
    ['one with an Object instead of KeyInfo', '<ds:KeyInfo/>', '<ds:Object/>'],
    ['one with text between the parts', value, `x${value}`],
    ['one with a value that is not base64', 'YW Jj', 'YW*Jj'],
    ['one with an empty value', 'YW Jj', ''],
    ['one with an element in its value', 'YW Jj', '<x>YW</x>Jj'],
    ['one without canonicalisation', canonicalization, ''],
    ['one with two canonicalisations', canonicalization, canonicalization + canonicalization],
    ['one without method', method, ''],
    ['one with two methods', method, method + method],
    [
      'one with a parameter in its method',
      '-more#rsa-sha256"/>',
      '-more#rsa-sha256"><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>',
    ],
    ['one without references', reference, ''],
    ['one with a Manifest as reference', reference, '<ds:Manifest/>'],
    ['a reference without URI', ' URI="#a"', ''],
    ['a reference with a foreign URI attribute', ' URI="#a"', ' xmlns:x="u" x:URI="#a"'],
    ['a reference without digest method', digestMethod, ''],
    ['a reference without digest', digestValue, ''],
    ['a reference with two digests', digestValue, digestValue + digestValue],
    ['a reference with an element in its digest', 'YWJj', '<x/>YWJj'],
    ['a reference with Transforms at its end', digestValue, `${digestValue}<ds:Transforms/>`],
    ['a transform without algorithm', transform, '<ds:Transform/>'],
    ['a transform with an XPath', transform, withParameter('<ds:XPath>true()</ds:XPath>')],
    ['a transform with text', transform, withParameter('true()')],
    ['a transform with two prefix lists', transform, withParameter(prefixList + prefixList)],
    [
      'a transform with a prefix list of another namespace',
      transform,
      withParameter('<x PrefixList="a"/>'),
    ],
    [
      'a prefix list under another algorithm',
      transform,
      withParameter(prefixList).replace('exc-c14n#"', 'other"'),
    ],
    [
      'a canonicalisation with parameters',
      canonicalization,
      canonicalization.replace('/>', '><x/></ds:CanonicalizationMethod>'),
    ],
  ])('refuses %s', (_, before, after) => {
    expect(whole).toContain(before)
    expect(() => parseSignature(rootOf(whole.replace(before, after)))).toThrow(Error)
  })
})
