// Finds the addresses of hosts that may be anybody's: only public ones are taken.
import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address.ts'

export class AddressRefused extends Error {}

/** A clause. `isInsecure`: it would be taken where insecure ones are allowed. */
export type UrlRefusal = { message: string; isInsecure: boolean }

/** Why nothing is sent to this host. Which names there are in our network is not told. */
export async function hostRefusal(hostname: string): Promise<UrlRefusal | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const refused = await new Promise<Error | null>((resolve) => {
    if (isIP(host) === 0) lookupHidden(host, { all: true }, resolve)
    else resolve(isPublicAddress(host) ? null : refusal(host, host))
  })
  return refused
    ? { message: refused.message, isInsecure: refused instanceof AddressRefused }
    : undefined
}

// Checks the very address that is then connected to, so DNS rebinding gains nothing.
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
    if (error) callback(error, [])
    else if (refused) callback(refusal(hostname, refused.address), [])
    else if (options.all) callback(null, addresses)
    else giveFirst(addresses, callback)
  })
}

/** The same as `lookupPublic`; all that it fails with is one and the same. */
export const lookupHidden: LookupFunction = (hostname, options, callback) =>
  lookupPublic(hostname, options, (error, ...found) =>
    error
      ? callback(new AddressRefused(`${hostname} has no public address`), [])
      : callback(null, ...found),
  )

function giveFirst([first]: LookupAddress[], callback: Parameters<LookupFunction>[2]): void {
  callback(first ? null : new Error('The name has no address'), first?.address ?? '', first?.family)
}

export function refusal(hostname: string, address: string): AddressRefused {
  return new AddressRefused(
    hostname === address
      ? `${address} is not a public address`
      : `${hostname} leads to ${address}, which is not a public address`,
  )
}
