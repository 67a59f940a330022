// What bad access points and SMPs do to the tenants of a gateway, and beside each of them what is
// just below the limit and served.
import { invoiceJson } from '../invoice.ts'
import { type Attack, besides, submit } from './attacks.ts'
import { type Neighbourhood, openNeighbourhood } from './neighbours.ts'
import { frozenReceiver, type HostileNetwork, openHostileNetwork } from './network.ts'
import { countStatuses } from './sockets.ts'

export type HostileNeighbourhood = Neighbourhood & { network: HostileNetwork }

const smpNamespace = 'http://busdox.org/serviceMetadata/publishing/1.0/'
const crowded = (participant: string, content: string) =>
  Buffer.from(
    `<ServiceGroup xmlns="${smpNamespace}"><ParticipantIdentifier ` +
      'xmlns="http://busdox.org/transport/identifiers/1.0/" scheme="iso6523-actorid-upis">' +
      `${participant}</ParticipantIdentifier><ServiceMetadataReferenceCollection>` +
      `${content}</ServiceMetadataReferenceCollection></ServiceGroup>`,
  )
// Nearly all that is read of an answer.
const attributes = Array.from({ length: 340_000 }, (_, at) => `a${at}="1234"`).join(' ')
const smpAnswers = {
  'many-children': crowded('9915:many-children', '<a/>'.repeat(130_000)),
  'many-attributes': crowded('9915:many-attributes', `<a ${attributes}/>`),
  'fewer-children': crowded('9915:fewer-children', '<a/>'.repeat(19_900)),
}

/** With `settings`, the gateway has them in addition. */
export async function openHostileNeighbourhood(
  settings: Record<string, string> = {},
): Promise<HostileNeighbourhood> {
  const network = await openHostileNetwork(smpAnswers)
  const at = await openNeighbourhood({ ...network.settings, ...settings })
  // Where it is has been looked up before it freezes, and what delivers is compiled.
  for (let number = 0; number < 60; number++)
    await at.gateway.submitAndWait(invoiceJson(`AWAKE-${number}`, frozenReceiver))
  return {
    ...at,
    network,
    close: async () => {
      await at.close()
      await network.close()
    },
  }
}

/** They are delivered once it answers again. */
async function hang(at: HostileNeighbourhood, count: number): Promise<string> {
  at.network.freeze()
  const accepted: Submitted[] = []
  let own: string
  try {
    // One by one: connections of callers are not what is measured.
    while (accepted.length < count)
      accepted.push(await submitOne(at, `FROZEN-${Date.now()}-${accepted.length}`))
    own = await besides(
      Promise.resolve(`${count} accepted`),
      async () => (await submitOne(at, `BESIDE-${Date.now()}`, goodReceiver)).status,
    )
  } finally {
    at.network.thaw()
  }
  const ends: string[] = []
  for (const { id } of accepted) ends.push(await endOf(at, id))
  return `${own}; later ${countStatuses(ends)}`
}

const goodReceiver = { scheme: '0192', id: '987654325' }

type Submitted = { id: string; status: string }

/** To the good receiver as the neighbour, who waits for the end; else as the attacker. */
async function submitOne(
  { gateway, neighbourToken }: Neighbourhood,
  number: string,
  receiver = frozenReceiver,
): Promise<Submitted> {
  const own = { Prefer: 'wait=30', 'X-API-Token': neighbourToken }
  const headers = { ...submit.headers, ...(receiver === goodReceiver ? own : {}) }
  const body = invoiceJson(number, receiver)
  const answer = await gateway.call(submit.path, { method: 'POST', headers, body })
  return (await answer.json()) as Submitted
}

async function endOf({ gateway }: Neighbourhood, id: string): Promise<string> {
  for (;;) {
    const answer = await gateway.call(`/api/v1/status/${id}?wait=10`)
    const { status } = (await answer.json()) as Submitted
    if (!['accepted', 'waiting', 'sending'].includes(status)) return status
  }
}

async function lookUp({ gateway }: HostileNeighbourhood, id: string, count: number) {
  const answers = Array.from({ length: count }, async () => {
    const answer = await gateway.call(`/api/v1/participants/9915:${id}`)
    await answer.arrayBuffer()
    return answer.status
  })
  return countStatuses(await Promise.all(answers))
}

export const networkAttacks: Attack<HostileNeighbourhood>[] = [
  {
    name: '32 documents for an access point that never answers',
    growthMbMax: 300,
    run: (at) => hang(at, 32),
    outcome: /^32 accepted; the neighbour's: delivered in [\d.]+ s; later delivered: 32$/,
    twin: async ({ gateway }) =>
      (await gateway.submitAndWait(invoiceJson('THAWED', frozenReceiver))).status,
    served: /^delivered$/,
  },
  {
    name: 'answers of SMPs with 130,000 children or 5 MB of attributes, two each',
    growthMbMax: 300,
    run: async (at) => {
      const statuses = ['many-children', 'many-attributes'].map((id) => lookUp(at, id, 2))
      return (await Promise.all(statuses)).join('; ')
    },
    outcome: /^502: 2; 502: 2$/,
    twin: (at) => lookUp(at, 'fewer-children', 1),
    served: /^200: 1$/,
  },
]
