// Which failures of a statement are the database's, and none of the statement's own.

// SQLSTATE classes and codes of PostgreSQL (Appendix A): connection exceptions, a server that has
// no room left on its disk, in memory or for connections, and one that is shutting down or
// starting. What node and the driver say of a socket that broke comes without one.
const states = /^(08...|57P0[1-5]|53...)$/
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

/** Whether the database was out of reach, or had no room: the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isFromDatabase =
    states.test(code) || beginnings.some((words) => error.message.startsWith(words))
  const isFromSocket = sockets.includes(code) && 'syscall' in error && error.syscall !== 'open'
  return isFromDatabase || isFromSocket
}
