// JSON documents at random: generated ones, changed in one to three places. A document depends on
// its seed and its number alone.

import * as lists from '../../../src/billing/codelists/index.ts'
import { type Kind, kinds } from '../../../src/billing/index.ts'
import { kindOf } from '../../../src/billing/kinds.ts'
import { generate, type Json } from '../../billing/generate.ts'
import { pick, type Random, randomOf } from '../random.ts'

export type Made = { kind: Kind; json: Json }

/** What texts may be, and what they may be mistaken for. */
const texts = [
  ...[
    '#AAI#Text',
    '#AAI#',
    '#ZZZ# blank',
    '#AAI##REG#two',
    '#aai#small',
    '#A12# none',
    'a #AAI# b',
  ],
  ...['a#b#c', '##', '###', '#####', '#12#', '#1234#', ' #AAI#blank', 'ends with #', '# # #'],
  ...[
    ' blanks ',
    'a\n\nb',
    '\ta',
    'é\u0301',
    '🧾',
    ']]>',
    '<a/>',
    '&lt;',
    '&#35;AAI#',
    '"\'',
    '\\n',
  ],
  ...[
    '0',
    '-1',
    '1.50',
    '1e3',
    'NA',
    'null',
    '0088',
    '130',
    '50',
    '380',
    'SEPA',
    'false',
    '2026-11-21',
  ],
  ...['x'.repeat(300), 'ß'.repeat(50), 'a b', '\u200b', '\u00a0', '\u2028'],
]
const decimals = [
  ...['0', '-0', '0.00', '1', '-1', '007', '1.0', '0.5', '0.005', '-0.005', '99.999', '100', '21'],
  ...[
    '0.1',
    '0.01',
    '0.004999',
    '1000000000',
    '123456789.123456',
    '0.333333333',
    '-12.50',
    '12.345',
  ],
]
const days = ['2026-11-21', '2026-01-01', '2025-12-31', '1900-01-01', '2099-12-31', '2026-02-28']
const codes = Object.values(lists).flatMap(({ codes }) => [...codes])
const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B']
const words = [...categories, 'seller', 'payee', 'TAX', 'LOC', 'VAT', 'SEPA', 'NA']
const identifiers = ['BE0123456749', 'EL123456789', 'GR123456789', 'XI123', 'NO123456785MVA', '1A1']

/** Fields whose values are nearly all refused, unless they are of their list. */
const ofField: Record<string, readonly string[]> = {
  country: [...lists.countries.codes],
  originCountry: [...lists.countries.codes],
  currency: [...lists.currencies.codes],
  taxCurrency: [...lists.currencies.codes],
  meansCode: [...lists.paymentMeans.codes],
  unitCode: [...lists.units.codes].slice(0, 200),
  priceBaseQuantityUnitCode: [...lists.units.codes].slice(0, 20),
  exemptionReasonCode: [...lists.vatExemptionReasons.codes, 'vatex-eu-ae', 'vatex-eu-o'],
  subjectCode: [...lists.noteSubjects.codes],
  typeCode: Object.values(kinds).flatMap(({ typeCodes }) => typeCodes),
  category: categories,
  vatId: identifiers,
}

/** A generated document, or one of the same kind that some changes have made of it. */
export function documentAt(seed: number, index: number, { changes = 3 } = {}): Made {
  const random = randomOf(seed, index)
  const made = generate(random(1_000_000), { full: random(10) === 0 })
  const other = generate(random(1_000_000), { full: random(3) === 0, kind: made.kind }).json
  const json = structuredClone(made.json)
  for (let left = random(changes + 1); left > 0; left--) change(json, other, random)
  return { kind: kindAfter(made.kind, json), json }
}

// A type code may have become one of another kind.
function kindAfter(kind: Kind, { typeCode }: Json): Kind {
  return typeof typeCode === 'string' ? kindOf(kind.root, typeCode) : kind
}

type Place = { holder: Json | unknown[]; key: string }

function change(json: Json, other: Json, random: Random): void {
  if (random(4) === 0) {
    changeTop(json, other, random)
    return
  }
  const { holder, key } = pick(random, placesIn(json))
  const at = holder as Record<string, unknown>
  switch (random(6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete at[key]
      return
    case 1:
      graft(json, other, random)
      return
    case 2:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
      else graft(json, other, random)
      return
    default:
      if (typeof at[key] === 'string') at[key] = another(key, at[key], random)
      else if (random(4) === 0) graft(json, other, random)
  }
}

/** Fields of the document itself are few among those of its lines, and decide the most. */
function changeTop(json: Json, other: Json, random: Random): void {
  const fresh: Json = {
    ...other,
    dueDate: pick(random, days),
    notes: [{ text: pick(random, texts) }],
  }
  const key = pick(random, ['dueDate', 'notes', 'payment', ...Object.keys(fresh)])
  if (fresh[key] !== undefined) json[key] = structuredClone(fresh[key])
}

/** Another value of the same form, more often than not. */
function another(key: string, value: string, random: Random): string {
  const ownValues = ofField[key]
  if (ownValues && random(6) > 0) return pick(random, ownValues)
  if (random(8) === 0) return pick(random, [texts, decimals, days, codes, words][random(5)]!)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return pick(random, days)
  if (/^-?\d+(\.\d+)?$/.test(value)) return pick(random, decimals)
  return pick(random, random(4) === 0 ? [...codes, ...words] : texts)
}

/** Takes a field, or a group, over from another document. */
function graft(json: Json, other: Json, random: Random): void {
  const { holder, key, path } = pick(random, placesIn(other))
  const target = path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Json)[step] : undefined),
    json,
  )
  const value = structuredClone((holder as Json)[key])
  if (Array.isArray(target)) target.push(value)
  else if (typeof target === 'object' && target !== null) (target as Json)[key] = value
}

function placesIn(value: unknown, path: string[] = []): (Place & { path: string[] })[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Json | unknown[]
  return Object.entries(value).flatMap(([key, item]) => [
    { holder, key, path },
    ...placesIn(item, [...path, key]),
  ])
}
