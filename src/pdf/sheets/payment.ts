// How to pay: means, accounts, cards, mandates, terms, and the QR code for banking apps.
import type { XmlElement } from '../../xml/index.ts'
import { epcCode } from '../epc-code.ts'
import { groupIban } from '../format.ts'
import { all, first, peek, peekAttribute } from '../reading.ts'
import type { Block, Fact } from '../sheet.ts'
import { coded, type Draft, date, fact, lookUp, text } from '../values.ts'
import { nameOf } from './parties.ts'
import { payableOf, termsOf } from './totals.ts'

export function payment(draft: Draft, root: XmlElement): Block[] {
  const { words } = draft
  const means = all(root, 'PaymentMeans')
    .map((each) => toFacts(draft, each))
    .filter((facts) => facts.length > 0)
  const terms = termsOf(draft, root)
  const qr = paymentCode(root)
  const blocks: Block[] = []
  if (means.length > 0)
    blocks.push({
      kind: 'payment',
      means,
      ...(qr ? { qr: { text: qr, caption: words.scanToPay } } : {}),
    })
  if (terms.length > 0)
    blocks.push({ kind: 'list', facts: terms.flatMap((each) => fact(words.paymentTerms, each)) })
  return blocks.length > 0 ? [{ kind: 'heading', text: words.payment }, ...blocks] : []
}

function toFacts(draft: Draft, means: XmlElement): Fact[] {
  const { words } = draft
  const account = first(means, 'PayeeFinancialAccount')
  const card = first(means, 'CardAccount')
  const mandate = first(means, 'PaymentMandate')
  const meaning = (code: string) => lookUp(words.paymentMeans, code)
  const grouped = (element: XmlElement | undefined) => {
    const stated = text(draft, element, 'ID')
    return stated && groupIban(stated)
  }
  return [
    ...fact(words.paymentMeansLabel, coded(draft, meaning, means, 'PaymentMeansCode')),
    ...fact(words.dueDate, date(draft, means, 'PaymentDueDate')),
    ...all(means, 'PaymentID').flatMap((id) => fact(words.remittance, text(draft, id))),
    ...fact(words.account, grouped(account)),
    ...fact(words.accountName, text(draft, account, 'Name')),
    ...fact(words.bank, text(draft, account, 'FinancialInstitutionBranch', 'ID')),
    ...fact(words.card, text(draft, card, 'PrimaryAccountNumberID')),
    ...fact(words.cardNetwork, text(draft, card, 'NetworkID')),
    ...fact(words.cardHolder, text(draft, card, 'HolderName')),
    ...fact(words.mandate, text(draft, mandate, 'ID')),
    ...fact(words.debitedAccount, grouped(first(mandate, 'PayerFinancialAccount'))),
  ]
}

// Credit transfer, and SEPA credit transfer (UNCL4461).
const transferCodes = ['30', '58']

/** The content of the QR code, when an invoice asks for a transfer in euros to an IBAN. */
function paymentCode(root: XmlElement): string | undefined {
  if (root.local !== 'Invoice') return undefined
  const means = all(root, 'PaymentMeans').find((each) =>
    transferCodes.includes(peek(each, 'PaymentMeansCode') ?? ''),
  )
  const payable = payableOf(root)
  const account = first(means, 'PayeeFinancialAccount')
  const seller = first(root, 'AccountingSupplierParty', 'Party')
  return epcCode({
    iban: peek(account, 'ID'),
    bic: peek(account, 'FinancialInstitutionBranch', 'ID'),
    name: nameOf(first(root, 'PayeeParty')) ?? peek(account, 'Name') ?? nameOf(seller),
    amount: peek(payable),
    currency: peekAttribute(payable, 'currencyID'),
    remittance: peek(means, 'PaymentID') ?? peek(root, 'ID'),
  })
}
