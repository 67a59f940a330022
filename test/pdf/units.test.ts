import { describe, expect, it } from 'vitest'
import { unitText } from '../../src/pdf/codes/units.ts'
import { formatFor } from '../../src/pdf/format.ts'
import { wordsFor } from '../../src/pdf/labels/index.ts'
import type { Locale } from '../../src/pdf/labels/locales.ts'

const inWords = (code: string, locale: Locale = 'en') =>
  unitText({ words: wordsFor(locale), format: formatFor(locale) }, code)

// UN/ECE Recommendations 20 and 21.
const units: Record<string, string> = {
  second: 'SEC',
  minute: 'MIN',
  hour: 'HUR',
  day: 'DAY',
  week: 'WEE',
  month: 'MON',
  year: 'ANN',
  gram: 'GRM',
  kilogram: 'KGM',
  pound: 'LBR',
  ounce: 'ONZ',
  stone: 'STI',
  millimetre: 'MMT',
  centimetre: 'CMT',
  metre: 'MTR',
  kilometre: 'KMT KTM',
  inch: 'INH',
  foot: 'FOT',
  yard: 'YRD',
  mile: 'SMI',
  hectare: 'HAR',
  acre: 'ACR',
  millilitre: 'MLT',
  litre: 'LTR',
  'US gallon': 'GLL',
  'degree Celsius': 'CEL',
  'degree Fahrenheit': 'FAH',
  degree: 'DD',
  byte: 'AD',
  kilobyte: '2P',
  megabyte: '4L',
  gigabyte: 'E34',
  terabyte: 'E35',
  piece: 'C62 EA H87 NAR NMB XPP',
  set: 'SET',
  pair: 'PR NPR',
  box: 'XBX BX XCT',
  package: 'XPK PK',
  pallet: 'XPX',
  'lump sum': 'LS',
  service: 'E48',
  'as agreed': 'ZZ',
  'm²': 'MTK',
  'cm²': 'CMK',
  'km²': 'KMK',
  'm³': 'MTQ',
  'cm³': 'CMQ',
  'dm³': 'DMQ',
  hl: 'HLT',
  cl: 'CLT',
  dl: 'DLT',
  dm: 'DMT',
  t: 'TNE',
  mg: 'MGM',
  dt: 'DTN',
  kWh: 'KWH',
  MWh: 'MWH',
  Wh: 'WHR',
  kW: 'KWT',
  MW: 'MAW',
  W: 'WTT',
  kVA: 'KVA',
  GJ: 'GJ',
  J: 'JOU',
  V: 'VLT',
  A: 'AMP',
  Hz: 'HTZ',
  bar: 'BAR',
  '%': 'P1',
  m: 'LM',
}

describe('a unit', () => {
  it.each(Object.entries(units))('is printed as %s: %s', (words, codes) => {
    for (const code of codes.split(' ')) expect(inWords(code)).toBe(words)
  })

  it('is printed in the language of the document where it is no symbol', () => {
    expect([inWords('HUR', 'de'), inWords('C62', 'de'), inWords('MTK', 'de')]).toEqual([
      'Stunde',
      'Stück',
      'm²',
    ])
  })

  it('without words has none, whatever it is called', () => {
    expect(inWords('XYZ')).toBeUndefined()
    expect(inWords('constructor')).toBeUndefined()
  })
})
