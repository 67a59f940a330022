// The buyer of a deemed supply or of an export is not on the network: its electronic address
// follows from the type of the transaction.
import { profileNamedBy } from '../table.ts'
import { endpointOfBuyer } from './codes.ts'

/** The JSON of a document with that address, where it has none. */
export function withBuyerEndpoint(document: unknown): unknown {
  if (!isGroup(document) || !isOfAe(document)) return document
  const { ae, buyer } = document
  const types = isGroup(ae) ? ae.transactionTypes : undefined
  if (!isGroup(buyer) || buyer.endpoint !== undefined || !Array.isArray(types)) return document
  const names = Object.keys(endpointOfBuyer) as (keyof typeof endpointOfBuyer)[]
  const type = names.find((name) => types.includes(name))
  if (type === undefined) return document
  return { ...document, buyer: { ...buyer, endpoint: endpointOfBuyer[type] } }
}

function isOfAe({ profile, specificationId }: Record<string, unknown>): boolean {
  if (profile !== undefined || typeof specificationId !== 'string') return profile === 'pint-ae'
  return profileNamedBy(specificationId)?.name === 'pint-ae'
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
