// The official artefacts that can be obtained: coordinates, hashes, paths and dates as facts. A
// later release is a new line here, or in an operator's own list. Versions and days are those
// stated by the packages and the headers of the rule files; if none states a day, the first of the
// month or year of the release.
import type { DocumentMatch } from './pack.ts'
import type { Pin, PinnedRuleSet } from './pin.ts'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const selfBilling = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:'
const pint = 'urn:peppol:pint:'
const transaction = 'urn:fdc:peppol.eu:poacc:trns:'

function rootOf(local: string): DocumentMatch {
  return { namespace: `${ubl}${local}-2`, local }
}

const roots: DocumentMatch[] = [rootOf('Invoice'), rootOf('CreditNote')]
// PINT has rules of its own, and is no kind of EN 16931.
const invoices = roots.map((match) => ({ ...match, exceptCustomizationIds: [pint] }))
const billing = roots.map((match) => ({ ...match, exceptCustomizationIds: [selfBilling, pint] }))
const selfBilled = roots.map((match) => ({ ...match, customizationId: selfBilling }))

/** The rules of one release for billing. */
function billingRelease(release: {
  folder: string
  cen: string
  peppol: string
  validFrom: string
}): PinnedRuleSet[] {
  const { folder, validFrom } = release
  const base = `external/schematron/openpeppol/${folder}/xslt`
  return [
    {
      id: 'en16931',
      title: 'EN 16931, UBL syntax',
      version: release.cen,
      validFrom,
      documents: invoices,
      entries: [`${base}/CEN-EN16931-UBL.xslt`],
    },
    {
      id: 'peppol-billing',
      title: 'Peppol BIS Billing',
      version: release.peppol,
      validFrom,
      documents: billing,
      entries: [`${base}/PEPPOL-EN16931-UBL.xslt`],
    },
  ]
}

function selfBillingRelease(
  folder: string,
  version: string,
  validFrom: string,
  note?: string,
): PinnedRuleSet {
  return {
    id: 'peppol-selfbilling',
    title: 'Peppol BIS Self-Billing',
    version,
    validFrom,
    documents: selfBilled,
    entries: [`external/schematron/openpeppol/${folder}/xslt/PEPPOL-EN16931-UBL-SB.xslt`],
    ...(note ? { note } : {}),
  }
}

/** Transactions beyond billing: number, id, title, root element, name in the CustomizationID. */
const transactions = [
  ['T01', 'peppol-order', 'Order', 'Order', 'order'],
  ['T16', 'peppol-despatch-advice', 'Despatch Advice', 'DespatchAdvice', 'despatch_advice'],
  ['T19', 'peppol-catalogue', 'Catalogue', 'Catalogue', 'catalogue'],
  [
    'T58',
    'peppol-catalogue-response',
    'Catalogue Response',
    'ApplicationResponse',
    'catalogue_response',
  ],
  ['T71', 'peppol-mlr', 'Message Level Response', 'ApplicationResponse', 'mlr'],
  ['T76', 'peppol-order-response', 'Order Response', 'OrderResponse', 'order_response'],
  ['T77', 'peppol-punch-out', 'Punch Out', 'Catalogue', 'punch_out'],
  ['T110', 'peppol-order-agreement', 'Order Agreement', 'OrderResponse', 'order_agreement'],
  [
    'T111',
    'peppol-invoice-response',
    'Invoice Response',
    'ApplicationResponse',
    'invoice_response',
  ],
  ['T114', 'peppol-order-change', 'Order Change', 'OrderChange', 'order_change'],
  [
    'T115',
    'peppol-order-cancellation',
    'Order Cancellation',
    'OrderCancellation',
    'order_cancellation',
  ],
  [
    'T116',
    'peppol-order-response-advanced',
    'Order Response Advanced',
    'OrderResponse',
    'order_response_advanced',
  ],
] as const

const postAward = transactions.map(
  ([number, id, title, local, name]): PinnedRuleSet => ({
    id,
    title: `Peppol ${title}`,
    version: '3.0.17',
    validFrom: '2026-08-17',
    // The colon keeps an order from matching an order_change.
    documents: [{ ...rootOf(local), customizationId: `${transaction}${name}:` }],
    entries: [`external/schematron/openpeppol/2026.5/xslt/PEPPOLBIS-${number}.xslt`],
  }),
)

function taxReport(
  country: string,
  set: { title: string; namespace: string; version: string; files: string[]; note?: string },
): PinnedRuleSet {
  return {
    id: `tdd-${country}`,
    title: set.title,
    version: set.version,
    validFrom: '2026-01-01',
    documents: [{ namespace: `urn:peppol:schema:${set.namespace}:1.0`, local: 'TaxData' }],
    entries: set.files.map((file) => `external/schematron/tdd/${country}/${file}`),
    ...(set.note ? { note: set.note } : {}),
  }
}

const taxReports: PinnedRuleSet[] = [
  taxReport('ae', {
    title: 'Tax Data Document, United Arab Emirates',
    namespace: 'taxdata',
    version: '1.0.3',
    files: ['xslt/peppol-ae-tdd-1.0.3.xslt'],
    note: 'Older than the version in force, 1.0.4, which cannot be obtained.',
  }),
  taxReport('sk', {
    title: 'Tax Data Document, Slovakia',
    namespace: 'sk-taxdata',
    version: '1.0.0',
    files: [
      '1.0.0/CEN-EN16931-UBL.xslt',
      '1.0.0/PEPPOL-EN16931-UBL.xslt',
      '1.0.0/Peppol-Slovak Republic-TDD.xslt',
    ],
  }),
  taxReport('vida', {
    title: 'Tax Data Document, ViDA pilot',
    namespace: 'vida-taxdata',
    version: '1.0.0',
    files: [
      '1.0.0/CEN-EN16931-UBL.xslt',
      '1.0.0/PEPPOL-EN16931-UBL.xslt',
      '1.0.0/Peppol-ViDA-TDD.xslt',
    ],
    note: 'Older than the version in force, 1.1.0, which cannot be obtained.',
  }),
]

/** The monthly reports of access points to OpenPeppol. */
const reports: PinnedRuleSet[] = [
  {
    id: 'peppol-tsr',
    title: 'Peppol Transaction Statistics Report',
    version: '1.0.5',
    validFrom: '2026-01-01',
    documents: [
      {
        namespace: 'urn:fdc:peppol:transaction-statistics-report:1.0',
        local: 'TransactionStatisticsReport',
      },
    ],
    entries: [
      'external/schematron/reporting/tsr/1.0.5/xslt/' +
        'peppol-transaction-statistics-reporting-1.0.5.xslt',
    ],
  },
  {
    id: 'peppol-eusr',
    title: 'Peppol End User Statistics Report',
    version: '1.1.5',
    validFrom: '2026-01-01',
    documents: [
      {
        namespace: 'urn:fdc:peppol:end-user-statistics-report:1.1',
        local: 'EndUserStatisticsReport',
      },
    ],
    entries: [
      'external/schematron/reporting/eusr/1.1.5/xslt/' +
        'peppol-end-user-statistics-reporting-1.1.5.xslt',
    ],
  },
]

const packaging = 'The package is under Apache-2.0; the rules themselves are under the terms of'
const schemasOnly = 'The package is under Apache-2.0; the schemas are under the terms of'

function schemaPin(artifact: string, sha256: string, owner: string, schemas: string[]): Pin {
  return {
    source: { artifact },
    sha256,
    licence: `${schemasOnly} ${owner}.`,
    ruleSets: [],
    schemas,
  }
}

const ublRoots = [
  ...[
    'Invoice',
    'CreditNote',
    'ApplicationResponse',
    'Order',
    'OrderResponse',
    'Catalogue',
    'DespatchAdvice',
  ],
]
const ublModules = [
  'CommonAggregateComponents',
  'CommonBasicComponents',
  'CommonExtensionComponents',
  'CommonSignatureComponents',
  'ExtensionContentDataType',
  'QualifiedDataTypes',
  'SignatureAggregateComponents',
  'SignatureBasicComponents',
  'UnqualifiedDataTypes',
]

export const pins: readonly Pin[] = [
  {
    source: { artifact: 'com.helger.phive.rules:phive-rules-peppol:4.3.7' },
    sha256: 'c82aaeda5ca16166034421393d160ec6cf77460b16e027eecc4bb5fe67a552ce',
    licence: `${packaging} CEN (EUPL-1.2) and OpenPeppol (not to be redistributed).`,
    ruleSets: [
      ...billingRelease({
        folder: '2025.11',
        cen: '1.3.15',
        peppol: '3.0.20',
        validFrom: '2026-02-23',
      }),
      ...billingRelease({
        folder: '2026.5',
        cen: '1.3.16',
        peppol: '3.0.21',
        validFrom: '2026-08-17',
      }),
      selfBillingRelease(
        '2026.3',
        '3.0.1',
        '2026-03-01',
        "The package's name for it; the file itself still says 3.0.0.",
      ),
      selfBillingRelease('2026.5', '3.0.2', '2026-08-17'),
      ...postAward,
      ...taxReports,
      ...reports,
    ],
    schemas: [
      'external/schemas/peppol-transaction-statistics-reporting-1.0.1.xsd',
      'external/schemas/peppol-end-user-statistics-reporting-1.1.xsd',
    ],
  },
  schemaPin(
    'com.helger.ubl:ph-ubl21:10.2.0',
    '7317ddd448f58cdf4e550878d839be8d3324b410771ba462a35ced49ccb26a52',
    'OASIS',
    [
      ...ublRoots.map((root) => `external/schemas/ubl21/maindoc/UBL-${root}-2.1.xsd`),
      ...ublModules.map((module) => `external/schemas/ubl21/common/UBL-${module}-2.1.xsd`),
    ],
  ),
  schemaPin(
    'com.helger.xsd:ph-xsds-ccts-cct-schemamodule:4.1.0',
    'ec0e60be5265b09fac75a57a4b284244820c23f0481a1c75802ba4eb6338b0fd',
    'UN/CEFACT',
    ['schemas/CCTS_CCT_SchemaModule.xsd'],
  ),
  schemaPin(
    'com.helger.xsd:ph-xsds-xmldsig:4.1.0',
    '66590e38b0994d0fd6cd89b1588a3c96fad3a3c85494cf764783fe0c4acc9c3d',
    'W3C',
    ['schemas/xmldsig-core-schema.xsd'],
  ),
  schemaPin(
    'com.helger.xsd:ph-xsds-xades132:4.1.0',
    'd90bdb2359bbef63bd789af238fb135dd7ada0ba9722f4e2825cd210dada013c',
    'ETSI',
    ['schemas/XAdES01903v132-201601.xsd'],
  ),
  schemaPin(
    'com.helger.xsd:ph-xsds-xades141:4.1.0',
    'b34b2670774e9de79653767fd667d86823261c153f706c2344889d0702f54e41',
    'ETSI',
    ['schemas/XAdES01903v141-201601.xsd'],
  ),
  schemaPin(
    'com.helger.peppol:peppol-uae-tdd-datatypes:1.0.0',
    '00c79518e6a6c76080dcf317fd7725164f719bc386d9ebd9f4f5a83b194fd146',
    'OpenPeppol',
    ['external/schemas/peppol-tdd-1.0.0.xsd'],
  ),
  schemaPin(
    'com.helger.peppol:peppol-sk-tdd-datatypes:0.1.3',
    '47015a5799c74b13cca5620bc2e67105993bc6bab8aee693503187c0fc07ed16',
    'OpenPeppol',
    ['external/schemas/2026-03-02/Peppol-Slovak Republic-TDD.xsd'],
  ),
  schemaPin(
    'com.helger.peppol:peppol-vida-tdd-datatypes:0.2.1',
    'afff515414fd28380ba0546f0693c0e7e1b459190e347ca8d61937964c1ff0a6',
    'OpenPeppol',
    ['external/schemas/2026-03-18/Peppol-ViDA-TDD.xsd'],
  ),
]
