// A participant that moves to another SMP and from there, as commands do it: keys that are right,
// wrong and cancelled, answers that are lost, and runs that are killed between any two calls. The
// cases are the same for phoss SMP and for that of the sandbox.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withRegistrar } from '../../src/cli/publication/open-registrar.ts'
import type { ApplyNeeds } from '../../src/core/network/apply-publication.ts'
import { finishMove } from '../../src/core/network/finish-move.ts'
import { moveIn } from '../../src/core/network/move-in.ts'
import { askMoveKey, cancelMove, noteKeyShown } from '../../src/core/network/move-out.ts'
import { planPublication, type SmpFacts } from '../../src/core/network/plan-publication.ts'
import { leaseTimes, takeLease } from '../../src/core/network/registrar-lease.ts'
import { removeWithdrawn } from '../../src/core/published-registrations.ts'
import { parseParticipant } from '../../src/peppol/index.ts'
import { secretsKeyFor } from '../../src/setup/secrets-key.ts'
import type { Store } from '../../src/store/index.ts'
import { linesIn, runParticipant } from '../cli/run-participant.ts'
import { configOf, type OpenWriter, openWriter } from './open-writer.ts'
import type { WritingNetwork } from './smp-writing.ts'

export type MovingNetwork = WritingNetwork & { store: Store }

const minute = 60_000

export function itMoves(start: () => Promise<MovingNetwork>): void {
  let network: MovingNetwork
  let ours: OpenWriter
  let theirs: OpenWriter

  beforeAll(async () => {
    network = await start()
    ours = openWriter(network.environment)
    theirs = openWriter({ ...network.environment, ...network.atSecond })
    const tenant = { id: crypto.randomUUID(), name: 'default', participants: ['*'] }
    const by = { actor: 'test', at: new Date() }
    await network.store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  })

  afterEach(() => network.setSml('ok'))

  afterAll(async () => {
    await ours?.close()
    await theirs?.close()
    await network?.close()
  })

  const run = (words: string) => runParticipant(words, network.environment)
  const stateOf = async (id: string) => (await network.store.participantMoveOf(id))?.state
  const dnsOf = (id: string) => ours.dnsOf(parseParticipant(id))
  const isAt = async (smp: OpenWriter, id: string) => (await smp.smp.smp.own()).has(id)
  const took = (id: string, key: string) => theirs.writer.takeMigration(parseParticipant(id), key)
  const eventsOf = async (id: string) => {
    const { items } = await network.store.logPage({}, { limit: 200 })
    return items
      .filter(({ subject, event }) => subject === id && event.startsWith('move.'))
      .map(({ event }) => event)
      .reverse()
  }
  const add = (id: string) => run(`add ${id} --types invoice`)

  async function publish(id: string): Promise<void> {
    await add(id)
    const said = await run(`apply --yes ${id}`)
    expect([said.code, said.err], said.out).toEqual([0, ''])
  }

  async function keyOf(id: string): Promise<string> {
    const said = await run(`migrate-out ${id} --confirm ${id}`)
    expect([said.code, said.err]).toEqual([0, ''])
    return linesIn(said)[0].key
  }

  /** The other SMP has it, and has made a key: the name of its file. */
  async function offer(id: string): Promise<{ key: string; file: string }> {
    const participant = parseParticipant(id)
    expect(await theirs.writer.createGroup(participant, { inSml: true })).toBeUndefined()
    const started = await theirs.writer.startMigration(participant)
    const key = 'key' in started ? started.key : ''
    expect(key).toHaveLength(24)
    return { key, file: network.file(`key-${id.slice(5)}`, `${key}\n`) }
  }

  /** What a command does, with needs that may be changed. */
  async function withNeeds<T>(
    work: (needs: ApplyNeeds, facts: SmpFacts) => Promise<T>,
  ): Promise<T> {
    const { store } = network
    const results: T[] = []
    await withRegistrar(configOf(network.environment), store, async (registrar) => {
      const lease = (await takeLease(store, leaseTimes))!
      const writer = registrar.writerUnder(lease)
      try {
        const needs = { ...registrar.needs, store, writer, lease, actor: 'test' }
        results.push(await work(needs, registrar.facts))
      } finally {
        await lease.end()
      }
    })
    return results[0]!
  }

  const finishAt = (id: string, at: Date) =>
    withNeeds((needs, facts) => finishMove({ ...needs, now: () => at }, facts, id))
  const secretsKey = () => secretsKeyFor(configOf(network.environment), network.store)

  describe('a move out', () => {
    it('shows a key once, serves on, and ends after an hour of answers', async () => {
      const id = '9915:leaves'
      await publish(id)
      const key = await keyOf(id)
      expect(key).toHaveLength(24)
      expect(await stateOf(id)).toBe('key-given')
      const again = await run(`migrate-out ${id} --confirm ${id}`)
      expect([again.code, linesIn(again)]).toMatchObject([2, [{ code: 'move.key-given' }]])
      // It is nowhere else.
      const { store } = network
      const log = await store.logPage({}, { limit: 200 })
      const kept = [log.items, await store.participantMoves(), await store.publications()]
      const status = (await run(`status ${id}`)).out
      expect(JSON.stringify(kept) + status + again.out).not.toContain(key)
      expect(linesIn({ out: status, err: '', code: 0 })[0].move).toMatchObject({
        ...{ direction: 'out', state: 'key-given' },
      })
      expect(linesIn(await run(`plan ${id}`))).toMatchObject([
        { steps: [], refusals: [], notes: [{ code: 'moving-out' }] },
      ])
      const early = await run(`migrate-out ${id} --finish`)
      expect([early.code, linesIn(early)]).toMatchObject([
        1,
        [{ outcome: 'waiting', code: 'move.not-taken' }],
      ])
      const withdrawn = await run(`remove ${id} --unpublish --confirm ${id}`)
      expect(linesIn(withdrawn)).toMatchObject([{ outcome: 'refused', code: 'publication.moving' }])
      expect(await isAt(ours, id)).toBe(true)

      expect(await took(id, key)).toBeUndefined()
      const first = new Date()
      const later = (minutes: number) => new Date(first.getTime() + minutes * minute)
      const settling = { outcome: 'waiting', code: 'move.settling' }
      expect(await finishAt(id, first)).toMatchObject(settling)
      expect(await stateOf(id)).toBe('taken')
      // Neither many answers nor two over an hour are enough.
      expect(await finishAt(id, later(1))).toMatchObject(settling)
      expect(await finishAt(id, later(59))).toMatchObject(settling)
      expect(linesIn(await run(`apply --yes ${id}`))).toMatchObject([
        { outcome: 'refused', code: 'moved-away' },
      ])
      expect(await isAt(ours, id)).toBe(true)
      expect(await finishAt(id, later(60))).toEqual({ participant: id, outcome: 'finished' })
      expect(await isAt(ours, id)).toBe(false)
      expect(await dnsOf(id)).toBe(network.smps[1]!.url)
      expect((await run(`migrate-out ${id} --finish`)).code).toBe(0)
      expect(await eventsOf(id)).toEqual([
        ...['move.asked', 'move.key-given', 'move.taken', 'move.finished'],
      ])

      // Documents that come for a day are received.
      const hours = (count: number) => () => later(60 + count * 60)
      await removeWithdrawn({ store, now: hours(23) })
      expect(await store.registrationOf(id)).toBeDefined()
      await removeWithdrawn({ store, now: hours(25) })
      expect(await store.registrationOf(id)).toBeUndefined()
    })

    it('begins its hour anew when DNS names our SMP again', async () => {
      const id = '9915:flaps'
      await publish(id)
      const key = await keyOf(id)
      await took(id, key)
      const first = new Date()
      const later = (minutes: number) => new Date(first.getTime() + minutes * minute)
      await finishAt(id, first)
      await finishAt(id, later(30))
      const back = await withNeeds(async (needs, facts) => {
        const hosts = [...facts.hosts, new URL(network.smps[1]!.url).host]
        return finishMove({ ...needs, now: () => later(40) }, { ...facts, hosts }, id)
      })
      expect(back).toMatchObject({ code: 'move.not-taken' })
      expect(await finishAt(id, later(90))).toMatchObject({ code: 'move.settling' })
      expect(await isAt(ours, id)).toBe(true)
    })

    it('wants the identifier once more, and a participant that is here', async () => {
      const id = '9915:confirmed-out'
      await add(id)
      for (const more of ['', ' --confirm 9915:other']) {
        const said = await run(`migrate-out ${id}${more}`)
        expect([said.code, said.out]).toEqual([2, ''])
        expect(said.err).toContain(`--confirm ${id}`)
      }
      const absent = await run(`migrate-out ${id} --confirm ${id}`)
      expect([absent.code, linesIn(absent)]).toMatchObject([2, [{ code: 'move.not-ours' }]])
      const unknown = await run('migrate-out 9915:unknown --confirm 9915:unknown')
      expect(linesIn(unknown)).toMatchObject([{ code: 'registration.not-found' }])
      for (const end of ['--finish', '--cancel'])
        expect(linesIn(await run(`migrate-out ${id} ${end}`))).toMatchObject([
          { code: 'move.none' },
        ])
      expect(await stateOf(id)).toBeUndefined()
    })

    it('that is cancelled leaves a key that is worthless', async () => {
      const id = '9915:cancels'
      await publish(id)
      const key = await keyOf(id)
      expect(linesIn(await run(`migrate-out ${id} --cancel`))).toEqual([
        { participant: id, outcome: 'cancelled' },
      ])
      expect(await took(id, key)).toMatchObject({ code: 'smp.outcome-unknown' })
      expect([await dnsOf(id), await isAt(ours, id)]).toEqual([network.smps[0]!.url, true])
      expect((await run(`migrate-out ${id} --cancel`)).code).toBe(2)
      const second = await keyOf(id)
      expect(await took(id, second)).toBeUndefined()
      const late = await run(`migrate-out ${id} --cancel`)
      expect([late.code, linesIn(late)]).toMatchObject([2, [{ code: 'move.taken' }]])
      expect(await eventsOf(id)).toEqual(
        ['asked', 'key-given', 'cancelled', 'asked', 'key-given'].map((to) => `move.${to}`),
      )
    })

    it('leaves a move that was begun at the SMP itself until it is cancelled', async () => {
      const id = '9915:foreign'
      await publish(id)
      const begun = await ours.writer.startMigration(parseParticipant(id))
      const key = 'key' in begun ? begun.key : ''
      for (const _ of [1, 2]) {
        const said = await run(`migrate-out ${id} --confirm ${id}`)
        expect([said.code, linesIn(said)]).toMatchObject([
          1,
          [{ outcome: 'failed', detail: expect.stringContaining('--cancel') }],
        ])
      }
      expect((await run(`migrate-out ${id} --cancel`)).code).toBe(0)
      expect(await took(id, key)).toMatchObject({ code: 'smp.outcome-unknown' })
    })

    it('is asked for again after the SML failed, or its answer was lost', async () => {
      const id = '9915:lost-key'
      await publish(id)
      for (const mode of ['internal', 'lost'] as const) {
        network.setSml(mode)
        const said = await run(`migrate-out ${id} --confirm ${id}`)
        expect([said.code, linesIn(said)]).toMatchObject([1, [{ code: 'smp.outcome-unknown' }]])
        expect(await stateOf(id)).toBe('asked')
      }
      network.setSml('ok')
      expect(await took(id, await keyOf(id))).toBeUndefined()
    })
  })

  describe('a move in', () => {
    it('takes the participant and writes its types', async () => {
      const id = '9915:comes'
      const { file, key } = await offer(id)
      await add(id)
      const said = await run(`migrate-in ${id} --key-file ${file}`)
      expect([said.code, linesIn(said)]).toMatchObject([
        0,
        [{ participant: id, outcome: 'published', written: [expect.stringContaining('Invoice')] }],
      ])
      expect(await dnsOf(id)).toBe(network.smps[0]!.url)
      expect((await run(`plan ${id}`)).code).toBe(0)
      expect(await eventsOf(id)).toEqual(['move.asked', 'move.taken', 'move.finished'])
      const log = JSON.stringify(await network.store.logPage({}, { limit: 200 }))
      expect(log + said.out + said.err).not.toContain(key)
      expect(await theirs.writer.finalizeMigration(parseParticipant(id))).toBeUndefined()
      const again = await run(`migrate-in ${id} --key-file ${file}`)
      expect([again.code, linesIn(again)]).toMatchObject([2, [{ code: 'move.group-exists' }]])
    })

    it('fails with a wrong, foreign or used key, and then takes the right one', async () => {
      const [id, other] = ['9915:wrong', '9915:wrong-other']
      const right = await offer(id)
      const foreign = await offer(other)
      await add(id)
      const wrong = network.file('key-none', 'Aa1#Aa1#Aa1#Aa1#Aa1#Aa1#')
      for (const file of [wrong, foreign.file]) {
        const said = await run(`migrate-in ${id} --key-file ${file}`)
        expect([said.code, linesIn(said)]).toMatchObject([
          1,
          [{ outcome: 'failed', code: 'smp.outcome-unknown' }],
        ])
        expect(await stateOf(id)).toBe('failed')
        expect([await dnsOf(id), await isAt(ours, id)]).toEqual([network.smps[1]!.url, false])
        expect(said.out + said.err).not.toContain('Aa1#')
      }
      expect((await run(`migrate-in ${id} --key-file ${right.file}`)).code).toBe(0)
      // It goes back, and the key is used up.
      expect(await theirs.writer.finalizeMigration(parseParticipant(id))).toBeUndefined()
      await took(id, await keyOf(id))
      const first = new Date()
      for (const minutes of [0, 30, 60])
        await finishAt(id, new Date(first.getTime() + minutes * minute))
      const used = await run(`migrate-in ${id} --key-file ${right.file}`)
      expect([used.code, linesIn(used)]).toMatchObject([1, [{ code: 'smp.outcome-unknown' }]])
    })

    it('is refused before anything is taken', async () => {
      const { store } = network
      const key = network.file('key-any', 'Aa1#Aa1#Aa1#Aa1#Aa1#Aa1#')
      const refused = async (id: string, more = ` --key-file ${key}`) => {
        const said = await run(`migrate-in ${id}${more}`)
        return [said.code, linesIn(said)[0]?.code]
      }
      expect(await refused('9915:unregistered')).toEqual([2, 'registration.not-found'])
      await add('9915:nowhere')
      expect(await refused('9915:nowhere')).toEqual([2, 'move.not-in-dns'])
      await publish('9915:present')
      expect(await refused('9915:present')).toEqual([2, 'move.group-exists'])
      const ids = ['9915:keyless', '9915:odd-type']
      const offered = [await offer(ids[0]!), await offer(ids[1]!)]
      for (const id of ids) await add(id)
      expect(await refused(ids[0]!, '')).toEqual([2, 'move.key-missing'])
      // What the code list has no process for would not be found here.
      const registration = (await store.registrationOf(ids[1]!))!
      const documentTypes = ['busdox-docid-qns::urn:odd::Odd##urn:odd::1']
      const by = { actor: 'test', at: new Date() }
      await store.changeRegistration({ ...registration, documentTypes }, by)
      const odd = ` --key-file ${offered[1]!.file}`
      expect(await refused(ids[1]!, odd)).toEqual([2, 'type.without-process'])
      for (const id of ids) {
        expect(await stateOf(id)).toBeUndefined()
        expect([await dnsOf(id), await isAt(ours, id)]).toEqual([network.smps[1]!.url, false])
      }
      for (const text of ['', 'two words', 'short']) {
        const said = await run(`migrate-in ${ids[0]} --key-file ${network.file('key-odd', text)}`)
        expect([said.code, said.out]).toEqual([2, ''])
        expect(said.err).toMatch(/^That is no migration key/)
      }
    })

    it('repairs an answer of the SML that was lost', async () => {
      const id = '9915:lost-in'
      const { file } = await offer(id)
      await add(id)
      network.setSml('lost')
      const said = await run(`migrate-in ${id} --key-file ${file}`)
      expect([said.code, linesIn(said)]).toMatchObject([0, [{ outcome: 'published' }]])
      expect(await stateOf(id)).toBe('finished')
    })

    it('writes the types while DNS still names the other SMP', async () => {
      const id = '9915:lags'
      const { key } = await offer(id)
      await add(id)
      const wish = { participant: id, readKey: async () => key }
      const moved = await withNeeds(async (needs, facts) => {
        // As a resolver that keeps its answer.
        const kept = new Map<string, ReturnType<ApplyNeeds['resolveNaptr']>>()
        const resolveNaptr: ApplyNeeds['resolveNaptr'] = (name) => {
          const answer = kept.get(name) ?? needs.resolveNaptr(name)
          kept.set(name, answer)
          return answer
        }
        const lagging = { ...needs, resolveNaptr }
        const outcome = await moveIn(lagging, facts, wish)
        const plan = await planPublication(
          lagging,
          { ...facts, own: await needs.smp.own() },
          { participant: id, replace: [] },
        )
        return { outcome, plan }
      })
      expect(moved.outcome).toMatchObject({ outcome: 'waiting-for-dns', written: [{}] })
      expect(moved.plan).toMatchObject({ refusals: [], steps: [{ step: 'wait-for-dns' }] })
      expect(await stateOf(id)).toBe('taken')
      // Once DNS follows, the next run ends it.
      expect((await run(`apply --yes ${id}`)).code).toBe(0)
      expect(await stateOf(id)).toBe('finished')
    })
  })

  describe('killed between any two calls', () => {
    /** Before its call number `count`; false when there were fewer. */
    async function isKilledBefore(
      count: number,
      work: (needs: ApplyNeeds, facts: SmpFacts) => Promise<unknown>,
    ): Promise<boolean> {
      let calls = 0
      const killed = new Error('killed')
      const counted = <T extends object>(target: T, names: RegExp): T =>
        new Proxy(target, {
          get(of, name) {
            const value = Reflect.get(of, name)
            if (typeof value !== 'function' || !names.test(String(name))) return value
            return (...args: unknown[]) => {
              calls += 1
              if (calls === count) throw killed
              return Reflect.apply(value, of, args)
            }
          },
        })
      const needsWith = (needs: ApplyNeeds) => ({
        ...needs,
        store: counted(needs.store, /^(note|forget)/),
        writer: counted(needs.writer, /./),
      })
      try {
        await withNeeds((needs, facts) => work(needsWith(needs), facts))
        return false
      } catch (error) {
        if (error !== killed) throw error
        return true
      }
    }

    it('a move in ends right', async () => {
      let count = 0
      for (let isKilled = true; isKilled; ) {
        count += 1
        const id = `9915:in-${count}`
        const { key, file } = await offer(id)
        await add(id)
        const wish = { participant: id, readKey: async () => key }
        isKilled = await isKilledBefore(count, (needs, facts) => moveIn(needs, facts, wish))
        if (isKilled) {
          const isTaken = await isAt(ours, id)
          // The key is wanted no more once it was used.
          const said = await run(`migrate-in ${id}${isTaken ? '' : ` --key-file ${file}`}`)
          const isDone = (await stateOf(id)) === 'finished'
          expect([said.code, isDone], said.out).toEqual([0, true])
        }
        expect((await run(`plan ${id}`)).code).toBe(0)
      }
      expect(count).toBeGreaterThan(6)
    }, 120_000)

    it('a key is given that works', async () => {
      let count = 0
      for (let isKilled = true; isKilled; ) {
        count += 1
        const id = `9915:out-${count}`
        await publish(id)
        const key = await secretsKey()
        isKilled = await isKilledBefore(count, async (needs, facts) => {
          await askMoveKey({ ...needs, secretsKey: key }, facts, id)
          await noteKeyShown(needs, id)
        })
        if (isKilled) expect(await took(id, await keyOf(id))).toBeUndefined()
      }
      expect(count).toBe(5)
    }, 60_000)

    it('a key is worthless after all', async () => {
      let count = 0
      for (let isKilled = true; isKilled; ) {
        count += 1
        const id = `9915:cancel-${count}`
        await publish(id)
        const key = await keyOf(id)
        isKilled = await isKilledBefore(count, (needs, facts) => cancelMove(needs, facts, id))
        if (isKilled) expect((await run(`migrate-out ${id} --cancel`)).code).toBe(0)
        expect(await took(id, key)).toMatchObject({ code: 'smp.outcome-unknown' })
        expect(await took(id, await keyOf(id))).toBeUndefined()
      }
      expect(count).toBe(6)
    }, 60_000)

    it('a move out is finished', async () => {
      let count = 0
      for (let isKilled = true; isKilled; ) {
        count += 1
        const id = `9915:finish-${count}`
        await publish(id)
        await took(id, await keyOf(id))
        const first = new Date()
        for (const minutes of [0, 30])
          await finishAt(id, new Date(first.getTime() + minutes * minute))
        const now = () => new Date(first.getTime() + 60 * minute)
        isKilled = await isKilledBefore(count, (needs, facts) =>
          finishMove({ ...needs, now }, facts, id),
        )
        if (isKilled) expect(await finishAt(id, now())).toMatchObject({ outcome: 'finished' })
        expect([await stateOf(id), await isAt(ours, id)]).toEqual(['finished', false])
        expect((await network.store.publications(id))[0]).toMatchObject({ state: 'withdrawn' })
      }
      expect(count).toBe(5)
    }, 60_000)
  })
}
