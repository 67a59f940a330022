// References to other documents, in the order of the schema.
import { additionalReferenceTypes } from '../additional-references.ts'
import type { CompleteDocument } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { creditReasons } from '../profiles/pint-ae/codes.ts'
import { all, group, identifier, leaf, reference, type Written } from './write.ts'

export function references(kind: Kind, document: CompleteDocument): Written {
  const isCreditNote = kind.root === 'CreditNote'
  const tender = reference('OriginatorDocumentReference', document.tenderReference)
  const statement = reference('StatementDocumentReference', document.ae?.exportDeclaration)
  return all([
    isCreditNote ? creditReason(document) : undefined,
    order(document),
    all((document.precedingInvoices ?? []).map(precedingInvoice)),
    reference('DespatchDocumentReference', document.despatchAdviceReference),
    reference('ReceiptDocumentReference', document.receivingAdviceReference),
    ...(isCreditNote ? [] : [statement, tender]),
    contract(document),
    invoicedObject('AdditionalDocumentReference', document.invoicedObject),
    isCreditNote ? creditNoteProject(document.projectReference) : undefined,
    totalInDirhams(document),
    totalsInDollars(document),
    all((document.attachments ?? []).map(attachment)),
    ...(isCreditNote
      ? [statement, tender]
      : [reference('ProjectReference', document.projectReference)]),
  ])
}

function creditReason({ ae }: CompleteDocument): Written {
  const code = ae?.creditReason && creditReasons[ae.creditReason]
  return group('DiscrepancyResponse', leaf('ResponseCode', code))
}

function contract({ contractReference, ae }: CompleteDocument): Written {
  return group(
    'ContractDocumentReference',
    leaf('ID', contractReference),
    leaf('DocumentDescription', ae?.contractValue),
  )
}

function totalInDirhams({ ae }: CompleteDocument): Written {
  if (ae?.totalWithVat === undefined) return undefined
  return group(
    'AdditionalDocumentReference',
    leaf('ID', 'AED'),
    leaf('DocumentTypeCode', additionalReferenceTypes.totalInDirhams),
    leaf('DocumentDescription', `AED ${ae.totalWithVat}`),
  )
}

function totalsInDollars({ sg }: CompleteDocument): Written {
  if (sg === undefined) return undefined
  const { withoutGst, withGst } = additionalReferenceTypes
  const total = (type: string, amount: string | undefined) =>
    amount &&
    group(
      'AdditionalDocumentReference',
      leaf('ID', 'SGD'),
      leaf('DocumentTypeCode', type),
      leaf('DocumentDescription', amount),
    )
  return all([total(withoutGst, sg.totalWithoutGst), total(withGst, sg.totalWithGst)])
}

/**
 * The schema requires a purchase order if there is a sales order: `NA` means none
 * (BIS Billing 3.0).
 */
function order({ purchaseOrderReference, salesOrderReference }: CompleteDocument): Written {
  const purchaseOrder =
    purchaseOrderReference ?? (salesOrderReference === undefined ? undefined : 'NA')
  return group(
    'OrderReference',
    leaf('ID', purchaseOrder),
    leaf('SalesOrderID', salesOrderReference),
  )
}

function precedingInvoice({
  number,
  issueDate,
}: {
  number: string
  issueDate?: string | undefined
}): Written {
  return group(
    'BillingReference',
    group('InvoiceDocumentReference', leaf('ID', number), leaf('IssueDate', issueDate)),
  )
}

/** The invoiced object, of the document or of a line. */
export function invoicedObject(name: string, object: CompleteDocument['invoicedObject']): Written {
  if (object === undefined) return undefined
  return group(
    name,
    identifier('ID', object),
    leaf('DocumentTypeCode', additionalReferenceTypes.invoicedObject),
  )
}

type Attachment = NonNullable<CompleteDocument['attachments']>[number]

/** No type code: that distinguishes attachments from the other references (UBL-SR-43). */
function attachment({ id, description, url, content, mimeType, filename }: Attachment): Written {
  return group(
    'AdditionalDocumentReference',
    leaf('ID', id),
    leaf('DocumentDescription', description),
    group(
      'Attachment',
      leaf('EmbeddedDocumentBinaryObject', content, { mimeCode: mimeType, filename }),
      group('ExternalReference', leaf('URI', url)),
    ),
  )
}

/** A CreditNote has no ProjectReference (PEPPOL-EN16931-R080). */
function creditNoteProject(project: string | undefined): Written {
  if (project === undefined) return undefined
  return group(
    'AdditionalDocumentReference',
    leaf('ID', project),
    leaf('DocumentTypeCode', additionalReferenceTypes.project),
  )
}
