// Starts the sandbox: an SML in DNS, an SMP and a second access point, each on a port of its own of
// this machine.
import type { X509Certificate } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type KeyProvider, localKeys } from '../crypto/index.ts'
import { type Identifier, parseParticipant, smlName } from '../peppol/index.ts'
import { answerUserMessage } from './access-point.ts'
import { type Conduct, makeConduct } from './conduct.ts'
import { listenForDns } from './dns-listener.ts'
import { type HttpListener, listenForHttp } from './http-listener.ts'
import { openInbox } from './inbox.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { openRegister, type Register, servedBy, unregistered } from './participants.ts'
import { type SandboxPki, trustOf } from './pki.ts'
import { openPki } from './pki-folder.ts'
import { type AccessPoint, receiverLimits } from './reception.ts'
import { smpAnswer } from './smp.ts'

/** What PEPPOL_NETWORK=custom would take from the settings to join this network. */
export type SandboxSettings = {
  smlZone: string
  dnsServers: string[]
  trustRoots: X509Certificate[]
  accessPointIssuers: X509Certificate[]
  smpIssuers: X509Certificate[]
  /** The gateway's own access point key. */
  keys: KeyProvider
}

export type Sandbox = {
  settings: SandboxSettings
  /** Registered participants in short form; grows with register(). */
  receivers: string[]
  /** Well-formed, and registered nowhere. */
  unregistered: string
  /** The folder where one sees what arrived. */
  inbox: string
  /**
   * Makes `participant` take a document type and process too. Throws IdentifierError when it is
   * ill-formed.
   */
  register(participant: string, documentType: Identifier, process: Identifier): void
  /** How every message is answered from now on; undefined: rightly. */
  misbehave(how: Misbehaviour | undefined): void
  close(): Promise<void>
}

export type SandboxOptions = {
  /** The sandbox lives in its folder `sandbox`. */
  dataDir: string
  /** Participants to register besides those that are always there. */
  receivers: string[]
  /** Hears of steps that take long, and of what went wrong in here. */
  say?(line: string): void
}

const host = '127.0.0.1'
const smlZone = 'participant.sml.sandbox.test'

/**
 * Opens what an earlier start left in the data folder, or makes it, and listens. Throws
 * IdentifierError for an ill-formed receiver, and Error when the folder is damaged.
 */
export async function startSandbox({
  dataDir,
  receivers,
  say = () => {},
}: SandboxOptions): Promise<Sandbox> {
  const folder = join(dataDir, 'sandbox')
  mkdirSync(folder, { recursive: true })
  const register = openRegister(join(folder, 'participants.json'), receivers)
  const pki = await openPki(join(folder, 'pki'), new Date(), say)
  const inbox = openInbox(join(folder, 'inbox'))
  const conduct = makeConduct({
    neighbour: localKeys(pki.neighbour),
    stranger: localKeys(pki.stranger),
  })
  const accessPoint = await listenForMessages(
    {
      keys: localKeys(pki['access-point']),
      trust: trustOf(pki),
      serves: servedBy(register),
      keep: inbox.keep,
      now: () => new Date(),
    },
    conduct,
    say,
  )
  const smp = await listenForLookups(pki, register, { endpointUrl: `${accessPoint.url}/as4`, say })
  const dns = await listenForDns(host, { zone: smlZone, smpUrl: smp.url, lists: listing(register) })
  return {
    settings: { smlZone, dnsServers: [dns.server], ...settingsOf(pki) },
    receivers: register.participants,
    unregistered,
    inbox: inbox.folder,
    register: (participant, documentType, process) =>
      register.register(participant, { documentType, process }),
    misbehave: conduct.change,
    async close() {
      conduct.change(undefined)
      await Promise.all([dns.close(), smp.close(), accessPoint.close()])
      inbox.close()
    },
  }
}

function settingsOf(pki: SandboxPki): Omit<SandboxSettings, 'smlZone' | 'dnsServers'> {
  const { roots, accessPointIssuers, smpIssuers } = trustOf(pki)
  return { trustRoots: roots, accessPointIssuers, smpIssuers, keys: localKeys(pki.gateway) }
}

type Say = (line: string) => void

function listenForMessages(
  accessPoint: AccessPoint,
  conduct: Conduct,
  say: Say,
): Promise<HttpListener> {
  return listenForHttp(host, {
    bodyBytesMax: receiverLimits.bodyBytesMax,
    say,
    async respond(request) {
      if (request.path !== '/as4') return { status: 404 }
      if (request.method !== 'POST') return { status: 405 }
      const { faultPlan, changed } = conduct
      const answer = await answerUserMessage(request, accessPoint, faultPlan)
      if (faultPlan?.how === 'slow') await changed
      return answer
    },
  })
}

async function listenForLookups(
  pki: SandboxPki,
  directory: Register,
  { endpointUrl, say }: { endpointUrl: string; say: Say },
): Promise<HttpListener> {
  const endpoint = { url: endpointUrl, certificate: pki['access-point'].certificate }
  const keys = localKeys(pki.smp)
  const listener: HttpListener = await listenForHttp(host, {
    bodyBytesMax: 0,
    say,
    respond: async ({ method, path }) =>
      method === 'GET'
        ? smpAnswer(path, { url: listener.url, keys, directory, endpoint })
        : { status: 405 },
  })
  return listener
}

// Names are hashes: whether one is listed is only known by hashing all participants, each once.
function listing({ participants }: Register): (name: string) => boolean {
  const names = new Set<string>()
  let hashed = 0
  return (name) => {
    for (; hashed < participants.length; hashed++)
      names.add(smlName(parseParticipant(participants[hashed] ?? ''), smlZone).toLowerCase())
    return names.has(name)
  }
}
