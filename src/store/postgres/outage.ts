// Which failures of a statement are the database's fault, not the statement's own; and which are
// the payload store's.
import { PayloadStoreError } from '../payloads/s3.ts'

// SQLSTATE classes and codes of PostgreSQL (Appendix A): connection exceptions, a server with no
// room left on its disk, in memory or for connections, one that is shutting down or starting, one
// that takes no writes because another node leads, and one that ends a transaction because of a
// deadlock.
// Errors of Node and of the driver about a broken socket have none.
const states = /^(08...|57P0[1-5]|53...|25006|40P01)$/
const sockets = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]
const beginnings = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
  'timeout exceeded',
]

/** The database ended a transaction, of which nothing is left. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/** Whether the database was unreachable or gave way: the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A name with several addresses fails with a failure for each.
  if (error instanceof AggregateError) return isDatabaseAway(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  const isFromDatabase =
    states.test(code) || beginnings.some((words) => error.message.startsWith(words))
  const isFromSocket = sockets.includes(code) && 'syscall' in error && error.syscall !== 'open'
  return isFromDatabase || isFromSocket
}

/** Whether bytes could not be stored or read: the same call may succeed later. */
export function isPayloadStoreAway(error: unknown): boolean {
  return error instanceof PayloadStoreError
}
