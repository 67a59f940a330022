// Opens connections: with a time limit, TLS 1.2 or newer and, unless allowed otherwise, only to
// public addresses.
import { isIP, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { isPublicAddress } from './address.ts'
import { passOverContinue } from './interim.ts'
import { AddressRefused, lookupHidden, lookupPublic, refusal } from './public-lookup.ts'

export type ConnectFailure = 'connect-failed' | 'tls-failed' | 'timeout' | 'address-refused'

/** No connection was made, so no byte of the request has left us. */
export class ConnectError extends Error {
  readonly reason: ConnectFailure

  constructor(reason: ConnectFailure, cause: Error) {
    super(cause.message.trim() || ('code' in cause ? String(cause.code) : cause.name), { cause })
    this.name = 'ConnectError'
    this.reason = reason
  }
}

/** A connector for undici that fails with ConnectError. */
export function makeConnector(o: {
  connectMs: number
  privateAllowed: boolean
  /** What DNS knows of a name is not told. */
  namesHidden: boolean
}): buildConnector.connector {
  const connect = buildConnector({
    timeout: o.connectMs,
    minVersion: 'TLSv1.2',
    ...(o.privateAllowed ? {} : { lookup: o.namesHidden ? lookupHidden : lookupPublic }),
  })
  return (options, callback) => {
    // An address in the URL itself is connected to without a lookup.
    if (!o.privateAllowed && isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {
      callback(
        new ConnectError('address-refused', refusal(options.hostname, options.hostname)),
        null,
      )
      return
    }
    let isConnected = false
    // undici's types do not say that its connector returns the socket.
    const socket = connect(options, (...[error, opened]) => {
      if (error) return callback(new ConnectError(reasonOf(error, isConnected), error), null)
      passOverContinue(opened)
      callback(null, opened)
    }) as unknown as Socket
    socket.once('connect', () => {
      isConnected = true
    })
  }
}

// What fails once there is a TCP connection is TLS.
function reasonOf(error: Error, isConnected: boolean): ConnectFailure {
  if (error instanceof AddressRefused) return 'address-refused'
  if (
    error instanceof errors.ConnectTimeoutError ||
    ('code' in error && error.code === 'ETIMEDOUT')
  )
    return 'timeout'
  return isConnected ? 'tls-failed' : 'connect-failed'
}
