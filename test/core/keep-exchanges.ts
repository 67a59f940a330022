// Exchanges as the database has them when their documents went out or came in.
import type { Pool } from 'pg'
import { newUuid } from '../../src/crypto/index.ts'
import { formatIdentifier } from '../../src/peppol/index.ts'
import type { Exchange } from '../reporting/exchanges.ts'

/** Puts exchanges into the table, at these times in turn. */
export async function keepExchanges(
  pool: Pool,
  exchanges: readonly Exchange[],
  times: readonly string[],
): Promise<void> {
  const now = new Date()
  const rows = exchanges.map(({ direction, seatId, documentType, process, ...one }, index) => ({
    document_id: newUuid(now),
    at: times[index % times.length],
    direction: direction === 'incoming' ? 'inbound' : 'outbound',
    access_point: seatId,
    document_type_id: formatIdentifier(documentType),
    process_id: formatIdentifier(process),
    country_c1: one.senderCountry ?? 'ZZ',
    country_c4: direction === 'incoming' ? one.endUser.country : null,
    end_user: one.endUser.id,
  }))
  // All at once would be too much for the embedded database.
  for (let from = 0; from < rows.length; from += 10_000)
    await pool.query(
      'insert into exchanges select * from json_populate_recordset(null::exchanges, $1)',
      [JSON.stringify(rows.slice(from, from + 10_000))],
    )
}
