// One piece of text finds documents that were sent or received.
import type { Document, SearchHits } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { participantFilter } from '../given-participant.ts'
import { type DocumentRecord, toRecord } from '../record.ts'

export { searchHitsMax } from '../../store/index.ts'

/** `isExact`: the text is a whole id, reference, number or participant of each. */
export type Found = Pick<SearchHits, 'isExact' | 'isCut'> & { records: DocumentRecord[] }

/** Newest first, at most searchHitsMax; nothing for an empty text. */
export async function search(
  { store }: Pick<Gateway, 'store'>,
  { tenant }: Caller,
  text: string,
): Promise<Found> {
  const { ids, ...found } = await idsFor({ store }, tenant.id, text)
  if (ids.length === 0) return { records: [], ...found }
  const { documents } = await store.listDocuments(tenant.id, {
    ...{ ids, sort: '-createdAt', limit: ids.length },
  })
  return { records: documents.map((document) => toRecord(document)), ...found }
}

/** The ids of what the text finds, newest first. */
export async function idsFor(
  { store }: Pick<Gateway, 'store'>,
  tenantId: string,
  text: string,
  direction?: Document['direction'],
): Promise<SearchHits> {
  const wanted = text.trim()
  if (wanted === '') return { ids: [], isExact: false, isCut: false }
  const participant = participantFilter(wanted)
  const amounts = amountsOf(wanted)
  return store.searchDocuments(tenantId, {
    text: wanted,
    ...(participant === undefined ? {} : { participant }),
    ...(amounts ? { amounts } : {}),
    ...(direction ? { direction } : {}),
  })
}

const amount = /^(-?)(\d+|\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})+)[.,](\d{1,3})$/
const decimalsMax = 3

/**
 * The ways in which a document may state an amount that a person writes with decimals, such as
 * `1.210,50` or `1 210.5`.
 */
function amountsOf(text: string): string[] | undefined {
  const [, sign, whole, fraction] = amount.exec(text) ?? []
  if (whole === undefined || fraction === undefined) return undefined
  const digits = `${sign}${whole.replace(/\D/g, '')}`
  const stated = fraction.replace(/0+$/, '')
  const rest = Array.from({ length: decimalsMax - stated.length + 1 }, (_, zeros) =>
    stated.padEnd(stated.length + zeros, '0'),
  )
  return rest.map((decimals) => (decimals === '' ? digits : `${digits}.${decimals}`))
}
