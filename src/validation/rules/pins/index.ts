// The official artefacts that can be obtained: coordinates, hashes, paths and dates as facts. A
// later release is a new line here, or in an operator's own list. Versions and days are those
// stated by the packages and the headers of the rule files; if none states a day, the first of the
// month or year of the release.
import type { Pin, PinnedRuleSet, Release } from '../pin.ts'
import { billing } from './billing.ts'
import { core, france, nlcius, pints, taxReports, xrechnung } from './countries.ts'
import { baseSchemas, nationalSchemas } from './schemas.ts'

const terms = 'The package is under Apache-2.0; the rules themselves are under the terms of'

/** Sets that only some need: a folder of jars from before they were pinned installs all others. */
function national(
  artifact: string,
  sha256: string,
  owner: string,
  ruleSets: readonly PinnedRuleSet[],
): Pin {
  const source = { artifact: `com.helger.phive.rules:${artifact}` }
  const release = { source, sha256, licence: `${terms} ${owner}.`, ruleSets: [...ruleSets] }
  return { isOptional: true, releases: [{ ...release, schemas: [] }] }
}

const peppol: Release = {
  source: { artifact: 'com.helger.phive.rules:phive-rules-peppol:4.3.7' },
  sha256: 'c82aaeda5ca16166034421393d160ec6cf77460b16e027eecc4bb5fe67a552ce',
  licence: `${terms} CEN (EUPL-1.2) and OpenPeppol (not to be redistributed).`,
  ruleSets: [...billing, ...pints, ...taxReports],
  schemas: [
    'external/schemas/peppol-transaction-statistics-reporting-1.0.1.xsd',
    'external/schemas/peppol-end-user-statistics-reporting-1.1.xsd',
  ],
}

export const pins: readonly Pin[] = [
  { releases: [peppol] },
  ...baseSchemas,
  national(
    'phive-rules-en16931:4.3.7',
    '842998fe45911442b711300ab251e46489a9a5e2ffc02ddefc4293f8784c2662',
    'CEN (EUPL-1.2)',
    core,
  ),
  national(
    'phive-rules-xrechnung:4.2.3',
    '7a7903c18b8c7f4ffef20c45d0deb6b8d79f76ba13aff00b415f4a7e334025bb',
    'KoSIT (Apache-2.0)',
    xrechnung,
  ),
  national(
    'phive-rules-simplerinvoicing:4.2.3',
    'c744846f99ca49c7b2889f683e5a464213b7123c2045f0c6ff0e1d03584febbc',
    'SimplerInvoicing and NEN',
    nlcius,
  ),
  national(
    'phive-rules-france:4.2.3',
    '64d982545c3a4babc3bdfeb0f5dcd2230801243410631d7466caf48a0985e25a',
    'FNFE-MPE',
    france,
  ),
  ...nationalSchemas,
]
