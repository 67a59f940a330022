// The SMP in which our participants are, from the settings, or that of the sandbox.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { type HttpMessage, openHttp } from '../net/index.ts'
import {
  type LookupNeeds,
  openPhossSmp,
  openSmpWriter,
  type PhossSmp,
  type SmpAccess,
  type SmpRequest,
  type SmpWriter,
  type SmpWriterNeeds,
} from '../peppol/index.ts'
import { settingsIn } from '../sandbox/index.ts'
import { readPassword } from './membership.ts'

export type PublishingSmp = {
  smp: PhossSmp
  url: string
  writerFor(needs: Omit<SmpWriterNeeds, 'smp' | 'send'>): SmpWriter
  close(): Promise<void>
}

/** Throws Error when no SMP is named, or a file cannot be read. */
export function openPublishingSmp(
  config: Config,
  { network, revocationOf }: Pick<LookupNeeds, 'network' | 'revocationOf'>,
): PublishingSmp {
  const access = accessOf(config)
  // A setting names it, so its address may be a private one.
  const allowed = { plainHttp: network.plainHttpAllowed, privateAddresses: true }
  const limits = config.limits.smp
  const { typeMs } = limits
  const http = openHttp(limits, allowed)
  const forTypes = openHttp({ ...limits, postTotalMs: typeMs, postAnswerMs: typeMs }, allowed)
  const smp = openPhossSmp(access, {
    get: (url) => http.get(url),
    getAs: (url, authorization) => http.get(url, undefined, { authorization }),
    judging: () => ({ trust: network.trust, revocationOf, now: new Date() }),
  })
  return {
    smp,
    url: access.url,
    writerFor: (needs) =>
      openSmpWriter(access, {
        ...{ smp, ...needs },
        send: (url, request, authorization) =>
          (request.subject === 'type' ? forTypes : http).post(
            url,
            messageOf(request, authorization),
          ),
      }),
    async close() {
      await Promise.all([http.close(), forTypes.close()])
    },
  }
}

function messageOf({ method, body }: SmpRequest, authorization: string): HttpMessage {
  const contentType = 'application/xml; charset=UTF-8'
  return { method, contentType, body: Buffer.from(body), headers: { authorization } }
}

function accessOf(config: Config): SmpAccess {
  const { SMP_URL: url, SMP_USER: user } = config
  if (url !== undefined && user !== undefined) return { url, user, ...credentialsOf(config, user) }
  if (config.PEPPOL_NETWORK !== 'sandbox')
    throw new Error('Set SMP_URL first: the SMP that publishes your participants.')
  const own = settingsIn(resolve(config.DATA_DIR))?.smp
  if (own) return { ...own, ...bearer(own.token) }
  throw new Error('The sandbox there is of an earlier version: start the gateway anew.')
}

type Credentials = Pick<SmpAccess, 'authorization' | 'secret'>

function credentialsOf(config: Config, user: string): Credentials {
  const { SMP_TOKEN_FILE: tokenFile, SMP_PASSWORD_FILE: passwordFile } = config
  if (tokenFile !== undefined) return bearer(readFileSync(tokenFile, 'utf8').trim())
  const secret = readPassword(passwordFile!)
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
  return { authorization, secret }
}

function bearer(secret: string): Credentials {
  return { authorization: `Bearer ${secret}`, secret }
}
