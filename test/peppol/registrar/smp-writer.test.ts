// What is read before a write to phoss SMP, and what is not written after that: an existing group,
// another's participant, and a place that DNS does not name.
import { describe, expect, it } from 'vitest'
import { NetworkError, openSmpWriter, parseParticipant } from '../../../src/peppol/index.ts'
import { billing, endpoint, invoice, participant, processOf } from './model.ts'

type Needs = Parameters<typeof openSmpWriter>[1]
type Outcome = Awaited<ReturnType<Needs['send']>>

const ours = 'https://smp.example'
const theirs = 'https://other.example'
const services = {
  documentType: invoice,
  processes: [processOf(billing, endpoint())],
  extensions: [],
}
const answered = (status: number, body = ''): Outcome => ({
  ...{ kind: 'answered', status, contentType: 'text/plain', body: Buffer.from(body) },
})

type Place = { own?: boolean; group?: boolean; dns?: string; answer?: Outcome; mayWrite?: boolean }

/** An SMP with these facts, and each request that reached it, after what was read. */
function writerAt({ own = false, group = own, dns, answer, mayWrite = true }: Place) {
  const calls: string[] = []
  const access = { url: ours, user: 'us', authorization: 'Bearer t0ken', secret: 't0ken' }
  const writer = openSmpWriter(access, {
    smp: {
      own: async () => {
        calls.push('own')
        return new Set(own ? [participant.value] : ['9915:somebody'])
      },
      group: async () => {
        calls.push('group')
        return group ? { documentTypes: [], unreadable: 0 } : undefined
      },
    },
    smpInDns: async () => {
      calls.push('dns')
      return dns
    },
    smpHosts: ['smp.example'],
    mayWrite: async () => mayWrite,
    send: async (url, { method }, authorization) => {
      calls.push(`${method} ${decodeURIComponent(url).replace(ours, '')}`)
      expect(authorization).toBe('Bearer t0ken')
      return answer ?? answered(200)
    },
  })
  return { writer, calls }
}

const path = '/iso6523-actorid-upis::0208:0123456749'
type Writer = ReturnType<typeof openSmpWriter>
const create = (inSml: boolean) => (writer: Writer) => writer.createGroup(participant, { inSml })
const remove = (inSml: boolean) => (writer: Writer) => writer.deleteGroup(participant, { inSml })
const put = (writer: Writer) => writer.putType(participant, services)

describe('a write', () => {
  it.each<[string, Place, (writer: Writer) => Promise<unknown>, string[]]>([
    ['a group', {}, create(true), ['own', 'group', 'dns', `PUT ${path}`]],
    [
      ...(['a group that DNS names', { dns: ours }, create(false)] as const),
      ['own', 'group', 'dns', `PUT ${path}?create-in-sml=false`],
    ],
    ['a type', { own: true }, put, ['own', `PUT ${path}/services/busdox`]],
    [
      'the removal of a type',
      { own: true },
      (writer) => writer.deleteType(participant, invoice),
      ['own', `DELETE ${path}/services/busdox`],
    ],
    [
      'the removal of a group',
      { own: true, dns: ours },
      remove(true),
      ['own', 'dns', `DELETE ${path}`],
    ],
    [
      ...(['the removal of a group that DNS does not name', { own: true }, remove(false)] as const),
      ['own', 'dns', `DELETE ${path}?delete-in-sml=false`],
    ],
    [
      'the end of a move',
      { own: true, dns: theirs },
      (writer) => writer.finalizeMigration(participant),
      ['own', 'dns', `PUT /migration/outbound/finalize${path}`],
    ],
    [
      'the cancelling of a move',
      { own: true, dns: ours },
      (writer) => writer.cancelMigration(participant),
      ['own', `PUT /migration/outbound/cancel${path}`],
    ],
    [
      'a move to us',
      { dns: theirs },
      (writer) => writer.takeMigration(participant, 'k%#'),
      ['own', 'group', 'dns', 'PUT /migration/inbound'],
    ],
  ])('of %s follows what is read', async (_, place, write, expected) => {
    const { writer, calls } = writerAt(place)
    expect(await write(writer)).toBeUndefined()
    expect(calls.map((call) => call.replace(/(services\/busdox).*/, '$1'))).toEqual(expected)
  })

  it.each<[string, Place, (writer: Writer) => Promise<unknown>]>([
    ['a group that is ours already', { own: true }, create(true)],
    ["a group that is another's", { group: true }, create(true)],
    ['a group that DNS names', { group: true, dns: ours }, create(false)],
    ['a group in the SML where DNS names an SMP', { dns: ours }, create(true)],
    ['a group where DNS names another SMP', { dns: theirs }, create(true)],
    ['a group that DNS names elsewhere', { dns: theirs }, create(false)],
    ['a group without the SML where DNS names none', {}, create(false)],
    ["a type of another's", { group: true, dns: ours }, put],
    ['the removal of a group that has moved', { own: true, dns: theirs }, remove(true)],
    ['a removal behind the back of the SML', { own: true, dns: ours }, remove(false)],
    ["the removal of another's group", { group: true, dns: ours }, remove(true)],
    [
      'a move that is not over',
      { own: true, dns: ours },
      (to) => to.finalizeMigration(participant),
    ],
    ['a move that is nowhere', { own: true }, (to) => to.finalizeMigration(participant)],
    ["another's move", { group: true, dns: theirs }, (to) => to.finalizeMigration(participant)],
    [
      'a move of what is here',
      { own: true, dns: theirs },
      (to) => to.takeMigration(participant, 'k'),
    ],
    ['a move from our own SMP', { dns: ours }, (to) => to.takeMigration(participant, 'k')],
  ])('does not happen: %s', async (_, place, write) => {
    const { writer, calls } = writerAt(place)
    expect(await write(writer)).toMatchObject({ code: 'smp.not-as-planned', next: 'read' })
    expect(calls.filter((call) => /PUT|DELETE/.test(call))).toEqual([])
  })

  it('does not happen once another process has the lease', async () => {
    const { writer, calls } = writerAt({ own: true, dns: ours, mayWrite: false })
    const lost = { code: 'publication.lease-lost', next: 'stop' }
    expect(await put(writer)).toMatchObject(lost)
    expect(await remove(true)(writer)).toMatchObject(lost)
    expect(calls.filter((call) => /PUT|DELETE/.test(call))).toEqual([])
  })

  it('does not happen while the SMP or DNS cannot be read', async () => {
    const { writer, calls } = writerAt({})
    const failing = openSmpWriter(
      { url: ours, user: 'us', authorization: 'x', secret: 'x' },
      {
        smp: {
          own: async () => {
            throw new NetworkError('lookup.smp-unreachable', 'down')
          },
          group: async () => undefined,
        },
        ...{ smpInDns: async () => undefined, smpHosts: [], mayWrite: async () => true },
        send: async () => expect.unreachable(),
      },
    )
    expect(await put(failing)).toEqual({ code: 'smp.unreadable', next: 'wait', detail: 'down' })
    expect(await create(true)(writer)).toBeUndefined()
    expect(calls).toHaveLength(4)
  })
})

describe('a move from us', () => {
  const start = (answer: Outcome) =>
    writerAt({ own: true, dns: ours, answer }).writer.startMigration(participant)

  it('begins with a key', async () => {
    const body = '<r success="true"><participantID/><migrationKey>jI3^</migrationKey></r>'
    expect(await start(answered(200, body))).toEqual({ key: 'jI3^' })
  })

  it.each<[string, Outcome, string]>([
    ['without a key', answered(200, '<r success="true"/>'), 'smp.outcome-unknown'],
    ['when it is under way', answered(400, 'already in progress'), 'smp.request-refused'],
    ['when the SML does not answer', answered(500), 'smp.outcome-unknown'],
  ])('has none %s', async (_, answer, code) => {
    expect(await start(answer)).toMatchObject({ fault: { code, next: 'read' } })
  })

  it('repeats no key in what it says', async () => {
    const key = 'a key that was wrong'
    const answer = answered(400, `The key ${key} is wrong`)
    const { writer } = writerAt({ dns: theirs, answer })
    const fault = await writer.takeMigration(parseParticipant('9915:in'), key)
    expect(fault?.code).toBe('smp.request-refused')
    expect(fault?.detail).not.toContain(key)
  })
})
