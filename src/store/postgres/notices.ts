// What processes on one database tell each other, so that none has to wait for its next look:
// LISTEN and NOTIFY, on a server. A notice may be lost; looking stays.
import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig, type Pool } from 'pg'

const kinds = ['queued', 'happened'] as const
/** A delivery was queued; something happened to a document. */
export type Notice = (typeof kinds)[number]

export type Notices = {
  /** Soon, and once for all calls until then. */
  send(notice: Notice): void
  close(): Promise<void>
}

const channel = 'fourcorner'
const sendEveryMs = 20
const reconnectMs = 1_000

/** `hear` is called for the notices of others, and for each kind once there is a listener again. */
export function openNotices(
  pool: Pool,
  config: ClientConfig,
  hear: (notice: Notice) => void,
): Notices {
  const own = randomUUID()
  const due = new Set<Notice>()
  let client: Client | undefined
  let isClosed = false
  let sending: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = new Client({ application_name: 'fourcorner notices', keepAlive: true, ...config })
    client = next
    const again = () => {
      if (isClosed || client !== next) return
      client = undefined
      next.end().catch(() => {})
      reconnecting = setTimeout(listen, reconnectMs)
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ payload = '' }) => {
      const [sender, ...notices] = payload.split(' ')
      for (const kind of kinds) if (sender !== own && notices.includes(kind)) hear(kind)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      for (const kind of kinds) hear(kind)
    } catch {
      again()
    }
  }

  // After the commit, in a transaction that writes nothing: one that does would hold the lock on
  // the queue of notices until its commit is on disk, and the others would wait for it.
  function flush(): void {
    sending = undefined
    const payload = [own, ...due].join(' ')
    due.clear()
    pool.query('select pg_notify($1, $2)', [channel, payload]).catch(() => {})
  }

  void listen()
  return {
    send(notice) {
      if (isClosed) return
      due.add(notice)
      sending ??= setTimeout(flush, sendEveryMs)
    },
    async close() {
      isClosed = true
      clearTimeout(sending)
      clearTimeout(reconnecting)
      await client?.end().catch(() => {})
    },
  }
}

/**
 * Notices of the embedded database, which has one process and whose socket passes none on, and of a
 * server that is reached through a pooler alone.
 */
export const noNotices: Notices = { send() {}, close: async () => {} }
