import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  IdentifierError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import {
  defaultParticipants,
  defaultServices,
  openRegister,
  unregistered,
} from '../../src/sandbox/participants.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-participants-'))
  file = join(folder, 'participants.json')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const weights = {
  documentType: parseDocumentType(
    'urn:oasis:names:specification:ubl:schema:xsd:WeightStatement-2::WeightStatement##urn:fdc:peppol.eu:logistics:trns:weight_statement:1::2.3',
  ),
  process: parseProcess('urn:fdc:peppol.eu:logistics:bis:weight_statement:1'),
}

const digitsOf = (text: string) => [...text].map(Number)
const weighted = (text: string, weights: number[]) =>
  digitsOf(text).reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0)

// The published rules (Peppol code list of participant schemes), implemented here a second time,
// and differently from how the numbers were found.
const checks: Record<string, (id: string) => boolean> = {
  '0208': (id) =>
    /^[01][0-9]{9}$/.test(id) && (Number(id.slice(0, 8)) + Number(id.slice(8))) % 97 === 0,
  '0088': (id) =>
    /^[0-9]{13}$/.test(id) && weighted(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  '0192': (id) => /^[0-9]{9}$/.test(id) && weighted(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  '0007': (id) =>
    /^[0-9]{10}$/.test(id) &&
    digitsOf(id)
      .map((digit, at) => (at % 2 === 0 ? digit * 2 : digit))
      .reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) %
      10 ===
      0,
  '9930': (id) => /^de[0-9]{9}$/.test(id),
  '9915': (id) => /^[a-z][a-z0-9]*$/.test(id),
}

describe('the participants of the sandbox', () => {
  it('have right check digits, the unregistered one included', () => {
    for (const participant of [...defaultParticipants, unregistered]) {
      const [scheme = '', id = ''] = participant.split(':')
      expect(checks[scheme]?.(id), participant).toBe(true)
    }
  })

  it('are of several schemes, and all take BIS Billing and self-billing', () => {
    const register = openRegister(file, [])
    expect(
      new Set(register.participants.map((participant) => participant.slice(0, 4))).size,
    ).toBeGreaterThan(4)
    for (const participant of register.participants)
      for (const { documentType, process } of defaultServices())
        expect(register.processesOf(parseParticipant(participant), documentType)).toContainEqual(
          process,
        )
  })

  it('do not take what nobody registered', () => {
    const register = openRegister(file, [])
    const [first = ''] = register.participants
    expect(register.processesOf(parseParticipant(first), weights.documentType)).toEqual([])
    expect(register.isRegistered(parseParticipant(unregistered))).toBe(false)
    expect(register.documentTypesOf(parseParticipant(unregistered))).toEqual([])
  })
})

describe('registering', () => {
  it('adds participants and services, whatever the spelling, and only once', () => {
    const register = openRegister(file, ['9915:More'])
    register.register('iso6523-actorid-upis::9915:MORE', weights)
    register.register('9915:more', weights)
    expect(register.participants).toEqual([...defaultParticipants, '9915:more'])
    expect(register.processesOf(parseParticipant('9915:more'), weights.documentType)).toEqual([
      weights.process,
    ])
    const usual = register.documentTypesOf(parseParticipant('9915:fourcorner'))
    expect(register.documentTypesOf(parseParticipant('9915:more'))).toEqual([
      ...usual,
      weights.documentType,
    ])
  })

  it('outlives a restart', () => {
    openRegister(file, ['9915:more']).register('9915:other', weights)
    const again = openRegister(file, [])
    expect(again.participants).toEqual([...defaultParticipants, '9915:more', '9915:other'])
    expect(again.processesOf(parseParticipant('9915:other'), weights.documentType)).toEqual([
      weights.process,
    ])
    expect(again.processesOf(parseParticipant('9915:more'), weights.documentType)).toEqual([])
  })

  it('does not touch the file when nothing is new', () => {
    openRegister(file, ['9915:more'])
    const kept = readFileSync(file, 'utf8').replaceAll('\n', '\n ')
    writeFileSync(file, kept)
    openRegister(file, ['9915:MORE'])
    expect(readFileSync(file, 'utf8')).toBe(kept)
  })

  it('takes a file of before, which has the usual services too', () => {
    const [usual] = defaultServices()
    const before = [{ participant: '9915:more', services: [usual, weights] }]
    writeFileSync(file, JSON.stringify(before))
    const register = openRegister(file, [])
    const more = parseParticipant('9915:more')
    expect(register.processesOf(more, weights.documentType)).toEqual([weights.process])
    expect(register.documentTypesOf(more)).toHaveLength(
      register.documentTypesOf(parseParticipant('9915:fourcorner')).length + 1,
    )
  })

  it('refuses what is no participant, and the one that stays unregistered', () => {
    expect(() => openRegister(file, ['12:34'])).toThrow(IdentifierError)
    expect(() => openRegister(file, [unregistered])).toThrow(/never registered, on purpose/)
    expect(() => openRegister(file, []).register(unregistered, weights)).toThrow(
      /never registered, on purpose/,
    )
  })

  it('refuses to start on a damaged file, and says what to do', () => {
    for (const damaged of [
      '[{"participant":',
      '{}',
      '[null]',
      '[{"participant":"9915:a","services":[{}]}]',
    ]) {
      writeFileSync(file, damaged)
      expect(() => openRegister(file, []), damaged).toThrow(/is damaged. Delete it/)
    }
  })
})
