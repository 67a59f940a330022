// Which failures of a statement are the database's fault, not the statement's own.

// SQLSTATE classes and codes of PostgreSQL (Appendix A): connection exceptions, a server with no
// room left on its disk, in memory or for connections, one that is shutting down or starting, and
// one that ends a transaction because of a deadlock.
// Errors of Node and of the driver about a broken socket have none.
const states = /^(08...|57P0[1-5]|53...|40P01)$/
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
  const code = 'code' in error ? String(error.code) : ''
  const isFromDatabase =
    states.test(code) || beginnings.some((words) => error.message.startsWith(words))
  const isFromSocket = sockets.includes(code) && 'syscall' in error && error.syscall !== 'open'
  return isFromDatabase || isFromSocket
}
