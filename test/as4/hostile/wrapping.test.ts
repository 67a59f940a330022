// Signature wrapping: the signed original is moved elsewhere in the envelope, with an evil copy in
// its place. None of this needs a key: the honest signature is left unchanged.
import { describe } from 'vitest'
import {
  after,
  before,
  both,
  byStranger,
  drop,
  type Edit,
  foreign,
  intoHeader,
  intoSecurity,
  partOf,
  swap,
} from './edits.ts'
import { ns } from './hostile-message.ts'
import { type Case, refuseAll, reportCosts } from './judge.ts'

// Where the original can go. The first eight are the classic ones.
const places: [string, (original: string) => Edit][] = [
  ['in a header block of its own', (xml) => intoHeader(foreign(xml))],
  ['in the Security header', intoSecurity],
  [
    'in an Object of the signature',
    (xml) => before('</ds:Signature>', `<ds:Object>${xml}</ds:Object>`),
  ],
  ['in the Body', (xml) => before('</S12:Body>', xml)],
  ['after the Body', (xml) => before('</S12:Envelope>', xml)],
  ['before the Header', (xml) => before('<S12:Header>', xml)],
  ['in the evil copy', (xml) => before('</eb:UserMessage>', xml)],
  ['in a second Header', (xml) => before('<S12:Body', `<S12:Header>${xml}</S12:Header>`)],
  ['in the KeyInfo of the signature', (xml) => before('</ds:KeyInfo></ds:Signature>', xml)],
  ['in the SignedInfo', (xml) => before('</ds:SignedInfo>', xml)],
  ['in the encrypted key', (xml) => before('</xenc:EncryptedKey>', xml)],
  ['in the token of the signer', (xml) => before('</wsse:BinarySecurityToken><ds:Signature', xml)],
  ['in an eb:Property', (xml) => before('</eb:Property></eb:MessageProperties>', xml)],
  [
    'in an envelope in a header block',
    (xml) => intoHeader(foreign(`<S12:Envelope><S12:Header>${xml}</S12:Header></S12:Envelope>`)),
  ],
  [
    'in a second Security header',
    (xml) => intoHeader(`<wsse:Security xmlns:wsse="${ns.wsse}">${xml}</wsse:Security>`),
  ],
  ['beside the evil copy', intoHeader],
]

const withId = (xml: string, id: string) => xml.replace(/ wsu:Id="[^"]*"/, id)
// The id of the evil copy.
const names: [string, (xml: string, id: string) => string][] = [
  ['under another id', (xml) => withId(xml, ' wsu:Id="evil"')],
  ['under no id', (xml) => withId(xml, '')],
  ['under the same id', (xml) => xml],
  ['under the same id, as xml:id', (xml, id) => withId(xml, ` xml:id="${id}"`)],
]

const targets: [string, string, string, (xml: string) => string][] = [
  ['Messaging', 'eb:Messaging', 'messaging', (xml) => xml.replace('9915:receiver', '9915:evil')],
  ['Body', 'S12:Body', 'body', (xml) => xml.replace('></S12:Body>', ' evil="1"></S12:Body>')],
]

function wrap(
  name: string,
  falsify: (xml: string) => string,
  place: (original: string) => Edit,
): Edit {
  return (soap) => {
    const original = partOf(soap, name)
    const evil = soap.replace(original, () => falsify(original))
    return place(original)(evil)
  }
}

const wrapped: Case[] = targets.flatMap(([target, element, id, falsify]) =>
  places.flatMap(([where, place]) =>
    names.map(([called, rename]) => ({
      name: `${target} ${where}, its copy ${called}`,
      forge: byStranger(wrap(element, (xml) => rename(falsify(xml), id), place)),
      outcome: outcomeOf(target, where, called),
      twin: byStranger(intoHeader(foreign('<w:Anything Id="evil"/>'))),
    })),
  ),
)

/**
 * What is not an envelope is an invalid header; a known element out of place, or a duplicate id, is
 * an attack.
 */
function outcomeOf(target: string, where: string, called: string): string {
  if (['after the Body', 'before the Header', 'in a second Header'].includes(where))
    return 'EBMS:0009 the SOAP part is not a SOAP 1.2 envelope'
  if (where === 'in an envelope in a header block')
    return 'EBMS:0101 Envelope is in the wrong place'
  if (where === 'beside the evil copy' && target === 'Messaging')
    return called.startsWith('under the same id')
      ? 'EBMS:0101 an id is empty or not unique'
      : 'EBMS:0009 there must be exactly one eb:Messaging'
  return `EBMS:0101 ${target} is in the wrong place`
}

const messaging = (soap: string) => partOf(soap, 'eb:Messaging')
const signature = (soap: string) => partOf(soap, 'ds:Signature')
const token = (soap: string) => partOf(soap, 'wsse:BinarySecurityToken')
const withoutId = (xml: string) => xml.replace(/ (wsu:)?Id="[^"]*"/g, '')
const idOn = (attribute: string) => swap('<eb:UserMessage>', `<eb:UserMessage ${attribute}>`)
const anywhere = byStranger(intoHeader(foreign('<w:Anything/>')))

const others: Case[] = [
  {
    name: 'a second signature after the first',
    forge: byStranger((soap) => soap.replace(signature(soap), (xml) => xml + withoutId(xml))),
    outcome: 'EBMS:0101 there must be only one signature',
  },
  {
    name: 'the signature in a header block',
    forge: byStranger((soap) => intoHeader(foreign(signature(soap)))(drop('ds:Signature')(soap))),
    outcome: 'EBMS:0101 Signature is in the wrong place',
  },
  {
    name: 'another signature in a header block',
    forge: byStranger((soap) => intoHeader(foreign(withoutId(signature(soap))))(soap)),
    outcome: 'EBMS:0101 Signature is in the wrong place',
  },
  {
    name: 'another signature in the Body',
    forge: byStranger((soap) =>
      before(
        '</S12:Body>',
        withoutId(signature(soap))
          .replaceAll('wsse:', 'w:')
          .replace('<ds:Signature ', '<ds:Signature xmlns:w="urn:w" '),
      )(soap),
    ),
    outcome: 'EBMS:0101 Signature is in the wrong place',
  },
  {
    name: 'the signature in the Header beside Security',
    forge: byStranger((soap) =>
      intoHeader(
        signature(soap)
          .replaceAll('wsse:', 'w:')
          .replace('<ds:Signature ', '<ds:Signature xmlns:w="urn:w" '),
      )(drop('ds:Signature')(soap)),
    ),
    outcome: 'EBMS:0101 Signature is in the wrong place',
  },
  {
    name: 'a signature inside the signature',
    forge: byStranger((soap) => before('</ds:Signature>', withoutId(signature(soap)))(soap)),
    outcome: 'EBMS:0101 Signature is in the wrong place',
  },
  {
    name: 'a token in a header block',
    forge: byStranger((soap) => intoHeader(foreign(withoutId(token(soap))))(soap)),
    outcome: 'EBMS:0101 BinarySecurityToken is in the wrong place',
  },
  {
    name: 'the token of the signer in a header block',
    forge: byStranger((soap) => {
      const mine = soap.match(
        /<wsse:BinarySecurityToken [^>]*wsu:Id="signer">[^<]*<\/wsse:BinarySecurityToken>/,
      )![0]
      return intoHeader(foreign(mine))(soap.replace(mine, ''))
    }),
    outcome: 'EBMS:0101 BinarySecurityToken is in the wrong place',
  },
  {
    name: 'a token in the KeyInfo',
    forge: byStranger((soap) =>
      before('</ds:KeyInfo></ds:Signature>', withoutId(token(soap)))(soap),
    ),
    outcome: 'EBMS:0101 BinarySecurityToken is in the wrong place',
  },
  {
    name: 'a token embedded in the reference to it',
    forge: byStranger((soap) =>
      soap.replace(
        /<wsse:Reference URI="#signer"[^>]*>/,
        () => `<wsse:Embedded>${withoutId(token(soap))}</wsse:Embedded>`,
      ),
    ),
    outcome: 'EBMS:0101 BinarySecurityToken is in the wrong place',
  },
  {
    name: 'the encrypted key in a header block',
    forge: byStranger((soap) =>
      intoHeader(foreign(partOf(soap, 'xenc:EncryptedKey')))(drop('xenc:EncryptedKey')(soap)),
    ),
    outcome: 'EBMS:0101 EncryptedKey is in the wrong place',
  },
  {
    name: 'the encrypted data in the Body',
    forge: byStranger((soap) =>
      before(
        '</S12:Body>',
        partOf(soap, 'xenc:EncryptedData')
          .replaceAll('wsse', 'w')
          .replace(
            '<xenc:EncryptedData ',
            '<xenc:EncryptedData xmlns:w="urn:w" xmlns:w11="urn:w" ',
          ),
      )(drop('xenc:EncryptedData')(soap)),
    ),
    outcome: 'EBMS:0101 EncryptedData is in the wrong place',
  },
  {
    name: 'a second Security header',
    forge: byStranger(intoHeader(`<q:Security xmlns:q="${ns.wsse}"/>`)),
    outcome: 'EBMS:0009 there must be only one wsse:Security',
    twin: anywhere,
  },
  {
    name: 'a second Security header for another role',
    forge: byStranger(intoHeader(`<q:Security xmlns:q="${ns.wsse}" S12:role="urn:other"/>`)),
    outcome: 'EBMS:0009 there must be only one wsse:Security',
    twin: anywhere,
  },
  ...[
    ['another role', 'urn:other', `${ns.S12}/role/ultimateReceiver`],
    ['no role at all', `${ns.S12}/role/none`, `${ns.S12}/role/next`],
    ['our role, but relative', 'ultimateReceiver', ` ${ns.S12}/role/ultimateReceiver `],
    ['our role in capitals', `${ns.S12}/role/NEXT`, ''],
  ].map(([whose, role, ours]) => ({
    name: `the Security header for ${whose}`,
    forge: byStranger(swap('<wsse:Security ', `<wsse:Security S12:role="${role}" `)),
    outcome: 'EBMS:0101 the message is not signed',
    twin: byStranger(swap('<wsse:Security ', `<wsse:Security S12:role="${ours}" `)),
  })),
  {
    name: 'a Security header inside another block',
    forge: byStranger(intoHeader(foreign('<wsse:Security/>'))),
    outcome: 'EBMS:0101 Security is in the wrong place',
    twin: anywhere,
  },
  {
    name: 'a second Messaging without a signature',
    forge: byStranger((soap) => intoHeader(withoutId(messaging(soap)))(soap)),
    outcome: 'EBMS:0009 there must be exactly one eb:Messaging',
    twin: anywhere,
  },
  {
    name: 'a second Body',
    forge: byStranger((soap) => after('</S12:Body>', withoutId(partOf(soap, 'S12:Body')))(soap)),
    outcome: 'EBMS:0009',
  },
  {
    name: 'an Envelope around the Envelope',
    forge: byStranger(
      (soap) =>
        '<S12:Envelope ' +
        `xmlns:S12="${ns.S12}"><S12:Header>${soap.replace(/<\?.*?\?>/, '')}</S12:Header>` +
        `<S12:Body/></S12:Envelope>`,
    ),
    outcome: 'EBMS:0101 Envelope is in the wrong place',
  },
  ...[
    'Id="messaging"',
    'ID="messaging"',
    'id="body"',
    'iD="signer"',
    'xml:id="messaging"',
    'wsu:Id="key"',
    `xmlns:x="${ns.xenc}" x:Id="data-0"`,
    'xmlns:x="urn:x" x:Id="signature"',
  ].map((attribute) => ({
    name: `an id twice, as ${attribute}`,
    forge: byStranger(idOn(attribute)),
    outcome: 'EBMS:0101 an id is empty or not unique',
    twin: anywhere,
  })),
  {
    name: 'an empty id',
    forge: byStranger(intoHeader(foreign('<w:X Id=""/>'))),
    outcome: 'EBMS:0101 an id is empty or not unique',
    twin: anywhere,
  },
  {
    name: 'two ids on the signed element',
    forge: byStranger(swap('<eb:Messaging ', '<eb:Messaging ID="other" ')),
    outcome: 'EBMS:0101 the digest of Messaging does not match',
  },
  {
    name: 'the ids of Messaging and Body exchanged',
    forge: byStranger(
      both(
        swap('wsu:Id="messaging"', 'wsu:Id="#"'),
        swap('wsu:Id="body"', 'wsu:Id="messaging"'),
        swap('wsu:Id="#"', 'wsu:Id="body"'),
      ),
    ),
    outcome: 'EBMS:0101 the digest of',
  },
  {
    name: 'the ids of both tokens exchanged',
    forge: byStranger(
      both(
        swap('wsu:Id="signer"', 'wsu:Id="#"'),
        swap('wsu:Id="recipient"', 'wsu:Id="signer"'),
        swap('wsu:Id="#"', 'wsu:Id="recipient"'),
      ),
    ),
    outcome: 'EBMS:0101 the signature value is wrong',
  },
]

describe('wrapping', () => {
  refuseAll('wrapping', [...wrapped, ...others])
  reportCosts('wrapping')
})
