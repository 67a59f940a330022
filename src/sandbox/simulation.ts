// The sandbox inside the process, for documents that must not leave the machine (X-TestOnly): the
// same SML, SMP and second access point, called directly. Nothing is kept.
import type { Post } from '../as4/index.ts'
import { type KeyProvider, localKeys } from '../crypto/index.ts'
import {
  formatParticipant,
  type Get,
  type Identifier,
  listedTypeOf,
  type Network,
  parseParticipant,
  participantScheme,
  type ResolveNaptr,
  type RevocationOf,
  revocationByLists,
  smlName,
} from '../peppol/index.ts'
import { type AccessPoint, type ReceptionLimits, receiveMessage } from '../reception/index.ts'
import {
  type Directory,
  defaultServices,
  distinct,
  servedBy,
  unregistered,
} from './participants.ts'
import { makePki, recertify, type SandboxPki, trustOf } from './pki.ts'
import { makeLists } from './revocation-lists.ts'
import { naptrAnswer, type Sml } from './sml.ts'
import { type Smp, smpAnswer } from './smp.ts'

export type Simulation = {
  network: Network
  /** The key with which the gateway signs here. */
  keys: KeyProvider
  resolveNaptr: ResolveNaptr
  get: Get
  /** The same as `get`, with an access point whose certificate has expired. */
  getWithExpired: Get
  post: Post
  revocationOf: RevocationOf
  /** The one well-formed participant that is not registered. */
  unregistered: string
}

const zone = 'participant.sml.simulation.test'
const smpUrl = 'http://smp.simulation.test'
const listsUrl = 'http://lists.simulation.test'
const endpointUrl = 'http://access-point.simulation.test/as4'

/** Makes keys and certificates in memory. That takes about a second, so open it once. */
export async function openSimulation(
  limits: ReceptionLimits,
  now: () => Date = () => new Date(),
): Promise<Simulation> {
  const pki = await makePki(
    now(),
    ['root', 'access-point-ca', 'smp-ca', 'gateway', 'access-point', 'smp'],
    listsUrl,
  )
  const trust = trustOf(pki)
  // No certificate is ever revoked here, so the lists hold as long as the root.
  const begin = now()
  const validMs = Date.parse(pki.root.certificate.validTo) - begin.getTime()
  const lists = [...makeLists(pki, {}, begin, validMs).values()]
  const revocationOf = revocationByLists(() => lists, now, 'unknown')
  const directory = directoryOfAll()
  const smp: Smp = {
    url: smpUrl,
    keys: localKeys(pki.smp),
    directory,
    endpoint: { url: endpointUrl, certificate: pki['access-point'].certificate },
  }
  const accessPoint: AccessPoint = {
    limits,
    keys: localKeys(pki['access-point']),
    trust,
    revocationOf,
    serves: servedBy(directory),
    keep: async (_, makeReceipt) => ({ kind: 'stored', receipt: await makeReceipt() }),
    now,
  }
  return {
    network: { name: 'sandbox', smlZone: zone, trust, plainHttpAllowed: true },
    keys: localKeys(pki.gateway),
    revocationOf,
    resolveNaptr: async (name) => naptrAnswer(name, sml),
    get: (url) => get(url, smp),
    getWithExpired: (url) => get(url, withExpired(smp, pki, begin)),
    post: (url, request) => post(url, request, accessPoint),
    unregistered,
  }
}

async function get(url: string, smp: Smp): ReturnType<Get> {
  return url.startsWith(`${smpUrl}/`)
    ? { kind: 'answered', ...(await smpAnswer(url.slice(smpUrl.length), smp)) }
    : { kind: 'failed', ...nobodyThere(url) }
}

const fiveYearsMs = 5 * 365 * 24 * 3_600_000

function withExpired(smp: Smp, pki: SandboxPki, now: Date): Smp {
  const { certificate } = recertify('access-point', pki, new Date(now.getTime() - fiveYearsMs))
  const { url, certificate: current } = smp.endpoint
  return { ...smp, endpoint: { url, certificate, ends: current.validTo } }
}

/**
 * Everyone but one is registered, and takes any document type: by its processes in the code list,
 * or by the usual ones. It cannot be any process: an SMP is not asked for one, but lists those it
 * has.
 */
function directoryOfAll(): Directory {
  const isRegistered = (participant: Identifier): boolean =>
    formatParticipant(participant) !== unregistered
  return {
    isRegistered,
    documentTypesOf: (participant) =>
      isRegistered(participant) ? defaultServices().map(({ documentType }) => documentType) : [],
    processesOf: (participant, documentType) =>
      isRegistered(participant)
        ? [...(listedTypeOf(documentType)?.processes ?? usualProcesses())]
        : [],
  }
}

function usualProcesses(): Identifier[] {
  return distinct(defaultServices().map(({ process }) => process))
}

// The name of a participant is a base32 hash, so every name of that form is that of a participant.
const nameForm = new RegExp(
  `^[a-z2-7]{52}\\.${participantScheme}\\.${zone.replaceAll('.', '\\.')}$`,
)
const unregisteredName = smlName(parseParticipant(unregistered), zone)
const sml: Sml = {
  zone,
  smpOf: (name) => (nameForm.test(name) && name !== unregisteredName ? smpUrl : undefined),
}

async function post(
  url: string,
  request: Parameters<Post>[1],
  accessPoint: AccessPoint,
): ReturnType<Post> {
  if (url !== endpointUrl) return { kind: 'failed', bodySent: false, ...nobodyThere(url) }
  const { answer } = await receiveMessage(request, accessPoint)
  return { kind: 'answered', contentType: undefined, ...answer }
}

function nobodyThere(url: string): { reason: 'connect-failed'; detail: string } {
  return {
    reason: 'connect-failed',
    detail: `No access point answers at ${url} in the simulation.`,
  }
}
