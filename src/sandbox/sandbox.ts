// Starts the sandbox: an SML in DNS, an SMP and a second access point, each on its own
// loopback port.
import { randomBytes, type X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { As4Request } from '../as4/index.ts'
import { type KeyProvider, localKeys } from '../crypto/index.ts'
import type { NetLimits } from '../net/index.ts'
import type { Identifier } from '../peppol/index.ts'
import {
  type AccessPoint,
  type As4Answer,
  listenForMessages,
  openOwnTicks,
  type ReceptionLimits,
  receiveMessage,
} from '../reception/index.ts'
import { replaceFile } from './durable.ts'
import { listenForGets } from './get-listener.ts'
import { openInbox } from './inbox.ts'
import { type Lookups, listenForLookups, type Published } from './lookups.ts'
import { openRegister, servedBy, unregistered } from './participants.ts'
import { makeAccessPoint, type SandboxPki, trustOf } from './pki.ts'
import { listsPortIn, openPki, readPki } from './pki-folder.ts'
import { openRevocationLists, revokeIn } from './revocation-lists.ts'
import { openSender, type Sender } from './sender.ts'
import type { SmpUser } from './smp-users.ts'
import { isForProvider, openStatusSender, providerOf, providerServices } from './status-sender.ts'
import { type JudgeTaxReport, openTaxAuthorities, type TaxAuthorities } from './tax-authority.ts'

/** The settings with which PEPPOL_NETWORK=custom would join this network. */
export type SandboxSettings = {
  smlZone: string
  dnsServers: string[]
  trustRoots: X509Certificate[]
  accessPointIssuers: X509Certificate[]
  smpIssuers: X509Certificate[]
  /** The gateway's own access point key. */
  keys: KeyProvider
  /** Its SMP, and the user there whose participants are those of gateways; and another one. */
  smp?: SmpUser & { url: string; other?: SmpUser }
}

export type Sandbox = {
  settings: SandboxSettings
  /** Registered participants in short form. Grows with register(). */
  receivers: string[]
  /** Well-formed, and registered nowhere. */
  unregistered: string
  /** The folder that shows what arrived. */
  inbox: string
  /**
   * Registers `participant` for a document type and process. Throws IdentifierError when it
   * is malformed.
   */
  register(participant: string, documentType: Identifier, process: Identifier): void
  /** From now on the network finds the participants of another access point, too. */
  publish(published: Published): void
  /** Its SML, where another SMP may come in; and how SMP and SML behave. */
  sml: Lookups['sml']
  setSmp: Lookups['setSmp']
  /** How its tax authorities, `0242:900000-TAX_AE` and `…-TAX_SK`, behave from now on. */
  setTaxAuthorities: TaxAuthorities['set']
  /** Keys with which one more access point joins the network; they are not kept. */
  admit(seat: string): Promise<KeyProvider>
  /** Sends as the second access point; only with `sending`. */
  send: Sender['send']
  close(): Promise<void>
}

export type SandboxOptions = {
  /** The sandbox is in the subfolder `sandbox`. */
  dataDir: string
  /** Participants to register besides the default ones. */
  receivers: string[]
  /** Called with a line about each slow step and each failure. */
  report?(line: string): void
  /** Answers in place of the second access point, for tests of wrong answers. */
  respond?: Respond
  now?(): Date
  limits: ReceptionLimits
  /**
   * Given these limits it sends, and answers documents with a Message Level Status; else it only
   * receives.
   */
  sending?: NetLimits
  /** Judges what its tax authorities receive; without, only the structure is looked at. */
  judgeTaxReport?: JudgeTaxReport
}

/** Answers a request to the second access point. When it throws, the connection is closed. */
export type Respond = (request: As4Request, accessPoint: AccessPoint) => Promise<As4Answer>

const host = '127.0.0.1'
const smlZone = 'participant.sml.sandbox.test'
/** Where its DNS server listens, for commands that ask the network of a running gateway. */
const dnsFile = 'dns-server'
/** Where its SMP is, and how a gateway asks it for its own participants. */
const smpFile = 'smp.json'

/**
 * Opens the sandbox in the data folder, or creates it, and listens. Throws IdentifierError for a
 * malformed receiver, and Error when the folder is damaged.
 */
export async function startSandbox({
  dataDir,
  receivers,
  report = () => {},
  respond = respondRightly(report),
  now = () => new Date(),
  limits,
  sending,
  judgeTaxReport,
}: SandboxOptions): Promise<Sandbox> {
  const folder = join(dataDir, 'sandbox')
  mkdirSync(folder, { recursive: true })
  const register = openRegister(join(folder, 'participants.json'), receivers)
  const pkiFolder = join(folder, 'pki')
  const publisher = await listenForGets(
    { host, port: listsPortIn(pkiFolder) },
    async (path) => lists.answer(path),
    report,
  )
  const pki = await openPki(pkiFolder, now(), publisher.url, report)
  const lists = openRevocationLists(pkiFolder, pki, now)
  const inbox = openInbox(join(folder, 'inbox'))
  const taxAuthorities = openTaxAuthorities({
    ...{ file: join(inbox.folder, 'tax-reports.jsonl'), judge: judgeTaxReport },
    send: (arrival, said) => statuses?.sendLater(arrival, said),
  })
  const accessPoint: AccessPoint = {
    limits,
    keys: localKeys(pki['access-point']),
    trust: trustOf(pki),
    revocationOf: lists.revocationOf,
    serves: (header) =>
      servedBy(register)(header) || isForProvider(header, own) || taxAuthorities.serves(header),
    async keep(arrival, makeReceipt) {
      const kept = await inbox.keep(arrival, makeReceipt)
      // A repeat, too: a crash may have come between the two lists.
      if (kept.kind !== 'refused' && taxAuthorities.serves(arrival.header))
        await taxAuthorities.take(arrival)
      else if (kept.kind === 'stored') statuses?.sendLater(arrival)
      return kept
    },
    now,
  }
  const own = providerOf(accessPoint.keys)
  const ownTick = openOwnTicks()
  const as4 = await listenForMessages(0, limits, async (request) => {
    await ownTick()
    return respond(request, accessPoint)
  })
  const { certificate } = pki['access-point']
  const endpoint = { url: as4.url, certificate }
  const provider: Published = {
    url: as4.url,
    certificate: () => certificate,
    participants: async () => [own, ...taxAuthorities.participants],
    servicesOf: async (participant) =>
      participant === own ? providerServices : taxAuthorities.servicesOf(participant),
  }
  const gateways: Published[] = []
  const [user, other] = [newUser('gateway'), newUser('other')]
  const lookups = await listenForLookups({
    ...{ folder, zone: smlZone, keys: localKeys(pki.smp), users: [user, other], report },
    ...{ register, endpoint, published: { provider, gateways } },
  })
  const dnsServers = [lookups.dnsServer]
  const sender = sending
    ? openSender({
        ...accessPoint,
        network: { name: 'sandbox', smlZone, trust: accessPoint.trust, plainHttpAllowed: true },
        ...{ dnsServers, sending },
      })
    : undefined
  const statuses = sender && openStatusSender({ own, sender, now, report })
  const smp = { url: lookups.smpUrl, ...user, other }
  replaceFile(join(folder, smpFile), `${JSON.stringify(smp)}\n`)
  replaceFile(join(folder, dnsFile), `${lookups.dnsServer}\n`)
  return {
    settings: { smlZone, dnsServers, smp, ...settingsOf(pki) },
    receivers: register.participants,
    unregistered,
    inbox: inbox.folder,
    register: (participant, documentType, process) =>
      register.register(participant, { documentType, process }),
    publish: (one) => void gateways.push(one),
    ...{ sml: lookups.sml, setSmp: lookups.setSmp, setTaxAuthorities: taxAuthorities.set },
    admit: async (seat) => localKeys(await makeAccessPoint(pki, seat, now(), publisher.url)),
    async send(parcel) {
      if (!sender) throw new Error('This sandbox only receives.')
      return sender.send(parcel)
    },
    async close() {
      for (const file of [dnsFile, smpFile]) rmSync(join(folder, file), { force: true })
      statuses?.close()
      await sender?.close()
      await Promise.all([lookups.close(), as4.close(), publisher.close()])
      inbox.close()
      taxAuthorities.close()
    },
  }
}

/**
 * The settings of the sandbox that runs in a data folder, as far as its files can tell: a sandbox
 * that has ended does not answer at its DNS server. Undefined when there never was one. Throws
 * Error when the folder is damaged.
 */
export function settingsIn(dataDir: string): SandboxSettings | undefined {
  const folder = join(dataDir, 'sandbox')
  if (!existsSync(join(folder, dnsFile))) return undefined
  const dnsServers = [readFileSync(join(folder, dnsFile), 'utf8').trim()]
  const smp = join(folder, smpFile)
  return {
    ...{ smlZone, dnsServers },
    // A sandbox of an earlier version, which still runs, has none.
    ...(existsSync(smp) ? { smp: JSON.parse(readFileSync(smp, 'utf8')) } : {}),
    ...settingsOf(readPki(join(folder, 'pki'))),
  }
}

/**
 * Revokes the certificate of a seat id, or of `smp`, in the sandbox of a data folder; one that runs
 * there says so in its next list. Throws an Error when there is no sandbox, or none of that name.
 */
export function revokeInSandbox(dataDir: string, seat: string, now: Date): void {
  const folder = join(dataDir, 'sandbox', 'pki')
  if (!existsSync(folder)) throw new Error(`There is no sandbox in ${dataDir} yet: start it first.`)
  revokeIn(folder, readPki(folder), seat, now)
}

function settingsOf(pki: SandboxPki): Omit<SandboxSettings, 'smlZone' | 'dnsServers' | 'smp'> {
  const { roots, accessPointIssuers, smpIssuers } = trustOf(pki)
  return { trustRoots: roots, accessPointIssuers, smpIssuers, keys: localKeys(pki.gateway) }
}

function newUser(user: string): SmpUser {
  return { user, token: randomBytes(16).toString('hex') }
}

function respondRightly(report: (line: string) => void): Respond {
  return async (request, accessPoint) => {
    try {
      return (await receiveMessage(request, accessPoint)).answer
    } catch (error) {
      report(`The sandbox could not answer: ${error instanceof Error ? error.message : error}`)
      return { status: 500, body: Buffer.alloc(0) }
    }
  }
}
