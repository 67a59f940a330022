// What callers may write in another form than the one that travels, where that is beyond doubt:
// participants with blanks, dots or BE in them, VAT identifiers and IBANs with blanks.
import { type BillingDocument, withPlainIban } from '../billing/index.ts'
import { plainParticipant } from '../peppol/index.ts'

type Party = BillingDocument['seller'] | BillingDocument['buyer']
type Identifier = Party['endpoint']
type Payment = NonNullable<BillingDocument['payment']>

/** The same document with these in the form of their scheme; every pointer stays what it is. */
export function plainDocument(document: BillingDocument): BillingDocument {
  const { seller, buyer, taxRepresentative, payment } = document
  return {
    ...document,
    seller: withPlain(seller),
    buyer: withPlain(buyer),
    ...(taxRepresentative
      ? {
          taxRepresentative: {
            ...taxRepresentative,
            vatId: withoutBlanks(taxRepresentative.vatId),
          },
        }
      : {}),
    ...(payment ? { payment: plainPayment(payment) } : {}),
  }
}

function withPlain<P extends Party>(party: P): P {
  const { endpoint, legalId, identifiers, vatId } = party
  return {
    ...party,
    endpoint: plainIdentifier(endpoint),
    ...(legalId === undefined ? {} : { legalId: plainIdentifier(legalId) }),
    ...(identifiers === undefined ? {} : { identifiers: identifiers.map(plainIdentifier) }),
    ...(vatId === undefined ? {} : { vatId: withoutBlanks(vatId) }),
  }
}

function plainIdentifier(identifier: Identifier): Identifier {
  if (typeof identifier === 'string') return plainParticipant(identifier)
  const { id, scheme } = identifier
  if (scheme === undefined) return identifier
  const plain = plainParticipant(`${scheme}:${id}`)
  return plain === `${scheme}:${id}` ? identifier : { scheme, id: plain.slice(5) }
}

function withoutBlanks(vatId: string): string {
  return vatId.replace(/\s/g, '')
}

function plainPayment(payment: Payment): Payment {
  const { creditTransfers, directDebit } = payment
  const debited = directDebit?.debitedAccountId
  return {
    ...payment,
    ...(creditTransfers
      ? {
          creditTransfers: creditTransfers.map((transfer) => ({
            ...transfer,
            accountId: withPlainIban(transfer.accountId),
          })),
        }
      : {}),
    ...(directDebit && debited
      ? { directDebit: { ...directDebit, debitedAccountId: withPlainIban(debited) } }
      : {}),
  }
}
