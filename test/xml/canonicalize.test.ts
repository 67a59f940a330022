// Canonical form: the rules one by one, with the vectors of a captured phase4 message.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalize, child, children, descend, parseXml } from '../../src/xml/index.ts'

function rootOf(text: string) {
  return parseXml(Buffer.from(text), { instructions: 'keep' }).root
}

function exclusive(text: string, ...inclusivePrefixes: string[]) {
  return canonicalize(rootOf(text), { mode: 'exclusive', inclusivePrefixes })
}

function inclusive(text: string) {
  return canonicalize(rootOf(text), { mode: 'inclusive' })
}

describe('what both forms do', () => {
  it('writes start and end tags, escapes, drops comments, keeps instructions', () => {
    const text =
      `<r a='"&lt;&gt;&amp;&#9;&#10;&#13;' ` +
      '><!--x--><b/>&lt;&gt;&amp;"&#13;<![CDATA[<]]><?p  q?><?s?></r>'
    const canonical =
      '<r a="&quot;&lt;>&amp;&#x9;&#xA;&#xD;"><b></b>&lt;&gt;&amp;"&#xD;&lt;<?p q?><?s?></r>'
    expect(exclusive(text)).toBe(canonical)
    expect(inclusive(text)).toBe(canonical)
  })

  it('sorts attributes by namespace and then by local name, as two keys', () => {
    // As one string 'urn:a' + 'z' would come after 'urn:ab' + 'a' or before it, depending on
    // the letters.
    const text = '<r xmlns:p="urn:ab" xmlns:q="urn:a" p:a="1" q:z="2" q:b="3" n="4" B="5"/>'
    expect(exclusive(text)).toBe(
      '<r xmlns:p="urn:ab" xmlns:q="urn:a" B="5" n="4" q:b="3" q:z="2" p:a="1"></r>',
    )
  })

  it('sorts prefixes by code point: capitals first, and what lies beyond U+FFFF last', () => {
    const text = '<r xmlns:eb="u" xmlns:S12="u" xmlns:\u{10300}="u" xmlns:\ufdf0="u" xmlns="u"/>'
    expect(inclusive(text)).toBe(
      '<r xmlns="u" xmlns:S12="u" xmlns:eb="u" xmlns:\ufdf0="u" xmlns:\u{10300}="u"></r>',
    )
  })

  it('leaves out the subtree that is asked to be left out, and nothing else', () => {
    const root = rootOf('<r><a/><s><a/></s><a/></r>')
    const omit = child(root, 's')!
    expect(canonicalize(root, { mode: 'inclusive', omit })).toBe('<r><a></a><a></a></r>')
    expect(canonicalize(root, { mode: 'exclusive', omit })).toBe('<r><a></a><a></a></r>')
    expect(canonicalize(root, { mode: 'exclusive' })).toContain('<s>')
  })

  it('does not rely on the call stack', () => {
    const depth = 200_000
    const text = '<a>'.repeat(depth) + '</a>'.repeat(depth)
    const { root } = parseXml(Buffer.from(text), { depthMax: depth })
    expect(canonicalize(root, { mode: 'exclusive' })).toBe(text)
  })
})

describe('exclusive form', () => {
  it('declares a namespace where it is used and not where it was declared', () => {
    expect(exclusive('<r xmlns:p="u" xmlns:q="v"><p:a><p:b q:c="1"/></p:a><p:a/></r>')).toBe(
      '<r><p:a xmlns:p="u"><p:b xmlns:q="v" q:c="1"></p:b></p:a><p:a xmlns:p="u"></p:a></r>',
    )
  })

  it('takes the declarations that an inner apex uses from around it', () => {
    const root = rootOf('<r xmlns="d" xmlns:p="u" xmlns:q="v"><x xmlns:p="w"><a p:b="1"/></x></r>')
    const apex = descend(root, 'x', 'a')!
    expect(canonicalize(apex, { mode: 'exclusive' })).toBe('<a xmlns="d" xmlns:p="w" p:b="1"></a>')
  })

  it('undeclares the default namespace only below one that was written', () => {
    expect(exclusive('<r xmlns="d"><p:a xmlns:p="u"><b xmlns=""/></p:a></r>')).toBe(
      '<r xmlns="d"><p:a xmlns:p="u"><b xmlns=""></b></p:a></r>',
    )
    const root = rootOf('<p:r xmlns="d" xmlns:p="u"><b xmlns=""/></p:r>')
    expect(canonicalize(root, { mode: 'exclusive' })).toBe('<p:r xmlns:p="u"><b></b></p:r>')
  })

  it('declares a re-declared prefix again, and only again', () => {
    expect(
      exclusive('<p:r xmlns:p="u"><p:a xmlns:p="v"><p:b xmlns:p="v"/></p:a><p:c/></p:r>'),
    ).toBe('<p:r xmlns:p="u"><p:a xmlns:p="v"><p:b></p:b></p:a><p:c></p:c></p:r>')
  })

  it(
    'treats the prefixes of the list inclusively, #default among them, and ignores unknown ' +
      'ones',
    () => {
      const text = '<p:r xmlns="d" xmlns:p="u" xmlns:S="s" xmlns:t="t"><p:a xmlns:S="s2"/></p:r>'
      expect(exclusive(text, 'S', 'nobody')).toBe(
        '<p:r xmlns:S="s" xmlns:p="u"><p:a xmlns:S="s2"></p:a></p:r>',
      )
      expect(exclusive(text, '#default')).toBe('<p:r xmlns="d" xmlns:p="u"><p:a></p:a></p:r>')
      expect(exclusive(text)).toBe('<p:r xmlns:p="u"><p:a></p:a></p:r>')
    },
  )

  it('takes no xml attributes from around an inner apex', () => {
    const apex = child(rootOf('<r xml:lang="en"><a/></r>'), 'a')!
    expect(canonicalize(apex, { mode: 'exclusive' })).toBe('<a></a>')
  })
})

describe('inclusive form', () => {
  it('declares where it was declared, once', () => {
    expect(inclusive('<r xmlns:q="v" xmlns:p="u"><p:a xmlns:p="u" xmlns:q="w"/></r>')).toBe(
      '<r xmlns:p="u" xmlns:q="v"><p:a xmlns:q="w"></p:a></r>',
    )
  })

  it('gives an inner apex every namespace in scope and the nearest xml attributes', () => {
    const root = rootOf(
      '<r xmlns="d" xmlns:p="u" xml:lang="en" xml:space="preserve" x="1"><s xml:lang="fr"><a ' +
        'xml:space="default"/></s></r>',
    )
    expect(canonicalize(descend(root, 's', 'a')!, { mode: 'inclusive' })).toBe(
      '<a xmlns="d" xmlns:p="u" xml:lang="fr" xml:space="default"></a>',
    )
    expect(canonicalize(descend(root, 's')!, { mode: 'inclusive' })).toBe(
      '<s xmlns="d" xmlns:p="u" xml:lang="fr" xml:space="preserve"><a ' +
        'xml:space="default"></a></s>',
    )
  })

  it('undeclares the default namespace below one only', () => {
    expect(inclusive('<r xmlns="d"><a xmlns=""><b xmlns=""/></a></r>')).toBe(
      '<r xmlns="d"><a xmlns=""><b></b></a></r>',
    )
    expect(inclusive('<r xmlns=""/>')).toBe('<r></r>')
  })

  it('does not write the declaration of the prefix xml', () => {
    expect(inclusive('<r xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="en"/>')).toBe(
      '<r xml:lang="en"></r>',
    )
  })
})

// Captured from phase4 on 2026-01-29: the digests are those in its signature.
describe('a phase4 message', () => {
  const messaging =
    '<eb:Messaging xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ' +
    'xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/" ' +
    'xmlns:ebbp="http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0" ' +
    'xmlns:ns5="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:ns6="http://www.w3.org/2003/05/soap-envelope" ' +
    'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/' +
    'oasis-200401-wss-wssecurity-utility-1.0.xsd" xmlns:xlink="http://www.w3.org/1999/xlink" ' +
    'ns6:mustUnderstand="true" wsu:Id="phase4-msg-7dd929c7-ded5-4413-be57-d21af2c87b69">' +
    '<eb:UserMessage><eb:MessageInfo><eb:Timestamp>2026-01-29T15:39:03.805Z</eb:Timestamp>' +
    '<eb:MessageId>17a7c374-efe3-41e2-ac0d-8a8f47529e47@phase4</eb:MessageId>' +
    '</eb:MessageInfo><eb:PartyInfo><eb:From><eb:PartyId ' +
    'type="urn:fdc:peppol.eu:2017:identifiers:ap">POP000306</eb:PartyId><eb:Role>http://' +
    'docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/initiator</eb:Role></eb:From>' +
    '<eb:To><eb:PartyId type="urn:fdc:peppol.eu:2017:identifiers:ap">POP000306</eb:PartyId>' +
    '<eb:Role>http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/' +
    'responder</eb:Role></eb:To></eb:PartyInfo><eb:CollaborationInfo>' +
    '<eb:AgreementRef>urn:fdc:peppol.eu:2017:agreements:tia:ap_provider</eb:AgreementRef>' +
    '<eb:Service type="cenbii-procid-ubl">urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</eb:Service>' +
    '<eb:Action>busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1</eb:Action>' +
    '<eb:ConversationId>phase4@Conv-4045816466640743733</eb:ConversationId>' +
    '</eb:CollaborationInfo>' +
    '<eb:MessageProperties>' +
    '<eb:Property name="originalSender" type="iso6523-actorid-upis">' +
    '9915:phase4-test-sender</eb:Property>' +
    '<eb:Property name="finalRecipient" type="iso6523-actorid-upis">' +
    '9915:helger</eb:Property></eb:MessageProperties>' +
    '<eb:PayloadInfo>' +
    '<eb:PartInfo href="cid:phase4-att-ff0f8ad5-f982-48ba-b8e2-26997600f496@cid">' +
    '<eb:PartProperties><eb:Property name="MimeType">application/xml</eb:Property>' +
    '<eb:Property name="CompressionType">application/gzip</eb:Property>' +
    '</eb:PartProperties></eb:PartInfo></eb:PayloadInfo></eb:UserMessage></eb:Messaging>'
  const body =
    '<S12:Body xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/' +
    'oasis-200401-wss-wssecurity-utility-1.0.xsd" ' +
    'wsu:Id="id-8e8aa2d6-fa03-4c5d-aa46-2f569857df0a"/>'
  const root = rootOf(
    '<S12:Envelope ' +
      `xmlns:S12="http://www.w3.org/2003/05/soap-envelope">` +
      `<S12:Header>${messaging}</S12:Header>${body}</S12:Envelope>`,
  )

  function digest(canonical: string): string {
    return createHash('sha256').update(canonical).digest('base64')
  }

  it('has the digest of its Messaging header with the prefix list, and another without', () => {
    const [header] = children(descend(root, 'Header')!)
    const canonical = canonicalize(header!, { mode: 'exclusive', inclusivePrefixes: ['S12'] })
    expect(digest(canonical)).toBe('gziUMh8gM1qluQpFGeg2aVef9/MZroIQHHGQuTZqWac=')
    expect(digest(canonicalize(header!, { mode: 'exclusive' }))).not.toBe(digest(canonical))
  })

  it('has the digest of its empty Body', () => {
    const canonical = canonicalize(child(root, 'Body')!, { mode: 'exclusive' })
    expect(canonical).toBe(
      '<S12:Body xmlns:S12="http://www.w3.org/2003/05/soap-envelope" ' +
        'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/' +
        'oasis-200401-wss-wssecurity-utility-1.0.xsd" ' +
        'wsu:Id="id-8e8aa2d6-fa03-4c5d-aa46-2f569857df0a"></S12:Body>',
    )
    expect(digest(canonical)).toBe('r6FotYGIcFZGk+AblTSiDBVcKy5zfrvW1pFYJe6KUWw=')
  })
})
