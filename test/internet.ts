// An Internet whose public addresses are on this machine. It replaces what DNS says of a host name,
// the system call that connects, and which web authorities are trusted, and nothing between them:
// whatever the program checks of a name or an address, it checks as on the real Internet.
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { connect, isIPv4 } from 'node:net'
import tls, { type SecureContextOptions } from 'node:tls'

export type Internet = {
  /** The addresses of each host name, by query; all other names are resolved as ever. */
  names: Map<string, () => string[]>
  /** The loopback port behind `address port`; at web ports, nothing else can be reached. */
  hosts: Map<string, number>
  /** `address port` of every attempt to connect to a port of the web. */
  attempts: string[]
  /** PEM of the authorities that sign certificates of web servers. */
  authorities: string[]
  /** Puts the real one back. */
  restore(): void
}

// What libuv's handles offer to node:net: the last step before the operating system.
type Connect = (this: object, request: object, address: string, port: number) => number
type Handles = { connect: Connect; connect6: Connect }

const connectionRefused = -111
const webPorts = [80, 443]

export function replaceInternet(): Internet {
  const internet: Omit<Internet, 'restore'> = {
    names: new Map(),
    hosts: new Map(),
    attempts: [],
    authorities: [],
  }
  const undo = [replaceNames(internet), replaceConnections(internet), replaceTrust(internet)]
  return { ...internet, restore: () => undo.forEach((one) => void one()) }
}

function replaceNames({ names }: Pick<Internet, 'names'>): () => void {
  const real = dns.lookup
  type Found = (error: Error | null, found: string | LookupAddress[], family?: number) => void
  const lookup = (name: string, options: dns.LookupOptions, callback: Found): void => {
    const addresses = names.get(name)?.()
    if (!addresses) return void (real as unknown as typeof lookup)(name, options, callback)
    const found = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
    const [{ address, family } = { address: '', family: 0 }] = found
    queueMicrotask(() => (options.all ? callback(null, found) : callback(null, address, family)))
  }
  dns.lookup = lookup as unknown as typeof dns.lookup
  syncBuiltinESMExports()
  return () => {
    dns.lookup = real
    syncBuiltinESMExports()
  }
}

function replaceConnections({ hosts, attempts }: Pick<Internet, 'hosts' | 'attempts'>): () => void {
  const handles = handlesOf()
  const real = { connect: handles.connect, connect6: handles.connect6 }
  const replaced = (original: Connect): Connect =>
    function (request, address, port) {
      if (!webPorts.includes(port)) return original.call(this, request, address, port)
      attempts.push(`${address} ${port}`)
      const behind = hosts.get(`${address} ${port}`)
      if (behind === undefined) return connectionRefused
      return real.connect.call(this, request, '127.0.0.1', behind)
    }
  handles.connect = replaced(real.connect)
  handles.connect6 = replaced(real.connect6)
  return () => void Object.assign(handles, real)
}

// The prototype of all TCP handles, from a socket that is destroyed before it connects.
function handlesOf(): Handles {
  const socket = connect({ host: '127.0.0.1', port: 9, lookup: () => {} })
  socket.on('error', () => {})
  const { _handle } = socket as unknown as { _handle: Handles }
  socket.destroy()
  return Object.getPrototypeOf(_handle) as Handles
}

function replaceTrust({ authorities }: Pick<Internet, 'authorities'>): () => void {
  const real = tls.createSecureContext
  const createSecureContext = (options: SecureContextOptions = {}) =>
    real(options.ca || options.cert ? options : { ...options, ca: authorities })
  tls.createSecureContext = createSecureContext
  syncBuiltinESMExports()
  return () => {
    tls.createSecureContext = real
    syncBuiltinESMExports()
  }
}
