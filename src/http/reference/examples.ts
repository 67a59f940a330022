// Bodies to try, shown in the reference and submitted by the tests. The sandbox serves
// their seller and buyer.
import { type Kind, kinds } from '../../billing/index.ts'
import { completeExample } from './complete-example.ts'
import type { Examples } from './openapi.ts'

const minimal = {
  issueDate: '2026-11-21',
  currency: 'EUR',
  buyerReference: 'Department 7',
  seller: {
    name: 'Example Seller BV',
    endpoint: '0208:0123456749',
    vatId: 'BE0123456749',
    address: { country: 'BE' },
  },
  buyer: { name: 'Example Buyer AB', endpoint: '0088:7300010000001', address: { country: 'SE' } },
  paymentTerms: '30 days net',
  lines: [{ name: 'Consulting', quantity: 8, unitCode: 'HUR', netPrice: 110.5, vat: { rate: 21 } }],
}

const usual = {
  issueDate: '2026-11-21',
  dueDate: '2026-12-21',
  currency: 'EUR',
  buyerReference: 'Department 7',
  seller: {
    name: 'Example Seller BV',
    endpoint: { scheme: '0208', id: '0123456749' },
    vatId: 'BE0123456749',
    address: { line1: 'Main Street 1', city: 'Brussels', postCode: '1000', country: 'BE' },
  },
  buyer: {
    name: 'Example Buyer AB',
    endpoint: { scheme: '0088', id: '7300010000001' },
    address: { line1: 'Market Square 2', city: 'Stockholm', postCode: '111 20', country: 'SE' },
  },
  payment: { meansCode: '30', creditTransfers: [{ accountId: 'BE71096123456769' }] },
  lines: [
    {
      name: 'Consulting',
      quantity: '8',
      unitCode: 'HUR',
      netPrice: '110.50',
      vat: { category: 'S', rate: '21' },
    },
  ],
}

const parties = `  <cac:AccountingSupplierParty><cac:Party>
    <cbc:EndpointID schemeID="0208">0123456749</cbc:EndpointID>
    <cac:PostalAddress>
      <cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country>
    </cac:PostalAddress>
    <cac:PartyTaxScheme>
      <cbc:CompanyID>BE0123456749</cbc:CompanyID>
      <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
    </cac:PartyTaxScheme>
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>Example Seller BV</cbc:RegistrationName>
    </cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>
    <cac:PostalAddress>
      <cac:Country><cbc:IdentificationCode>SE</cbc:IdentificationCode></cac:Country>
    </cac:PostalAddress>
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>Example Buyer AB</cbc:RegistrationName>
    </cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
`

const totals = `  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="EUR">185.64</cbc:TaxAmount>
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">884.00</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="EUR">185.64</cbc:TaxAmount>
      <cac:TaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>21</cbc:Percent>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">884.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">884.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">1069.64</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">1069.64</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
`

function ubl(
  { root, namespace, typeCode, typeCodeElement, lineElement, quantityElement }: Kind,
  number: string,
): string {
  const due = root === 'Invoice' ? '\n  <cbc:DueDate>2026-12-21</cbc:DueDate>' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${namespace}"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>2026-11-21</cbc:IssueDate>${due}
  <cbc:${typeCodeElement}>${typeCode}</cbc:${typeCodeElement}>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>Department 7</cbc:BuyerReference>
${parties}  <cac:PaymentTerms><cbc:Note>30 days net</cbc:Note></cac:PaymentTerms>
${totals}  <cac:${lineElement}>
    <cbc:ID>1</cbc:ID>
    <cbc:${quantityElement} unitCode="HUR">8</cbc:${quantityElement}>
    <cbc:LineExtensionAmount currencyID="EUR">884.00</cbc:LineExtensionAmount>
    <cac:Item>
      <cbc:Name>Consulting</cbc:Name>
      <cac:ClassifiedTaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>21</cbc:Percent>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">110.50</cbc:PriceAmount></cac:Price>
  </cac:${lineElement}>
</${root}>
`
}

function documentExamples(kind: Kind, number: string): Record<string, Examples> {
  const { dueDate, ...undated } = usual
  // A credit note gives the day of payment with its payment means only (BT-9).
  const own = kind.root === 'Invoice' ? { dueDate } : {}
  const xml = { ubl: { summary: 'Ready UBL', value: ubl(kind, number) } }
  return {
    'application/json': {
      usual: { summary: 'What most senders give', value: { number, ...own, ...undated } },
      minimal: { summary: 'As little as possible', value: { number: `${number}-A`, ...minimal } },
      complete: {
        summary: 'Nearly every field',
        value: { number: `${number}-Z`, ...completeExample },
      },
    },
    'application/xml': xml,
    'text/xml': xml,
    'multipart/form-data': {
      form: {
        summary: 'JSON with attached files',
        value: { document: JSON.stringify({ number: `${number}-F`, ...minimal }) },
      },
    },
  }
}

/** Bodies of `submit`, by kind and media type. */
export const submitExamples = {
  invoice: documentExamples(kinds.invoice, 'INV-2026-0042'),
  creditNote: documentExamples(kinds.creditNote, 'CN-2026-0007'),
  debitNote: documentExamples(kinds.debitNote, 'DN-2026-0003'),
}

/** Bodies of the calls that take a document of any kind. */
export const anyDocumentExamples = {
  'application/json': {
    invoice: submitExamples.invoice['application/json']!.usual!,
    creditNote: submitExamples.creditNote['application/json']!.usual!,
  },
  'application/xml': submitExamples.invoice['application/xml']!,
  'text/xml': submitExamples.creditNote['text/xml']!,
}

/** The buyer of the examples above. */
export const participantExample = {
  id: '0088:7300010000001',
  accepts:
    'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017' +
    '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
}

/** Your own reference of a document to follow, by kind. */
export const referenceExample = {
  invoice: 'order-1042',
  creditNote: 'return-1042',
  debitNote: 'surcharge-1042',
}

export function statusExamples(kind: Kind): Examples {
  return {
    byReference: {
      summary: 'By your own reference',
      value: { reference: referenceExample[kind.name] },
    },
  }
}

export function filesExamples(kind: Kind): Examples {
  const reference = referenceExample[kind.name]
  return {
    list: { summary: 'The list', value: { reference } },
    inline: { summary: 'With the bytes', value: { reference, inline: true } },
  }
}

/** The receiver exists nowhere, so trying them out stops nothing. */
export const pauseExamples = {
  oneReceiver: { summary: 'One receiver', value: { receiver: '0208:0000000097' } },
} satisfies Examples

export const setAsideExamples = {
  settled: { summary: 'With a note', value: { note: 'Settled by telephone' } },
} satisfies Examples

export const taxReportExamples = {
  resubmit: { summary: 'The document again', value: { action: 'resubmit' } },
  withdraw: { summary: 'That it is no more', value: { action: 'withdraw' } },
} satisfies Examples

export const forgetExamples = {
  asked: { summary: 'At a request', value: { reason: 'Request 2026-17 of the data subject' } },
} satisfies Examples

export const forecastExamples = {
  release: {
    summary: 'What the next version would refuse of the documents of a month',
    value: { on: '2027-02-24', days: 30 },
  },
} satisfies Examples

export const forgettingExamples = {
  participant: {
    summary: 'All documents with a participant',
    value: { participant: '0208:0685660237', reason: 'Request 2026-18 of the data subject' },
  },
  client: {
    summary: 'All documents of a client of yours',
    value: { clientId: 'customer-17', reason: 'The customer has left' },
  },
} satisfies Examples

export const webhookExamples = {
  all: {
    summary: 'All events',
    value: { url: 'https://erp.example.com/peppol', description: 'ERP' },
  },
  ends: {
    summary: 'Only how documents end',
    value: {
      url: 'https://erp.example.com/peppol',
      types: ['document.delivered', 'document.failed', 'document.rejected'],
    },
  },
} satisfies Examples

export const webhookChangeExamples = {
  enable: { summary: 'Enable it again', value: { enabled: true } },
} satisfies Examples

export const tokenExamples = {
  submitter: {
    summary: 'For a system that submits and follows documents',
    value: { name: 'ERP', scopes: ['documents:write', 'documents:read'], environment: 'test' },
  },
} satisfies Examples

export const tokenChangeExamples = {
  end: { summary: 'Until the end of 2099', value: { expiresAt: '2099-12-31T23:59:59Z' } },
} satisfies Examples

export const rotationExamples = {
  aDay: { summary: 'Both work for a day', value: {} },
  anHour: { summary: 'Both work for an hour', value: { overlapSeconds: 3600 } },
} satisfies Examples

export const tenantExamples = {
  oneSender: {
    summary: 'A company that sends for itself',
    value: { name: 'Vierhoek BV', participants: ['0208:0123456749'] },
  },
} satisfies Examples

export const registrationExamples = {
  billing: {
    summary: 'Invoices and credit notes',
    value: {
      participant: '0208:0685660237',
      documentTypes: ['invoice', 'credit-note'],
      country: 'BE',
      endUser: 'customer-17',
    },
  },
  everything: {
    summary: 'Whatever comes',
    value: { participant: '0192:987654325', documentTypes: 'all' },
  },
} satisfies Examples

export const registrationChangeExamples = {
  everything: { summary: 'Whatever comes', value: { documentTypes: 'all' } },
} satisfies Examples

export const identificationExamples = {
  usual: {
    summary: 'A company',
    value: {
      checked: 'Extract of the register of companies, identity card of the director',
      checkedBy: 'An Peeters',
      checkedOn: '2026-11-20',
      dueOn: '2028-11-20',
      reference: 'KYC-2026-0117',
    },
  },
} satisfies Examples

export const tenantChangeExamples = {
  participants: {
    summary: 'For whom it may send',
    value: { participants: ['0208:0123456749', '0192:987654325'] },
  },
} satisfies Examples

/** Examples of what becomes of a received invoice. */
export const wordExamples = {
  accepted: { summary: 'It is accepted', value: { code: 'AP' } },
  rejected: {
    summary: 'It is rejected',
    value: {
      code: 'RE',
      description: 'The order is not known.',
      issues: [
        {
          code: 'BV',
          location: '/Invoice/cac:OrderReference/cbc:ID',
          text: 'There is no order PO 4711.',
        },
      ],
    },
  },
}

export const respondExamples = {
  accepted: { summary: 'It will be paid', value: { status: 'accepted' } },
  underQuery: {
    summary: 'A question must be answered first',
    value: {
      status: 'under-query',
      reasons: [
        {
          code: 'REF',
          text: 'The order is not known',
          conditions: [{ field: 'BT-13', text: 'PO 4711' }],
        },
      ],
      actions: [{ code: 'PIN' }],
    },
  },
}
