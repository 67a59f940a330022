// The rules of countries: PINT with its shared layer, tax data, and national specifications.
import type { PinnedRuleSet } from '../pin.ts'

const [shared, aligned] = [
  'PINT-UBL-validation-preprocessed.xslt',
  'PINT-jurisdiction-aligned-rules.xslt',
]

function pint(
  id: string,
  { title, version, ...pinned }: { title: string; version: string; validFrom: string },
  folder: string,
  files: readonly string[] = [shared, aligned],
): PinnedRuleSet {
  const entries = files.map((file) => `external/schematron/${folder}/${file}`)
  return { id, title: `PINT ${title}`, version, ...pinned, entries }
}

/** Billing and self-billing of one country, each in a folder of its own. */
function pintPair(
  country: string,
  about: { title: string; version: string; validFrom: string },
  folder: string,
): PinnedRuleSet[] {
  const selfBilled = { ...about, title: `${about.title}, self-billing` }
  return [
    pint(`pint-${country}`, about, `${folder}/billing`),
    pint(`pint-${country}-selfbilling`, selfBilled, `${folder}/selfbilling`),
  ]
}

const japan = (title: string) => ({ title, version: '1.1.2', validFrom: '2025-11-01' })

export const pints: readonly PinnedRuleSet[] = [
  pint('pint', { title: 'billing', version: '1.1.2', validFrom: '2025-11-01' }, 'pint/1.1.2/xslt', [
    shared,
  ]),
  ...pintPair(
    'ae',
    { title: 'United Arab Emirates', version: '1.0.4', validFrom: '2026-05-28' },
    'pint-ae/2026.5',
  ),
  ...pintPair(
    'aunz',
    { title: 'Australia and New Zealand', version: '1.1.2', validFrom: '2025-11-01' },
    'pint-aunz/1.1.2/xslt',
  ),
  pint(
    'pint-eu',
    { title: 'European Union', version: '1.0.1', validFrom: '2025-11-01' },
    'pint-eu/1.0.1/xslt',
    [shared, 'PINT-EN16931-aligned-rules.xslt', aligned],
  ),
  pint('pint-jp', japan('Japan'), 'pint-jp/1.1.2/xslt'),
  pint('pint-jp-nontax', japan('Japan, non-tax invoice'), 'pint-jp-ntr/1.1.2/xslt'),
  pint('pint-jp-selfbilling', japan('Japan, self-billing'), 'pint-jp-sb/1.1.2/xslt'),
  ...pintPair(
    'my',
    { title: 'Malaysia', version: '1.3.0', validFrom: '2025-11-01' },
    'pint-my/1.3.0/xslt',
  ),
  ...pintPair('om', { title: 'Oman', version: '1.0.0', validFrom: '2026-01-01' }, 'pint-om/1.0.0'),
  pint(
    'pint-sg',
    { title: 'Singapore', version: '1.4.0', validFrom: '2025-11-01' },
    'pint-sg/1.4.0/xslt',
  ),
]

function taxReport(country: string, name: string, version: string, files: string[]): PinnedRuleSet {
  return {
    id: `tdd-${country}`,
    title: `Tax Data Document, ${name}`,
    version,
    validFrom: '2026-01-01',
    entries: files.map((file) => `external/schematron/tdd/${country}/${file}`),
  }
}

const european = ['1.0.0/CEN-EN16931-UBL.xslt', '1.0.0/PEPPOL-EN16931-UBL.xslt']

export const taxReports: readonly PinnedRuleSet[] = [
  taxReport('ae', 'United Arab Emirates', '1.0.3', ['xslt/peppol-ae-tdd-1.0.3.xslt']),
  taxReport('om', 'Oman', '1.0.0', ['1.0.0/peppol-om-tdd.xslt']),
  taxReport('sk', 'Slovakia', '1.0.0', [...european, '1.0.0/Peppol-Slovak Republic-TDD.xslt']),
  taxReport('vida', 'ViDA pilot', '1.0.0', [...european, '1.0.0/Peppol-ViDA-TDD.xslt']),
]

export const core: readonly PinnedRuleSet[] = [
  {
    id: 'en16931-cii',
    title: 'EN 16931, CII syntax',
    version: '1.3.16',
    validFrom: '2026-08-17',
    entries: ['external/schematron/1.3.16/cii/EN16931-CII-validation.xslt'],
  },
]

export const xrechnung: readonly PinnedRuleSet[] = ['UBL', 'CII'].map((syntax) => ({
  id: `xrechnung-${syntax.toLowerCase()}`,
  title: `XRechnung, ${syntax} syntax`,
  version: '3.0.2',
  validFrom: '2024-06-20',
  entries: [`external/schematron/3.0.2/XRechnung-${syntax}-validation.xslt`],
}))

function dutch(id: string, title: string, version: string, file: string): PinnedRuleSet {
  const entries = [`external/schematron/${file}-${version}.xslt`]
  return { id, title, version, validFrom: '2024-01-01', entries }
}

export const nlcius: readonly PinnedRuleSet[] = [
  dutch('nlcius-ubl', 'NLCIUS, UBL syntax', '2.0.3.12', 'simplerinvoicing/si-ubl'),
  dutch('nlcius-cii', 'NLCIUS, CII syntax', '1.0.3.12', 'nlcius/nlcius-cii'),
  dutch(
    'nlcius-gaccount',
    'NLCIUS with G-account',
    '1.0.12',
    'simplerinvoicing/si-ubl-2.0-ext-gaccount',
  ),
]

function french(kind: string, title: string, file: string): PinnedRuleSet {
  return {
    id: `fr-ctc-${kind}`,
    title: `France CTC, ${title}`,
    version: '1.3.0',
    validFrom: '2026-02-16',
    entries: [`external/schematron/ctc/1.3.0/xslt/20260216_${file}.xslt`],
  }
}

export const france: readonly PinnedRuleSet[] = [
  french('ubl', 'UBL syntax', 'BR-FR-Flux2-Schematron-UBL_V1.3.0'),
  french('cii', 'CII syntax', 'BR-FR-Flux2-Schematron-CII_V1.3.0'),
  french('cdar', 'status message CDAR', 'BR-FR-CDV-Schematron-CDAR_V1.3.0'),
  french('extended-ubl', 'extension, UBL syntax', 'EXTENDED-CTC-FR-UBL-V1.3.0'),
  french('extended-cii', 'extension, CII syntax', 'EXTENDED-CTC-FR-CII-V1.3.0'),
]
