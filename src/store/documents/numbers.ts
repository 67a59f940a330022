// Numbers of documents. The record shows one that is long cut; what is compared and searched is the
// whole number. The column holds both: what is shown, and, of a number that was cut, its digest.
import { createHash } from 'node:crypto'
import { shortened } from '../../xml/index.ts'
import type { Document } from '../facts.ts'

/** The most characters of a text in a record. */
export const recordTextMax = 255
const digestLength = 64

/** A number of any length, as a document has it. */
export function numberFacts(whole: string): Pick<Document, 'number' | 'numberSha256'> {
  if (whole.length <= recordTextMax) return { number: whole }
  const numberSha256 = createHash('sha256').update(whole).digest('hex')
  return { number: shortened(whole, recordTextMax), numberSha256 }
}

/** What the column holds: a number of up to 255 characters is itself. */
export function numberColumn({
  number,
  numberSha256 = '',
}: Pick<Document, 'number' | 'numberSha256'>): string | undefined {
  return number === undefined ? undefined : number + numberSha256
}

/** The facts of what the column holds. */
export function numberFrom(column: string): Pick<Document, 'number' | 'numberSha256'> {
  if (column.length <= recordTextMax) return { number: column }
  const end = column.length - digestLength
  return { number: column.slice(0, end), numberSha256: column.slice(end) }
}
