// Writes into phoss SMP, one call at a time. Before each it reads whose the participant is, since
// the SMP itself does not ask: a PUT of a group takes it from its owner, and anyone may move it.
import { formatParticipant, type Identifier } from '../identifiers.ts'
import { NetworkError } from '../network-error.ts'
import type { ServicesToWrite } from './build-services.ts'
import type { PhossSmp, SmpAccess } from './phoss-smp.ts'
import {
  judgeWrite,
  migrationKeyIn,
  type SmpFault,
  type SmpRequest,
  smpRequests,
} from './smp-write.ts'

export type WriterFault = Omit<SmpFault, 'code'> & {
  code: SmpFault['code'] | 'smp.unreadable' | 'smp.not-as-planned' | 'publication.lease-lost'
}

type Outcome = Parameters<typeof judgeWrite>[1]

export type SmpWriterNeeds = {
  smp: Pick<PhossSmp, 'own' | 'group'>
  /** Base URL of the SMP that DNS names, past every cache. */
  smpInDns(participant: Identifier): Promise<string | undefined>
  /** Hosts under which DNS may name our SMP. */
  smpHosts: readonly string[]
  /** False when another process writes now; asked last, just before each call. */
  mayWrite(): Promise<boolean>
  /** Never throws for a network failure, and follows no redirect. */
  send(url: string, request: SmpRequest, authorization: string): Promise<Outcome>
}

export type SmpWriter = ReturnType<typeof openSmpWriter>

/** Every function resolves with a fault, or undefined when the SMP said that it is done. */
export function openSmpWriter({ url, authorization, secret }: SmpAccess, needs: SmpWriterNeeds) {
  const { smp } = needs

  async function call(
    participant: Identifier,
    expected: 'ours' | 'none',
    request: SmpRequest,
    more: { isPlanned?(dns: string | undefined): boolean; secrets?: string[] } = {},
  ): Promise<{ body: Buffer } | { fault: WriterFault }> {
    try {
      const fault = await (expected === 'ours' ? notOurs(participant) : notFree(participant))
      if (fault) return { fault }
      if (more.isPlanned && !more.isPlanned(await needs.smpInDns(participant)))
        return { fault: notAsPlanned('DNS names another SMP than it was planned for.') }
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      return { fault: { code: 'smp.unreadable', next: 'wait', detail: error.message } }
    }
    if (!(await needs.mayWrite())) return { fault: leaseLost }
    const outcome = await needs.send(url + request.path, request, authorization)
    return judgeWrite(request, outcome, [secret, authorization, ...(more.secrets ?? [])])
  }

  async function notOurs(participant: Identifier): Promise<WriterFault | undefined> {
    const own = await smp.own()
    return own.has(formatParticipant(participant))
      ? undefined
      : notAsPlanned('The SMP does not list it among the participants of our user.')
  }

  // In this order: a group that appears between the two is in neither.
  async function notFree(participant: Identifier): Promise<WriterFault | undefined> {
    const own = await smp.own()
    const isThere =
      own.has(formatParticipant(participant)) || (await smp.group(participant)) !== undefined
    return isThere
      ? notAsPlanned('The SMP has the group by now: an existing group is never written.')
      : undefined
  }

  const isHere = (dns: string | undefined) =>
    dns !== undefined && needs.smpHosts.includes(new URL(dns).host)

  return {
    /** Needs a DNS that names no SMP; without `inSml`, one that names ours. */
    createGroup: async (participant: Identifier, { inSml }: { inSml: boolean }) =>
      faultIn(
        await call(participant, 'none', smpRequests.createGroup(participant, inSml), {
          isPlanned: (dns) => (inSml ? dns === undefined : isHere(dns)),
        }),
      ),

    /** Replaces all that the SMP has of the type. */
    putType: async (participant: Identifier, services: ServicesToWrite) =>
      faultIn(await call(participant, 'ours', smpRequests.putType(participant, services))),

    deleteType: async (participant: Identifier, documentType: Identifier) =>
      faultIn(await call(participant, 'ours', smpRequests.deleteType(participant, documentType))),

    /** Needs a DNS that names our SMP; without `inSml`, one that does not. */
    deleteGroup: async (participant: Identifier, { inSml }: { inSml: boolean }) =>
      faultIn(
        await call(participant, 'ours', smpRequests.deleteGroup(participant, inSml), {
          isPlanned: (dns) => isHere(dns) === inSml,
        }),
      ),

    /** The key that lets another SMP take the participant. It cannot be read a second time. */
    async startMigration(
      participant: Identifier,
    ): Promise<{ key: string } | { fault: WriterFault }> {
      const outcome = await call(participant, 'ours', smpRequests.migration(participant, 'start'), {
        isPlanned: isHere,
      })
      if ('fault' in outcome) return outcome
      const key = migrationKeyIn(outcome.body)
      if (key) return { key }
      const detail = 'The SMP started the migration, and its answer has no key: cancel it.'
      return { fault: { code: 'smp.outcome-unknown', next: 'read', detail } }
    },

    cancelMigration: async (participant: Identifier) =>
      faultIn(await call(participant, 'ours', smpRequests.migration(participant, 'cancel'))),

    /** Deletes the group here; only where DNS names another SMP. */
    finalizeMigration: async (participant: Identifier) =>
      faultIn(
        await call(participant, 'ours', smpRequests.migration(participant, 'finalize'), {
          isPlanned: (dns) => dns !== undefined && !isHere(dns),
        }),
      ),

    /** The group is then here, and empty. */
    takeMigration: async (participant: Identifier, key: string) =>
      faultIn(
        await call(participant, 'none', smpRequests.take(participant, key), {
          isPlanned: (dns) => dns !== undefined && !isHere(dns),
          secrets: [key],
        }),
      ),
  }
}

function faultIn(outcome: { body: Buffer } | { fault: WriterFault }): WriterFault | undefined {
  return 'fault' in outcome ? outcome.fault : undefined
}

const leaseLost: WriterFault = {
  ...{ code: 'publication.lease-lost', next: 'stop' },
  detail: 'Another process writes into the SMP now.',
}

function notAsPlanned(detail: string): WriterFault {
  return { code: 'smp.not-as-planned', next: 'read', detail }
}
