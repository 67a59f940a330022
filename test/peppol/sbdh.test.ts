import { describe, expect, test } from 'vitest'
import {
  buildSbd,
  documentTypeOf,
  parseParticipant,
  parseProcess,
  parseSbdTree,
  type SbdHeader,
} from '../../src/peppol/index.ts'
import { children, parseXml } from '../../src/xml/index.ts'

const namespace = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
const header: SbdHeader = {
  sender: parseParticipant('0208:0987654394'),
  receiver: parseParticipant('9930:de123456788'),
  documentType: documentTypeOf({
    namespace,
    root: 'Invoice',
    customizationId: 'urn:cen.eu:en16931:2017',
  }),
  process: parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
  countryC1: 'BE',
  instanceIdentifier: '019333a1-0000-7000-8000-000000000001',
  createdAt: new Date('2026-11-21T12:00:00.123Z'),
}

// Bytes that a second serialisation would change: line ends, quotes, attribute order, entities,
// CDATA, empty tags, and characters of two, three and four bytes.
const document = Buffer.from(
  `<Invoice  xmlns='${namespace}' b="1" a="2">\r\n\t<ID>é€𝄞 &#233;&gt;></ID><!-- kept ` +
    `--><a/><b></b><![CDATA[<x>]]>\r\n</Invoice>`,
)

const mlsTo = (value: string) => ({ scheme: 'iso6523-actorid-upis', value })

const sbd = () => buildSbd(header, document).toString()
const edited = (edit: (text: string) => string) => Buffer.from(edit(sbd()))

describe('what is built', () => {
  test('is read back: every fact, and the very bytes', () => {
    const parsed = parseSbdTree(buildSbd(header, document))
    expect(parsed.header).toEqual({
      ...header,
      standard: namespace,
      type: 'Invoice',
      typeVersion: '2.1',
    })
    expect(parsed.document.equals(document)).toBe(true)
  })

  test('is the header as Peppol has it, and the document with nothing around it', () => {
    const partner = (name: string, value: string) =>
      `<sh:${name}><sh:Identifier ` +
      `Authority="iso6523-actorid-upis">${value}</sh:Identifier></sh:${name}>`
    const scope = (type: string, value: string, scheme?: string) =>
      `<sh:Scope><sh:Type>${type}</sh:Type><sh:InstanceIdentifier>${value}</sh:InstanceIdentifier>${
        scheme ? `<sh:Identifier>${scheme}</sh:Identifier>` : ''
      }</sh:Scope>`
    expect(sbd()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<sh:StandardBusinessDocument ' +
        'xmlns:sh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">' +
        '<sh:StandardBusinessDocumentHeader><sh:HeaderVersion>1.0</sh:HeaderVersion>' +
        partner('Sender', '0208:0987654394') +
        partner('Receiver', '9930:de123456788') +
        `<sh:DocumentIdentification><sh:Standard>${namespace}</sh:Standard>` +
        `<sh:TypeVersion>2.1</sh:TypeVersion>` +
        `<sh:InstanceIdentifier>${header.instanceIdentifier}</sh:InstanceIdentifier>` +
        `<sh:Type>Invoice</sh:Type>` +
        '<sh:CreationDateAndTime>2026-11-21T12:00:00.123Z</sh:CreationDateAndTime>' +
        '</sh:DocumentIdentification>' +
        '<sh:BusinessScope>' +
        scope(
          'DOCUMENTID',
          `${namespace}::Invoice##urn:cen.eu:en16931:2017::2.1`,
          'busdox-docid-qns',
        ) +
        scope('PROCESSID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'cenbii-procid-ubl') +
        scope('COUNTRY_C1', 'BE') +
        '</sh:BusinessScope></sh:StandardBusinessDocumentHeader>' +
        `${document}</sh:StandardBusinessDocument>`,
    )
  })

  test('leaves a document without a default namespace as it is', () => {
    const prefixed = Buffer.from(`<u:Invoice xmlns:u="${namespace}"><plain/></u:Invoice>`)
    const { root } = parseXml(buildSbd(header, prefixed))
    expect(children(children(root)[1]!)[0]).toMatchObject({ local: 'plain', namespace: '' })
  })

  test('is the same every time', () => {
    expect(sbd()).toBe(sbd())
  })

  test.each(['', ' <a/>', '<a/>\n', '\ufeff<a/>'])(
    'takes no document that has something around it: %j',
    (text) => {
      expect(() => buildSbd(header, Buffer.from(text))).toThrow(/from < to >/)
    },
  )
})

describe('what others build', () => {
  // phase4 and Oxalis use the default namespace; white space around values occurs in the field.
  const foreign = () =>
    sbd()
      .replace('xmlns:sh', 'xmlns')
      .replaceAll('sh:', '')
      .replace(/^<\?xml.*\?>/, '\ufeff<!-- é -->')
      .replace(
        /<(Standard|Type|TypeVersion|InstanceIdentifier|Identifier[^>]*)>([^<]+)/g,
        '<$1>\n  $2\n ',
      )

  test('is read just the same', () => {
    const parsed = parseSbdTree(Buffer.from(foreign()))
    expect(parsed.header).toEqual({
      ...header,
      standard: namespace,
      type: 'Invoice',
      typeVersion: '2.1',
    })
    expect(parsed.document.equals(document)).toBe(true)
  })

  test('may leave out the schemes of document type and process', () => {
    const bytes = edited((text) => text.replace(/<sh:Identifier>[^<]*<\/sh:Identifier>/g, ''))
    expect(parseSbdTree(bytes).header).toMatchObject({
      documentType: header.documentType,
      process: header.process,
    })
  })

  const withScope = (type: string, value: string, scheme = '') => {
    const identifier = scheme && `<sh:Identifier>${scheme}</sh:Identifier>`
    const scope =
      `<sh:Scope><sh:Type>${type}</sh:Type>` +
      `<sh:InstanceIdentifier>${value}</sh:InstanceIdentifier>${identifier}</sh:Scope>`
    return edited((text) => text.replace('</sh:BusinessScope>', `${scope}$&`))
  }

  test('has texts of 255 characters at most, and a document type of 500', () => {
    const [long, most] = ['x'.repeat(256), 'x'.repeat(255)]
    expect(() => parseSbdTree(withScope('MLS_TO', long))).toThrow('more than 255 characters')
    expect(() => parseSbdTree(withScope('MLS_TO', 'a', long))).toThrow('more than 255 characters')
    expect(parseSbdTree(withScope('MLS_TO', most)).header.mlsTo?.value).toBe(most)
    const type = (count: number) =>
      edited((text) => text.replace(/(##urn:cen[^<]*)(::2\.1)/, `$1${'x'.repeat(count)}$2`))
    expect(() => parseSbdTree(type(450))).toThrow('more than 500 characters')
    expect(parseSbdTree(type(100)).header.documentType.value).toContain('xxx')
  })

  test('may have more scopes', () => {
    expect(parseSbdTree(withScope('COUNTRY_C4', 'FR')).header.countryC1).toBe('BE')
  })

  test('may ask for a Message Level Status, and say where it goes', () => {
    const asking = { ...header, mlsType: 'ALWAYS_SEND', mlsTo: mlsTo('0242:987654-MLS') } as const
    expect(parseSbdTree(buildSbd(asking, document)).header).toMatchObject(asking)
    expect(parseSbdTree(withScope('MLS_TYPE', ' FAILURE_ONLY ')).header.mlsType).toBe(
      'FAILURE_ONLY',
    )
    expect(parseSbdTree(withScope('MLS_TO', '0242:1')).header.mlsTo).toEqual(mlsTo('0242:1'))
    expect(parseSbdTree(withScope('MLS_TO', 'x', 'other')).header.mlsTo).toEqual({
      scheme: 'other',
      value: 'x',
    })
  })

  test('may ask for what nobody knows, which is as good as nothing', () => {
    expect(parseSbdTree(withScope('MLS_TYPE', 'SOMETIMES')).header).not.toHaveProperty('mlsType')
    expect(parseSbdTree(buildSbd(header, document)).header).not.toHaveProperty('mlsType')
  })

  test('may write participants in upper case and the time with an offset or none', () => {
    const upper = edited((text) =>
      text.replace('9930:de', '9930:DE').replace('12:00:00.123Z', '13:00:00.123+01:00'),
    )
    expect(parseSbdTree(upper).header).toMatchObject({
      receiver: header.receiver,
      createdAt: header.createdAt,
    })
    expect(parseSbdTree(edited((text) => text.replace('.123Z', '.123'))).header.createdAt).toEqual(
      header.createdAt,
    )
  })
})

describe('what contradicts itself is refused', () => {
  const scopeOf = (type: string) => new RegExp(`<sh:Scope><sh:Type>${type}.*?</sh:Scope>`)
  const empty = (local: string) => (text: string) =>
    text.replace(new RegExp(`(<sh:${local}>)[^<]*`), '$1 ')

  test.each<[string, RegExp, (text: string) => string]>([
    ['another root', /StandardBusinessDocument/, () => document.toString()],
    [
      'another root namespace',
      /StandardBusinessDocument/,
      (text) => text.replace('StandardBusinessDocumentHeader"', 'Other"'),
    ],
    [
      'no header',
      /header/,
      (text) => text.replace(/<sh:StandardBusinessDocumentHeader>.*?Header>/, ''),
    ],
    ['no document', /exactly one document/, (text) => text.replace(document.toString(), '')],
    ['two documents', /exactly one document/, (text) => text.replace(document.toString(), '$&$&')],
    ['another header version', /version/, (text) => text.replace('>1.0<', '>1.2<')],
    [
      'no header version',
      /HeaderVersion/,
      (text) => text.replace(/<sh:HeaderVersion>.*?Version>/, ''),
    ],
    ['two senders', /one Sender/, (text) => text.replace(/<sh:Sender>.*?Sender>/, '$&$&')],
    ['no receiver', /one Receiver/, (text) => text.replace(/<sh:Receiver>.*?Receiver>/, '')],
    [
      'a sender of another authority',
      /authority/,
      (text) => text.replace('iso6523-actorid-upis', 'iso6523-other-upis'),
    ],
    ['a sender that is none', /participant/, (text) => text.replace('0208:0987654394', '0208')],
    ['no document type', /DOCUMENTID/, (text) => text.replace(scopeOf('DOCUMENTID'), '')],
    ['two document types', /DOCUMENTID/, (text) => text.replace(scopeOf('DOCUMENTID'), '$&$&')],
    ['no process', /PROCESSID/, (text) => text.replace(scopeOf('PROCESSID'), '')],
    [
      'two addresses for the Message Level Status',
      /MLS_TO/,
      (text) =>
        text.replace(
          scopeOf('COUNTRY_C1'),
          (scope) => scope + scope.replace('COUNTRY_C1', 'MLS_TO').repeat(2),
        ),
    ],
    ['no country', /COUNTRY_C1/, (text) => text.replace(scopeOf('COUNTRY_C1'), '')],
    ['a country that is none', /COUNTRY_C1/, (text) => text.replace('>BE<', '>Belgium<')],
    [
      'an unknown document type scheme',
      /scheme/,
      (text) => text.replace('busdox-docid-qns', 'busdox-docid-qnt'),
    ],
    [
      'a wildcard',
      /wildcard/,
      (text) =>
        text
          .replace('2017::2.1', '2017*::2.1')
          .replace('busdox-docid-qns', 'peppol-doctype-wildcard'),
    ],
    [
      'another standard',
      /Standard/,
      (text) => text.replace('Invoice-2</sh:Standard>', 'Invoice-3</sh:Standard>'),
    ],
    [
      'another type',
      /Standard/,
      (text) => text.replace('>Invoice</sh:Type>', '>CreditNote</sh:Type>'),
    ],
    [
      'another type version',
      /Standard/,
      (text) => text.replace('>2.1</sh:TypeVersion>', '>2.2</sh:TypeVersion>'),
    ],
    [
      'another document',
      /not what the header says/,
      (text) => text.replace('<Invoice ', '<Invoicf ').replace('</Invoice>', '</Invoicf>'),
    ],
    [
      'a document of another namespace',
      /not what the header says/,
      (text) => text.replace(`xmlns='${namespace}'`, "xmlns='urn:other'"),
    ],
    ['no instance identifier', /InstanceIdentifier is empty/, empty('InstanceIdentifier')],
    [
      'an instance identifier of more than 255 characters',
      /InstanceIdentifier has more than 255 characters/,
      (text) =>
        text.replace(/(<\/sh:TypeVersion>\s*<sh:InstanceIdentifier>)[^<]*/, `$1${'i'.repeat(256)}`),
    ],
    ['no creation time', /CreationDateAndTime is empty/, empty('CreationDateAndTime')],
    [
      'a creation time that is none',
      /CreationDateAndTime/,
      (text) => text.replace('2026-11-21T', '2026-13-21T'),
    ],
    [
      'a creation time on a day that is none',
      /CreationDateAndTime/,
      (text) => text.replace('2026-11-21T', '2026-11-31T'),
    ],
    [
      'two identifiers in one scope',
      /several identifiers/,
      (text) => text.replace(/<sh:Identifier>[^<]*<\/sh:Identifier>/, '$&$&'),
    ],
    [
      'text beside its document',
      /text beside/,
      (text) => text.replace('<Invoice ', 'evil<Invoice '),
    ],
    ['a DOCTYPE', /./, (text) => text.replace('<sh:Standard', '<!DOCTYPE a><sh:Standard')],
    ['an end that is missing', /./, (text) => text.slice(0, -1)],
  ])('%s', (_, message, edit) => {
    expect(edit(sbd())).not.toBe(sbd())
    expect(() => parseSbdTree(edited(edit))).toThrow(message)
  })
})
