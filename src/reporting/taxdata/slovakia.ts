// Tax data of Slovakia (TDD-SK 1.0.0): a copy of the elements on its list, with the terms of
// EN 16931 that they have.
import { namedUuid } from '../../crypto/index.ts'
import type { XmlElement } from '../../xml/index.ts'
import { amount, copyOf, group, leaf, valueAt } from './copied.ts'
import { clockIn, type Regime } from './regime.ts'

const taxScheme = group('cac:TaxScheme', [leaf('cbc:ID')])
const partyTaxScheme = group('cac:PartyTaxScheme', [leaf('cbc:CompanyID'), taxScheme], {
  only: (element) => valueAt(element, 'TaxScheme', 'ID') === 'VAT',
})
const postalAddress = group('cac:PostalAddress', [
  group('cac:Country', [leaf('cbc:IdentificationCode')]),
])
const period = [leaf('cbc:StartDate'), leaf('cbc:EndDate')]
const taxCategory = [leaf('cbc:ID'), leaf('cbc:Percent'), taxScheme]

const allowanceCharge = [
  leaf('cbc:ChargeIndicator'),
  leaf('cbc:AllowanceChargeReasonCode'),
  leaf('cbc:AllowanceChargeReason'),
  leaf('cbc:MultiplierFactorNumeric'),
  amount('cbc:Amount'),
  amount('cbc:BaseAmount'),
]

const paymentMeans = group('cac:PaymentMeans', [
  leaf('cbc:PaymentMeansCode', { attributes: ['name'] }),
  leaf('cbc:PaymentID'),
  group('cac:CardAccount', [
    leaf('cbc:PrimaryAccountNumberID'),
    leaf('cbc:NetworkID'),
    leaf('cbc:HolderName'),
  ]),
  group('cac:PayeeFinancialAccount', [
    leaf('cbc:ID'),
    group('cac:FinancialInstitutionBranch', [leaf('cbc:ID')]),
  ]),
  group('cac:PaymentMandate', [
    leaf('cbc:ID'),
    group('cac:PayerFinancialAccount', [leaf('cbc:ID')]),
  ]),
])

const line = [
  leaf('cbc:ID'),
  leaf('cbc:Note'),
  leaf('cbc:InvoicedQuantity', {
    from: ['InvoicedQuantity', 'CreditedQuantity'],
    attributes: ['unitCode'],
  }),
  amount('cbc:LineExtensionAmount'),
  group('cac:InvoicePeriod', period),
  group('cac:AllowanceCharge', allowanceCharge),
  group('cac:Item', [
    leaf('cbc:Description'),
    leaf('cbc:Name'),
    group('cac:CommodityClassification', [
      leaf('cbc:ItemClassificationCode', { attributes: ['listID'] }),
    ]),
    group('cac:ClassifiedTaxCategory', taxCategory),
  ]),
  group('cac:Price', [
    amount('cbc:PriceAmount'),
    leaf('cbc:BaseQuantity', { attributes: ['unitCode'] }),
  ]),
]

const identification = [leaf('cbc:CustomizationID'), leaf('cbc:ProfileID'), leaf('cbc:ID')]

const content = [
  leaf('cbc:IssueDate'),
  leaf('cbc:IssueTime'),
  leaf('pxs:DocumentTypeCode', { from: ['InvoiceTypeCode', 'CreditNoteTypeCode'] }),
  leaf('cbc:Note'),
  leaf('cbc:TaxPointDate'),
  leaf('cbc:DocumentCurrencyCode'),
  leaf('cbc:TaxCurrencyCode'),
  group('cac:InvoicePeriod', [...period, leaf('cbc:DescriptionCode')]),
  group('cac:BillingReference', [
    group('cac:InvoiceDocumentReference', [leaf('cbc:ID'), leaf('cbc:IssueDate')]),
  ]),
  group(
    'cac:AccountingSupplierParty',
    [group('cac:Party', [postalAddress, partyTaxScheme], { rule: 'ibr-tdd-29' })],
    { rule: 'ibr-tdd-29' },
  ),
  group(
    'cac:AccountingCustomerParty',
    [
      group(
        'cac:Party',
        [
          postalAddress,
          partyTaxScheme,
          group('cac:PartyLegalEntity', [leaf('cbc:RegistrationName')]),
        ],
        { rule: 'ibr-tdd-36' },
      ),
    ],
    { rule: 'ibr-tdd-36' },
  ),
  group('cac:TaxRepresentativeParty', [postalAddress, partyTaxScheme]),
  group('cac:Delivery', [leaf('cbc:ActualDeliveryDate')]),
  paymentMeans,
  group('cac:AllowanceCharge', [...allowanceCharge, group('cac:TaxCategory', taxCategory)]),
  group('cac:TaxTotal', [
    amount('cbc:TaxAmount'),
    group('cac:TaxSubtotal', [
      amount('cbc:TaxableAmount'),
      amount('cbc:TaxAmount'),
      group('cac:TaxCategory', [
        leaf('cbc:ID'),
        leaf('cbc:Percent'),
        leaf('cbc:TaxExemptionReasonCode'),
        leaf('cbc:TaxExemptionReason'),
        taxScheme,
      ]),
    ]),
  ]),
  group(
    'pxs:MonetaryTotal',
    [
      'LineExtension',
      'TaxExclusive',
      'TaxInclusive',
      'AllowanceTotal',
      'ChargeTotal',
      'Prepaid',
      'PayableRounding',
      'Payable',
    ].map((name) => amount(`cbc:${name}Amount`)),
    { from: ['LegalMonetaryTotal'] },
  ),
  group('pxs:DocumentLine', line, { from: ['InvoiceLine', 'CreditNoteLine'] }),
]

/** Never to be changed: it makes the UUID of a document from what identifies it. */
const documents = 'f2c6f0aa-52d6-4b0e-8a0f-3f7f2e1d9c54'

/** TDT-017: as stated, or of version 5 from seller, type code, number and day. */
function documentUuid(root: XmlElement): string {
  const seller = ['AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'CompanyID']
  const typeCode = valueAt(root, 'InvoiceTypeCode') || valueAt(root, 'CreditNoteTypeCode')
  const name = [valueAt(root, ...seller), typeCode, valueAt(root, 'ID'), valueAt(root, 'IssueDate')]
  return valueAt(root, 'UUID') || namedUuid(documents, name.join('\n'))
}

export const slovakia: Regime = {
  namespace: 'urn:peppol:schema:sk-taxdata:1.0',
  customizationId: 'urn:peppol:taxdata:sk-1',
  clock: clockIn('Europe/Bratislava'),
  hasUuid: true,
  typeElement: 'pxs:TaxDataTypeCode',
  types: { submit: 'S', resubmit: 'R', withdraw: 'D' },
  roles: { sender: 'C2', receiver: 'C3' },
  scopeOf([seller, buyer]) {
    if (seller === buyer) return 'D'
    return memberStates.has(seller) && memberStates.has(buyer) ? 'IC' : 'INTL'
  },
  rules: {
    ...{ source: 'ibr-tdd-24', time: 'ibr-tdd-05', authority: 'ibr-tdd-13' },
    ...{ reporter: 'ibr-tdd-17', receiver: 'ibr-tdd-20', representative: 'ibr-tdd-23' },
  },
  transaction: ({ root }) => [
    [
      'pxs:ReportedDocument',
      [...copyOf(root, identification), ['cbc:UUID', documentUuid(root)], ...copyOf(root, content)],
    ],
  ],
}

/** The European Union; Northern Ireland, for goods, and Greece, for VAT, have another code. */
const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(
    ' ',
  ),
)
