// Allowances and charges of the document (BG-20, BG-21) and of a line (BG-27, BG-28).
import type { z } from 'zod'
import { allowanceReasons, type CodeList, chargeReasons } from '../codelists/index.ts'
import { type About, amount, code, type DecimalInput, decimal, group, text } from './field.ts'
import { type VatTerms, vat } from './vat.ts'

type AllowanceTerms = {
  name: string
  group: string
  amount: string
  baseAmount: string
  percent: string
  reason: string
  reasonCode: string
  reasons: CodeList
  /**
   * The rules for two decimals of amount and base amount, where all profiles have them, and for the
   * reason.
   */
  rules: { amount?: string; baseAmount?: string; reason: string }
}

function fields(terms: AllowanceTerms) {
  const { rules } = terms
  return {
    amount: amountBy(
      {
        term: terms.amount,
        about: 'Amount without VAT; computed from baseAmount and percent when absent',
        example: '10.00',
      },
      rules.amount,
    ).optional(),
    baseAmount: amountBy(
      {
        term: terms.baseAmount,
        about: 'Amount that the percentage applies to',
        example: '100.00',
      },
      rules.baseAmount,
    ).optional(),
    percent: decimal({
      term: terms.percent,
      about: 'Percentage of baseAmount',
      example: '10',
    }).optional(),
    reason: text({
      term: terms.reason,
      about: 'Reason; this or reasonCode is required',
      example: 'Volume discount',
    }).optional(),
    reasonCode: code(terms.reasons, {
      term: terms.reasonCode,
      about: `Reason as a code (${terms.reasons.id})`,
      example: terms.reasons === allowanceReasons ? '95' : 'FC',
    }).optional(),
  }
}

function amountBy(field: Omit<About, 'name'>, rule: string | undefined) {
  return rule === undefined ? decimal({ name: 'Amount', ...field }) : amount(field, rule)
}

type Given = {
  amount?: DecimalInput | undefined
  baseAmount?: DecimalInput | undefined
  percent?: DecimalInput | undefined
  reason?: string | undefined
  reasonCode?: string | undefined
}

function checkGiven(terms: AllowanceTerms) {
  return (given: Given, context: z.RefinementCtx): void => {
    const hasBase = given.baseAmount !== undefined
    const hasPercent = given.percent !== undefined
    const fault = (field: string, message: string, rule: string) =>
      context.addIssue({ code: 'custom', path: [field], message, params: { rule } })
    if (hasPercent && !hasBase)
      fault(
        'baseAmount',
        `is missing: percent (${terms.percent}) needs it (${terms.baseAmount})`,
        'PEPPOL-EN16931-R041',
      )
    if (hasBase && !hasPercent)
      fault(
        'percent',
        `is missing: baseAmount (${terms.baseAmount}) needs it (${terms.percent})`,
        'PEPPOL-EN16931-R042',
      )
    if (given.amount === undefined && !hasBase && !hasPercent)
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: `is missing: write it, or baseAmount and percent (${terms.amount})`,
      })
    if (given.reason === undefined && given.reasonCode === undefined)
      fault(
        'reason',
        `is missing: write it (${terms.reason}), or reasonCode (${terms.reasonCode})`,
        terms.rules.reason,
      )
  }
}

function lineAllowanceCharge(about: string, terms: AllowanceTerms) {
  return group({ name: terms.name, term: terms.group, about }, fields(terms), {
    written: 'lineAllowance',
  }).superRefine(checkGiven(terms))
}

function documentAllowanceCharge(about: string, terms: AllowanceTerms & { vat: VatTerms }) {
  return group(
    { name: terms.name, term: terms.group, about },
    { ...fields(terms), vat: vat(terms.vat) },
    { written: 'allowance' },
  ).superRefine(checkGiven(terms))
}

export const allowance = documentAllowanceCharge('An allowance on the whole document', {
  name: 'Allowance',
  group: 'BG-20',
  amount: 'BT-92',
  baseAmount: 'BT-93',
  percent: 'BT-94',
  reason: 'BT-97',
  reasonCode: 'BT-98',
  reasons: allowanceReasons,
  rules: { amount: 'BR-DEC-01', baseAmount: 'BR-DEC-02', reason: 'BR-33' },
  vat: { about: 'VAT of the allowance', category: 'BT-95', rate: 'BT-96', ruleNumber: '06' },
})

export const charge = documentAllowanceCharge('A charge on the whole document', {
  name: 'Charge',
  group: 'BG-21',
  amount: 'BT-99',
  baseAmount: 'BT-100',
  percent: 'BT-101',
  reason: 'BT-104',
  reasonCode: 'BT-105',
  reasons: chargeReasons,
  rules: { amount: 'BR-DEC-05', baseAmount: 'BR-DEC-06', reason: 'BR-38' },
  vat: { about: 'VAT of the charge', category: 'BT-102', rate: 'BT-103', ruleNumber: '07' },
})

export const lineAllowance = lineAllowanceCharge('An allowance on the line', {
  name: 'LineAllowance',
  group: 'BG-27',
  amount: 'BT-136',
  baseAmount: 'BT-137',
  percent: 'BT-138',
  reason: 'BT-139',
  reasonCode: 'BT-140',
  reasons: allowanceReasons,
  rules: { reason: 'BR-42' },
})

export const lineCharge = lineAllowanceCharge('A charge on the line', {
  name: 'LineCharge',
  group: 'BG-28',
  amount: 'BT-141',
  baseAmount: 'BT-142',
  percent: 'BT-143',
  reason: 'BT-144',
  reasonCode: 'BT-145',
  reasons: chargeReasons,
  rules: { reason: 'BR-44' },
})
