// The type codes (BT-3) that every PINT of the billing process takes: what only self-billing has is
// not among them, nor what BIS Billing has for Germans.
import { kinds } from '../kinds.ts'
import type { TypeCodes } from './profile.ts'

const others = ['326', '384', '389', '261', '527']

function without(codes: readonly string[]): readonly string[] {
  return codes.filter((code) => !others.includes(code))
}

export const pintTypeCodes: TypeCodes = {
  invoice: without(kinds.invoice.typeCodes),
  creditNote: without(kinds.creditNote.typeCodes),
  debitNote: without(kinds.debitNote.typeCodes),
}
