// What Peppol's rules say of a participant of each scheme that an electronic address may have, and
// what the gateway says of it: what a rule refuses is refused, and nothing else.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { electronicAddressSchemes } from '../../src/billing/codelists/index.ts'
import { isJudgedStrictly, parseParticipant, participantFault } from '../../src/peppol/index.ts'
import { brokenRules, fatalRules } from './own-rules.ts'

type Says = 'fatal' | 'warning' | 'none'
type Row = { right: string; form?: [string, Says]; digit?: [string, Says]; rule?: string }

const invoice = readFileSync('test/fixtures/billing/invoice-minimal.out.xml', 'utf8')
const buyer = /(?<=<cac:AccountingCustomerParty>.*?)<cbc:EndpointID.*?<\/cbc:EndpointID>/s

/** What the rules say of an identifier of a scheme. */
function official(scheme: string, id: string): { says: Says; rule?: string } {
  const endpoint = `<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`
  const document = invoice.replace(buyer, endpoint)
  const ofIdentifiers = (rules: Iterable<string>) =>
    [...rules].find((rule) => rule.startsWith('PEPPOL-COMMON-'))
  const fatal = ofIdentifiers(fatalRules(document, 'peppol-billing'))
  const rule = fatal ?? ofIdentifiers(brokenRules(document, 'peppol-billing').keys())
  return { says: fatal ? 'fatal' : rule ? 'warning' : 'none', ...(rule ? { rule } : {}) }
}

/** What Self-Billing 3.0.3 says of an identifier of a scheme. */
function officialStrictly(scheme: string, id: string): Says {
  const endpoint = `<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`
  const broken = brokenRules(invoice.replace(buyer, endpoint), 'peppol-selfbilling 3.0.3')
  const flags = [...broken].flatMap(([rule, flag]) =>
    rule.startsWith('PEPPOL-COMMON-') ? [flag as Says] : [],
  )
  return flags[0] ?? 'none'
}

/** What the gateway says: it refuses, it warns, or there is nothing to say. */
function ours(scheme: string, id: string): 'fatal' | 'warning' | 'none' {
  const fault = participantFault(parseParticipant(`${scheme}:${id}`))
  if (!fault) return 'none'
  return fault.isFatal ? 'fatal' : 'warning'
}

const table: Record<string, Row> = {
  '0002': { right: '784301772', form: ['78430177', 'none'], digit: ['784301773', 'none'] },
  '0007': { right: '5567321707', form: ['556732170', 'fatal'], digit: ['5567321708', 'fatal'] },
  '0009': { right: '78430177200012', form: ['784301772', 'none'] },
  '0060': { right: '812810734', form: ['81281073', 'none'] },
  '0088': {
    right: '7300010000001',
    form: ['730001000000', 'fatal'],
    digit: ['7300010000002', 'fatal'],
  },
  '0096': { right: '1234567890', form: ['123456789', 'fatal'] },
  '0106': { right: '12345678', form: ['1234567', 'warning'] },
  '0151': { right: '51824753556', form: ['5182475355', 'fatal'], digit: ['51824753557', 'fatal'] },
  '0183': { right: 'CHE105805649', form: ['105805649', 'none'], digit: ['CHE105805640', 'none'] },
  '0184': { right: 'DK13585628', form: ['1358562', 'fatal'], digit: ['DK12345678', 'none'] },
  '0190': { right: '00000001234567890000', form: ['0000000123456789000', 'warning'] },
  '0191': { right: '10137025', form: ['20137025', 'none'], digit: ['10137026', 'none'] },
  '0192': { right: '745707327', form: ['74570732', 'fatal'], digit: ['745707328', 'fatal'] },
  '0196': { right: '1201743399', form: ['120174339', 'none'], digit: ['1201743389', 'none'] },
  '0198': { right: 'DK13585628', form: ['13585628', 'fatal'], digit: ['DK12345678', 'none'] },
  '0199': {
    right: '5493001KJTIIGC8Y1R12',
    form: ['5493001KJTIIGC8Y1R1', 'none'],
    digit: ['5493001KJTIIGC8Y1R13', 'none'],
  },
  '0200': { right: '123456789', form: ['12345678', 'none'] },
  '0201': { right: 'UFABC1', form: ['UFABC', 'warning'] },
  '0204': { right: '991-1234512345-06', form: ['991', 'none'] },
  '0208': { right: '0123456749', form: ['123456749', 'fatal'], digit: ['0123456748', 'fatal'] },
  '0211': {
    right: 'IT00743110157',
    form: ['IT0074311015', 'warning'],
    digit: ['IT00743110158', 'warning'],
  },
  '0235': { right: '1234567890', form: ['2234567890', 'none'] },
  '0240': { right: '12345678901', form: ['1234567890', 'none'] },
  '9910': { right: 'HU10773381', form: ['10773381', 'none'], digit: ['HU10773382', 'none'] },
  '9933': { right: '094259216', form: ['94259216', 'none'], digit: ['094259217', 'none'] },
  '9944': { right: 'NL123456789B12', form: ['NL123456789', 'warning'] },
}
const rows = Object.entries(table)

describe.each(rows)('a participant of scheme %s', (scheme, { right, form, digit }) => {
  it('that is right is right for both', () => {
    expect(official(scheme, right).says).toBe('none')
    expect(ours(scheme, right)).toBe('none')
  })

  it.each([
    ['of another form', form],
    ['with another check digit', digit],
  ] as const)('%s is refused where the official rule refuses it', (_, wrong) => {
    if (!wrong) return
    const [id, expected] = wrong
    const { says, rule } = official(scheme, id)
    expect(says).toBe(expected)
    expect(ours(scheme, id)).toBe(expected === 'fatal' ? 'fatal' : 'warning')
    expect(participantFault(parseParticipant(`${scheme}:${id}`))?.rule).toBe(rule)
  })
})

describe('in Self-Billing from 3.0.3 on', () => {
  const isStrict = true
  const wrongs = rows.flatMap(([scheme, { form, digit }]) =>
    [form, digit].flatMap((wrong) => (wrong ? [[scheme, wrong[0]] as const] : [])),
  )

  it.each([...wrongs, ['0088', '73513537']] as const)(
    '%s:%s is refused where the rule refuses it',
    (scheme, id) => {
      const fault = participantFault(parseParticipant(`${scheme}:${id}`), { isStrict })
      expect(fault?.isFatal).toBe(officialStrictly(scheme, id) === 'fatal')
    },
  )

  it.each(['0106:1234567', '0190:1', '9944:NL123456789', '0088:73513537'])(
    '%s is refused, and not before, nor in Billing',
    (id) => {
      const participant = parseParticipant(id)
      const prefix = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:'
      const isFatalOn = (day: string, name: string) =>
        participantFault(participant, { isStrict: isJudgedStrictly(`${prefix}${name}:3.0`, day) })
          ?.isFatal
      expect(isFatalOn('2027-02-24', 'selfbilling')).toBe(true)
      expect(isFatalOn('2027-02-23', 'selfbilling')).toBe(false)
      expect(isFatalOn('2027-02-24', 'billing')).toBe(false)
    },
  )
})

describe('a participant', () => {
  it.each([...electronicAddressSchemes.codes].filter((scheme) => !(scheme in table)))(
    'of scheme %s is never refused: no rule refuses it',
    (scheme) => {
      for (const id of ['1', '000000000', 'x-1', 'DK12345678'])
        expect([official(scheme, id).says, ours(scheme, id)]).not.toContain('fatal')
    },
  )

  it.each([
    ['0088', '07300010000001', 'none'],
    ['0192', '000000000', 'fatal'],
  ] as const)('%s:%s is judged as the rule judges it', (scheme, id, says) => {
    expect(official(scheme, id).says).toBe(says)
    expect(ours(scheme, id)).toBe(says === 'none' ? 'warning' : says)
  })
})
