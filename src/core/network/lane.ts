// Lanes: what deliveries share, so that a slow or dead one holds up nothing else. Deliveries to one
// endpoint share a lane; until the endpoint is known, a group of receivers shares one.
import { sha256 } from '../../crypto/index.ts'
import type { Document } from '../../store/index.ts'
import type { PeppolAccess } from '../gateway.ts'
import { knownEndpoint, queryFor } from './find-endpoint.ts'

/** Test documents go to an access point in this process, which is slow only in scenarios. */
export function simulationLane({ scenario }: Pick<Document, 'scenario'>): string {
  return scenario ? `simulation of ${scenario.name}` : 'simulation'
}

/** What the deliveries of a lane have in common, as the first word of its name says. */
export function kindOfLane(lane: string): 'simulation' | 'lookup' | 'endpoint' {
  const [word] = lane.split(' ', 1)
  return word === 'simulation' || word === 'lookup' ? word : 'endpoint'
}

const urlBytesMax = 500

/** The lane of an endpoint: its URL, or for a very long one a digest of it. */
export function laneOfEndpoint(url: string): string {
  if (Buffer.byteLength(url) <= urlBytesMax) return url
  return `sha256:${sha256(url).toString('hex')}`
}

// Few, so that one SMP that does not respond, with any number of receivers, cannot take all slots.
const lookupLanes = 8

/** The lane in which a document begins. */
export async function firstLane(
  peppolAccess: Pick<PeppolAccess, 'endpoints'>,
  document: Document,
  now: Date,
): Promise<string> {
  if (document.test) return simulationLane(document)
  const endpoint = await knownEndpoint(peppolAccess, queryFor(document), now)
  if (endpoint) return laneOfEndpoint(endpoint.url)
  const [byte = 0] = sha256(document.receiver.id)
  return `lookup ${byte % lookupLanes}`
}
