// Makes document-types.ts from the published JSON of the Peppol code list of document types:
// `node --import tsx src/codelists/make-document-types.ts FILE > src/codelists/document-types.ts`
import { readFileSync } from 'node:fs'

type Listed = { scheme: string; value: string; state: string }

const [file = ''] = process.argv.slice(2)
const list = JSON.parse(readFileSync(file, 'utf8')) as { version: string; values: Listed[] }
const billing = /^urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2::/
const families = new Set<string>()
const singles = new Set<string>()
for (const { scheme, value } of list.values.filter((one) => billing.test(one.value))) {
  const customizationId = value.slice(value.indexOf('##') + 2, value.lastIndexOf('::'))
  const ids = scheme === 'peppol-doctype-wildcard' ? families : singles
  ids.add(customizationId)
}

function rowsOf(ids: Set<string>): string {
  return [...ids]
    .sort()
    .map((id) => `  '${id}',\n`)
    .join('')
}

const { version } = list
process.stdout.write(`// CustomizationIDs of UBL Invoice and CreditNote in version ${version} of
// the Peppol code list of document types, in use or no longer. Made by make-document-types.ts.

/** Each value stands for itself alone. */
export const singleIds: readonly string[] = [
${rowsOf(singles)}]

/** Each value also stands for those that begin with it (scheme peppol-doctype-wildcard). */
export const familyIds: readonly string[] = [
${rowsOf(families)}]
`)
