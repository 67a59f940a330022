// Media types of attachments (IANA media types), as BR-CL-24 and PEPPOL-EN16931-CL001 allow them.
import { type CodeList, codesOf } from './code-list.ts'

export const mimeTypes: CodeList = {
  id: 'MIME',
  title: 'Media types of attachments',
  standard: 'IANA media types',
  version: 'Peppol BIS Billing 3.0.21',
  rules: ['BR-CL-24', 'PEPPOL-EN16931-CL001'],
  inWords: 'only PDF, PNG, JPEG, CSV, XLSX and ODS can be attached',
  codes: codesOf(`
    application/pdf image/png image/jpeg text/csv
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
    application/vnd.oasis.opendocument.spreadsheet
  `),
}
