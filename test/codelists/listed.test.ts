// The tables of the code lists: what they hold, and that they are what Peppol publishes.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  documentTypes,
  documentTypesNamed,
  findDocumentType,
  findParticipantScheme,
  isListedProcess,
  shortNames,
  singleShortNames,
  stateOn,
} from '../../src/codelists/index.ts'
import { filesOf } from '../../src/codelists/made-files.ts'
import { mustRun } from '../skips.ts'

const folder = '../shared/corpus/codelists'
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const scheme = 'busdox-docid-qns'
const wildcard = 'peppol-doctype-wildcard'
const core = 'urn:cen.eu:en16931:2017'
const billing = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`

const digests = {
  'document-types.ts': '0d7d90610919cf4753e5d1d37ed3b2fa82873e30180c8dbb561356989e98f845',
  'processes.ts': '440027f5f0c36e2f44f92723396dc7e6c4916c92da5e79b9f2199ca523f74a20',
  'participant-schemes.ts': '3d85335b8b0c42cb9185159d11aadd1a63274c9b2758f6193223ad6da6a4b4ef',
}

describe('the tables of the code lists', () => {
  it.each(Object.entries(digests))('%s is as the script has made it', (name, digest) => {
    const text = readFileSync(`src/codelists/${name}`)
    expect(createHash('sha256').update(text).digest('hex')).toBe(digest)
  })
})

describe.skipIf(!existsSync(folder) && !mustRun('official documents'))(
  'the published code lists',
  () => {
    const read = (name: string) => readFileSync(`${folder}/${name}-9.7.json`, 'utf8')
    const files = () => ({
      documentTypes: read('document-types'),
      processes: read('processes'),
      schemes: read('participant-identifier-schemes'),
    })

    it.each(Object.keys(digests))('make exactly %s', (name) => {
      const made: Record<string, string> = filesOf(files())
      expect(readFileSync(`src/codelists/${name}`, 'utf8')).toBe(made[name])
    })

    it.each([
      ['document-types.ts', 'documentTypes', '"deprecated"', '"active"'],
      ['document-types.ts', 'documentTypes', 'urn:peppol:bis:billing_with_response', 'urn:other'],
      ['processes.ts', 'processes', '"active"', '"removed"'],
      ['participant-schemes.ts', 'schemes', '"2026-07-07"', '"2027-07-07"'],
    ] as const)('make another %s when one fact of them differs', (name, list, from, to) => {
      const given = files()
      const made = filesOf({ ...given, [list]: given[list].replace(from, to) })
      expect(readFileSync(`src/codelists/${name}`, 'utf8')).not.toBe(made[name])
    })

    it('are what the table gives back, type by type', () => {
      type Published = { state: string; abstract: boolean } & Record<string, unknown>
      const { values } = JSON.parse(files().documentTypes) as { values: Published[] }
      expect(documentTypes()).toHaveLength(values.length)
      for (const [index, type] of documentTypes().entries()) {
        const { abstract, ...published } = values[index]!
        expect(type).toMatchObject({
          ...{ scheme: published.scheme, value: published.value, state: published.state },
          isAbstract: abstract,
        })
        expect(type.removal).toBe(published['removal-date'])
        expect(type.processes).toEqual(published['process-ids'])
        expect(type.processes.every(isListedProcess)).toBe(true)
        expect(findDocumentType({ scheme: type.scheme, value: type.value })).toBe(type)
      }
    })
  },
)

describe('a document type of the code list', () => {
  it('is found by its scheme and value', () => {
    const value = `${ubl}Invoice-2::Invoice##${billing}::2.1`
    expect(findDocumentType({ scheme, value })).toEqual({
      scheme,
      value,
      name: 'BIS Billing UBL Invoice V3',
      state: 'active',
      isAbstract: false,
      processes: [
        'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        'urn:peppol:bis:billing_with_response',
        'urn:peppol:france:billing:regulated',
        'urn:peppol:france:billing:non-regulated',
      ].map((process) => ({ scheme: 'cenbii-procid-ubl', value: process })),
    })
    expect(findDocumentType({ scheme: wildcard, value })).toBeUndefined()
    expect(findDocumentType({ scheme, value: value.replace('::2.1', '::2.2') })).toBeUndefined()
    expect(findDocumentType({ scheme, value: value.toUpperCase() })).toBeUndefined()
  })

  it('is another one under another scheme', () => {
    const value = `${ubl}Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1`
    expect(findDocumentType({ scheme, value })).toMatchObject({ state: 'removed' })
    expect(findDocumentType({ scheme: wildcard, value })).toMatchObject({ state: 'active' })
  })

  it('is abstract when only its variants are used', () => {
    const value = `${ubl}Invoice-2::Invoice##urn:peppol:pint:billing-1::2.1`
    expect(findDocumentType({ scheme: wildcard, value })).toMatchObject({ isAbstract: true })
  })

  it('has the state of a day', () => {
    const dated = { state: 'deprecated', removal: '2026-08-01' } as const
    expect(stateOn(dated, '2026-07-31')).toBe('deprecated')
    expect(stateOn(dated, '2026-08-01')).toBe('deprecated')
    expect(stateOn(dated, '2026-08-02')).toBe('removed')
    expect(stateOn({ state: 'deprecated' }, '2999-01-01')).toBe('deprecated')
    expect(stateOn({ state: 'active' }, '2026-08-02')).toBe('active')
    expect(stateOn({ state: 'removed' }, '2020-01-01')).toBe('removed')
  })
})

describe('a short name', () => {
  const page = readFileSync('docs/document-types.md', 'utf8')
  it.each(shortNames)('%s is documented', (name) => {
    expect(page.split('## Registering')[0]).toContain(`\`${name}\``)
  })

  it('of one type is known without reading the list', () => {
    const single = shortNames.filter((name) => documentTypesNamed(name)!.length === 1)
    expect(singleShortNames).toEqual(single)
  })

  it.each(shortNames)('%s stands for types in use', (name) => {
    const types = documentTypesNamed(name)!
    expect(types).not.toHaveLength(0)
    expect(types.every(({ state, isAbstract }) => state === 'active' && !isAbstract)).toBe(true)
  })

  it.each([
    ['invoice', ['BIS Billing UBL Invoice V3']],
    [
      'xrechnung',
      ['UBL Invoice', 'UBL Credit Note', 'CII Invoice'].map((one) => `XRechnung ${one} V3.0`),
    ],
    ['pint-sg', ['SG PINT Invoice v1.0', 'SG PINT Credit Note v1.0']],
  ])('%s is %j', (name, names) => {
    expect(documentTypesNamed(name)!.map((type) => type.name)).toEqual(
      expect.arrayContaining(names),
    )
    expect(documentTypesNamed(name)).toHaveLength(names.length)
  })

  it.each(['', 'Invoice', 'constructor', '__proto__'])('is not "%s"', (name) => {
    expect(documentTypesNamed(name)).toBeUndefined()
  })
})

describe('processes and schemes', () => {
  it('are listed or not', () => {
    const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
    expect(isListedProcess({ scheme: 'cenbii-procid-ubl', value: process })).toBe(true)
    expect(isListedProcess({ scheme: 'other-other-other', value: process })).toBe(false)
    expect(isListedProcess({ scheme: 'cenbii-procid-ubl', value: 'S1' })).toBe(false)
    expect(findParticipantScheme('9908')).toEqual({
      name: 'NO:ORGNR',
      country: 'NO',
      state: 'removed',
      removal: '2023-05-24',
    })
    expect(findParticipantScheme('0208')).toMatchObject({ state: 'active' })
    expect(findParticipantScheme('0000')).toBeUndefined()
  })
})
