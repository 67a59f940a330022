// The SMP in which our participants are, from the settings, or that of the sandbox.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { openHttp } from '../net/index.ts'
import { type LookupNeeds, openPhossSmp, type PhossSmp, type SmpAccess } from '../peppol/index.ts'
import { settingsIn } from '../sandbox/index.ts'
import { readPassword } from './membership.ts'

export type PublishingSmp = { smp: PhossSmp; url: string; close(): Promise<void> }

/** Throws Error when no SMP is named, or a file cannot be read. */
export function openPublishingSmp(
  config: Config,
  { network, revocationOf }: Pick<LookupNeeds, 'network' | 'revocationOf'>,
): PublishingSmp {
  const access = accessOf(config)
  // A setting names it, so its address may be a private one.
  const allowed = { plainHttp: network.plainHttpAllowed, privateAddresses: true }
  const http = openHttp(config.limits.smp, allowed)
  const smp = openPhossSmp(access, {
    get: (url) => http.get(url),
    getAs: (url, authorization) => http.get(url, undefined, { authorization }),
    judging: () => ({ trust: network.trust, revocationOf, now: new Date() }),
  })
  return { smp, url: access.url, close: () => http.close() }
}

function accessOf(config: Config): SmpAccess {
  const { SMP_URL: url, SMP_USER: user } = config
  if (url !== undefined && user !== undefined)
    return { url, user, authorization: authorizationOf(config, user) }
  if (config.PEPPOL_NETWORK !== 'sandbox')
    throw new Error('Set SMP_URL first: the SMP that publishes your participants.')
  const own = settingsIn(resolve(config.DATA_DIR))?.smp
  if (own) return { ...own, authorization: `Bearer ${own.token}` }
  throw new Error('The sandbox there is of an earlier version: start the gateway anew.')
}

function authorizationOf(config: Config, user: string): string {
  const { SMP_TOKEN_FILE: tokenFile, SMP_PASSWORD_FILE: passwordFile } = config
  if (tokenFile !== undefined) return `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`
  const password = readPassword(passwordFile!)
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
