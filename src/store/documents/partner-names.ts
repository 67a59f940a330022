// The names of the participants that a tenant exchanges documents with, word by word, so that
// documents are found by the beginnings of these words. There are few beside the documents: a name
// is written with the first document that has it.
import type { Pool } from 'pg'
import type { Document } from '../facts.ts'

// Read once for each process; a database that was restored or changed by another process is noticed
// within this time.
const knownMs = 600_000
const knownMax = 10_000

type Known = { names: Set<string>; until: number }
const knownIn = new WeakMap<Pool, Known>()

/** Whether this process has not stored the name of the document's partner lately. */
export function hasNewName(pool: Pool, document: Document): boolean {
  const name = nameOf(document)
  return name !== undefined && !namesIn(pool).has(name)
}

/** Call it once the document is stored. */
export function noteName(pool: Pool, document: Document): void {
  const name = nameOf(document)
  if (name !== undefined) namesIn(pool).add(name)
}

/** Call it once names were removed: they are stored again with the next document that has them. */
export function forgetKnownNames(pool: Pool): void {
  knownIn.delete(pool)
}

function nameOf({ tenantId, direction, sender, receiver }: Document): string | undefined {
  const { id, name } = direction === 'outbound' ? receiver : sender
  return name === undefined ? undefined : `${tenantId} ${id} ${name}`
}

function namesIn(pool: Pool): Set<string> {
  const known = knownIn.get(pool)
  if (known && known.until > performance.now() && known.names.size < knownMax) return known.names
  const names = new Set<string>()
  knownIn.set(pool, { names, until: performance.now() + knownMs })
  return names
}

/** Part of a statement that stores documents; `held` has them. */
export const insertNames = `
  new_name as (
    insert into partner_words (tenant_id, word, participant_id, name)
    select distinct partner.tenant_id, found.word, partner.participant_id, partner.name
    from held cross join lateral (
      select (document).tenant_id,
             case (document).direction when 'outbound' then (document).receiver_id
               else (document).sender_id end as participant_id,
             case (document).direction when 'outbound' then (document).receiver_name
               else (document).sender_name end as name) partner
    cross join lateral name_words(partner.name) as found (word)
    order by 1, 2, 3, 4
    on conflict do nothing
  ),`
