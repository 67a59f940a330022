// Opens connections: with a time limit, TLS 1.2 or newer and, unless allowed otherwise, only to
// public addresses.
import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { isPublicAddress } from './address.ts'
import { passOverContinue } from './interim.ts'

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

class AddressRefused extends Error {}

/** A connector for undici that fails with ConnectError. */
export function makeConnector(o: {
  connectMs: number
  privateAllowed: boolean
}): buildConnector.connector {
  const connect = buildConnector({
    timeout: o.connectMs,
    minVersion: 'TLSv1.2',
    ...(o.privateAllowed ? {} : { lookup: lookupPublic }),
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

/** A clause. `isInsecure`: it would be taken where insecure ones are allowed. */
export type UrlRefusal = { message: string; isInsecure: boolean }

/** Why nothing is sent to this host: its name has no address, or one that is not public. */
export async function hostRefusal(hostname: string): Promise<UrlRefusal | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const refused = await new Promise<Error | null>((resolve) => {
    if (isIP(host) === 0) lookupPublic(host, { all: true }, resolve)
    else resolve(isPublicAddress(host) ? null : refusal(host, host))
  })
  return refused
    ? { message: refused.message, isInsecure: refused instanceof AddressRefused }
    : undefined
}

// Checks the very address that is then connected to, so DNS rebinding gains nothing.
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
    if (error) callback(error, [])
    else if (refused) callback(refusal(hostname, refused.address), [])
    else if (options.all) callback(null, addresses)
    else giveFirst(addresses, callback)
  })
}

function giveFirst([first]: LookupAddress[], callback: Parameters<LookupFunction>[2]): void {
  callback(first ? null : new Error('The name has no address'), first?.address ?? '', first?.family)
}

function refusal(hostname: string, address: string): AddressRefused {
  return new AddressRefused(
    hostname === address
      ? `${address} is not a public address`
      : `${hostname} leads to ${address}, which is not a public address`,
  )
}
