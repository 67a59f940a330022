// Units of UN/ECE Recommendations 20 and 21 in words: from the language's own data where it has
// them (Unicode CLDR), from our tables for countable things, and as a symbol where there is an
// international one.
import { type Draft, lookUp } from '../values.ts'

/** Units that are in every language of Unicode CLDR. */
const measured: Record<string, string> = {
  SEC: 'second',
  MIN: 'minute',
  HUR: 'hour',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  ANN: 'year',
  GRM: 'gram',
  KGM: 'kilogram',
  LBR: 'pound',
  ONZ: 'ounce',
  STI: 'stone',
  MMT: 'millimeter',
  CMT: 'centimeter',
  MTR: 'meter',
  KMT: 'kilometer',
  KTM: 'kilometer',
  INH: 'inch',
  FOT: 'foot',
  YRD: 'yard',
  SMI: 'mile',
  HAR: 'hectare',
  ACR: 'acre',
  MLT: 'milliliter',
  LTR: 'liter',
  GLL: 'gallon',
  CEL: 'celsius',
  FAH: 'fahrenheit',
  DD: 'degree',
  AD: 'byte',
  '2P': 'kilobyte',
  '4L': 'megabyte',
  E34: 'gigabyte',
  E35: 'terabyte',
}

const counted: Record<string, string> = {
  C62: 'piece',
  EA: 'piece',
  H87: 'piece',
  NAR: 'piece',
  NMB: 'piece',
  XPP: 'piece',
  SET: 'set',
  PR: 'pair',
  NPR: 'pair',
  XBX: 'box',
  BX: 'box',
  XCT: 'box',
  XPK: 'package',
  PK: 'package',
  XPX: 'pallet',
  LS: 'lumpSum',
  E48: 'service',
  ZZ: 'agreed',
}

const symbols: Record<string, string> = {
  MTK: 'm²',
  CMK: 'cm²',
  KMK: 'km²',
  MTQ: 'm³',
  CMQ: 'cm³',
  DMQ: 'dm³',
  HLT: 'hl',
  CLT: 'cl',
  DLT: 'dl',
  DMT: 'dm',
  TNE: 't',
  MGM: 'mg',
  DTN: 'dt',
  KWH: 'kWh',
  MWH: 'MWh',
  WHR: 'Wh',
  KWT: 'kW',
  MAW: 'MW',
  WTT: 'W',
  KVA: 'kVA',
  GJ: 'GJ',
  JOU: 'J',
  VLT: 'V',
  AMP: 'A',
  HTZ: 'Hz',
  BAR: 'bar',
  P1: '%',
  LM: 'm',
}

/** Undefined for a unit without words; its code is printed in any case. */
export function unitText(
  { words, format }: Pick<Draft, 'words' | 'format'>,
  code: string,
): string | undefined {
  const unit = lookUp(measured, code)
  if (unit) return format.unit(unit)
  return lookUp(words.units, lookUp(counted, code)) ?? lookUp(symbols, code)
}
