// `fourcorner participant apply` against a real phoss SMP and its SML: what is written is what our
// own lookup finds over DNS, lost answers are repaired by another reading, and two runs take turns.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { servicesOf } from '../../../src/core/network/registrations.ts'
import { formatIdentifier, parseParticipant } from '../../../src/peppol/index.ts'
import { openStore, type Store } from '../../../src/store/index.ts'
import { linesIn } from '../../cli/run-participant.ts'
import { type PhossNetwork, startNetwork } from './network.ts'
import { other, whyNoPeer } from './peer.ts'

const missing = whyNoPeer()

describe.skipIf(missing)(`applying to phoss SMP${missing ? ` (${missing})` : ''}`, () => {
  let network: PhossNetwork
  let store: Store

  beforeAll(async () => {
    network = await startNetwork(['SMP-A'])
    store = await openStore({ dataDir: network.environment.DATA_DIR! })
    const tenant = { id: crypto.randomUUID(), name: 'default', participants: ['*'] }
    const by = { actor: 'test', at: new Date() }
    await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  })

  afterEach(() => {
    network.sml.mode = 'ok'
  })

  afterAll(async () => {
    await store?.close()
    await network?.close()
  })

  const run: PhossNetwork['run'] = (words, change) => network.run(words, change)
  const apply = (words: string, change?: Record<string, string>) =>
    run(`apply --yes ${words}`, change)
  const typesOf = async (id: string) => [
    ...new Set((await servicesOf({ store }, id))!.map((one) => formatIdentifier(one.documentType))),
  ]
  const full = (id: string) => formatIdentifier(parseParticipant(id))
  const groupPath = (id: string) => `/${encodeURIComponent(full(id))}`
  const served = async (id: string) => {
    const said = await run(`plan ${id}`)
    return { code: said.code, ...linesIn(said)[0] }
  }

  it('publishes group and types, which are then as they are registered', async () => {
    const id = '9915:published'
    await run(`add ${id} --types invoice,pint-eu`)
    const types = await typesOf(id)
    expect(types.length).toBeGreaterThan(1)
    const said = await apply(id)
    expect([said.code, said.err]).toEqual([0, ''])
    expect(linesIn(said)).toEqual([
      { participant: id, outcome: 'published', written: ['group', ...types] },
    ])
    expect(await served(id)).toMatchObject({ code: 0, steps: [], smp: network.smps[0]!.url })
    // There is no second step.
    const again = await apply(id)
    expect([again.code, linesIn(again)]).toEqual([
      0,
      [{ participant: id, outcome: 'published', written: [] }],
    ])
    const [status] = linesIn(await run('status'))
    expect(status).toMatchObject({
      ...{ participant: id, state: 'published', types: { published: types.length } },
    })
  })

  it('asks before it writes, and writes nothing where nobody can be asked', async () => {
    const id = '9915:asked'
    await run(`add ${id} --types invoice`)
    const said = await run(`apply ${id}`)
    expect([said.code, said.out]).toEqual([1, ''])
    expect(said.err).toContain('say --yes')
    expect((await served(id)).steps[0]).toMatchObject({ step: 'create-group' })
  })

  it('changes what differs, and removes the types that leave if that is asked for', async () => {
    const id = '9915:changed'
    await run(`add ${id} --types invoice,credit-note`)
    await apply(id)
    const [kept, ...gone] = await typesOf(id)
    expect(gone.length).toBeGreaterThan(0)
    await expect(run(`change ${id} --types invoice`)).rejects.toMatchObject({
      code: 'registration.published',
    })
    await run(`change ${id} --types invoice --unpublish`)
    const moved = { AS4_URL: 'https://new.example/as4', AS4_FORMER_URLS: 'https://ap.example/as4' }
    const said = await apply(id, moved)
    expect([said.code, linesIn(said)[0].written]).toEqual([0, [kept, ...gone]])
    for (const type of gone) {
      const path = `${groupPath(id)}/services/${encodeURIComponent(type)}`
      expect((await fetch(network.smps[0]!.url + path)).status).toBe(404)
    }
    expect(await served(id)).toMatchObject({
      ...{ code: 1, unknown: [] },
      refusals: expect.arrayContaining([
        expect.objectContaining({ code: 'endpoint.of-another', documentType: kept }),
      ]),
    })
    expect((await run(`plan ${id}`, moved)).code).toBe(0)
  })

  it('removes no type that somebody else has changed', async () => {
    const id = '9915:touched'
    await run(`add ${id} --types invoice,credit-note`)
    await apply(id)
    const [, credit = ''] = await typesOf(id)
    const path = `${groupPath(id)}/services/${encodeURIComponent(credit)}`
    const text = await (await fetch(network.smps[0]!.url + path)).text()
    const body = /<(\w+:)?ServiceMetadata[ >].*<\/(\w+:)?ServiceMetadata>/s.exec(text)![0]
    const content = body
      .replace('Peppol access point', 'By hand')
      .replace(
        /^<(\w+:)?ServiceMetadata/,
        '$& xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
          'xmlns:smp="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
          'xmlns:id="http://busdox.org/transport/identifiers/1.0/" ' +
          'xmlns:wsa="http://www.w3.org/2005/08/addressing"',
      )
    expect(await network.smps[0]!.put(path, content)).toBe(200)
    await run(`change ${id} --types invoice --unpublish`)
    const said = await apply(`--prune ${id}`)
    expect([said.code, linesIn(said)[0].written]).toEqual([0, []])
    expect((await served(id)).unknown).toContain(credit)
  })

  it("writes nothing of another user's", async () => {
    const id = '9915:theirs'
    const group =
      '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
      'xmlns:i="http://busdox.org/transport/identifiers/1.0/"><i:ParticipantIdentifier ' +
      `scheme="iso6523-actorid-upis">${id}</i:ParticipantIdentifier>` +
      '<ServiceMetadataReferenceCollection/></ServiceGroup>'
    expect(await network.smps[0]!.put(groupPath(id), group, other)).toBe(200)
    await run(`add ${id} --types invoice`)
    const said = await apply(id)
    expect([said.code, linesIn(said)]).toEqual([
      1,
      [
        {
          ...{ participant: id, outcome: 'refused', written: [], code: 'group.of-another-user' },
          detail: expect.stringContaining('belongs to another user'),
        },
      ],
    ])
  })

  it('repairs the lost answer of a creation, in the same run', async () => {
    const id = '9915:lost'
    await run(`add ${id} --types invoice`)
    network.sml.mode = 'lost'
    const said = await apply(id)
    expect(said.code).toBe(0)
    expect(linesIn(said)[0]).toMatchObject({ outcome: 'published' })
  })

  it('withdraws a participant, and repairs the lost answer of that', async () => {
    for (const [id, mode] of [
      ['9915:gone', 'ok'],
      ['9915:gone-lost', 'lost'],
    ] as const) {
      await run(`add ${id} --types invoice`)
      await apply(id)
      network.sml.mode = mode
      const said = await run(`remove ${id} --unpublish --confirm ${id}`)
      network.sml.mode = 'ok'
      expect([said.code, linesIn(said)]).toEqual([0, [{ participant: id, outcome: 'withdrawn' }]])
      expect((await fetch(network.smps[0]!.url + groupPath(id))).status).toBe(404)
      const dns = network.sml.calls.filter((call) => call === `DeleteParticipantIdentifier ${id}`)
      expect(dns.length).toBeGreaterThan(0)
    }
  })

  it.each(['badRequest', 'hang', 'drop'] as const)(
    'repeats nothing when the SML does: %s',
    async (mode) => {
      const id = `9915:${mode}`.toLowerCase()
      await run(`add ${id} --types invoice`)
      network.sml.mode = mode
      const said = await apply(id)
      expect(said.code).toBe(1)
      expect(linesIn(said)[0]).toMatchObject({
        ...{ outcome: 'failed', written: [], code: 'smp.outcome-unknown' },
      })
      const [status] = linesIn(await run(`status ${id}`))
      expect(status).toMatchObject({ state: 'creating', detail: expect.stringMatching(/SML/) })
      network.sml.mode = 'ok'
      expect((await apply(id)).code).toBe(0)
      const [after] = linesIn(await run(`status ${id}`))
      expect(after).toMatchObject({ state: 'published' })
      expect(after.detail).toBeUndefined()
    },
  )

  it('stops after three failures in a row', async () => {
    const ids = ['9915:f1', '9915:f2', '9915:f3', '9915:f4']
    for (const id of ids) await run(`add ${id} --types invoice`)
    network.sml.mode = 'badRequest'
    const said = await apply(ids.join(' '))
    expect(said.code).toBe(1)
    expect(linesIn(said).map((one) => one.participant)).toEqual(ids.slice(0, 3))
    expect(said.err).toBe('3 participants failed one after the other.\n')
  })

  it('is paused after a restore until the queue is resumed', async () => {
    const by = { since: new Date(), actor: 'test' }
    await store.pauseRestored(by)
    const said = await apply('9915:f1')
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toMatch(/^The gateway was started with --paused-after-restore/)
    await store.resumeQueue({ now: new Date(), actor: 'test' })
    expect((await apply('9915:f1')).code).toBe(0)
  })

  it('writes nothing while DNS names another SMP for what is ours', async () => {
    network.sml.smps.set('SMP-A', 'http://127.0.0.1:9')
    const said = await apply('9915:f2')
    network.sml.smps.set('SMP-A', network.smps[0]!.url)
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toMatch(/^DNS names http:\/\/127\.0\.0\.1:9 for participants of SMP_USER/)
  })

  /** The same command in a process of its own. */
  function start(words: string): ChildProcess {
    const argv = ['--import', 'tsx', 'src/cli/index.ts', 'participant', ...words.split(' ')]
    const env = { ...process.env, ...network.environment }
    return spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  }

  const codeOf = async (child: ChildProcess) => {
    child.stdout?.resume()
    const [code] = await once(child, 'close')
    return code
  }

  it('ends right when it was killed in the middle', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `9915:k${at}`)
    for (const id of ids) await run(`add ${id} --types invoice,credit-note`)
    const first = start(`apply --yes --json ${ids.join(' ')}`)
    const lines = createInterface({ input: first.stdout! })[Symbol.asyncIterator]()
    // Some are done, and others are not.
    for (let count = 0; count < 5; count++) await lines.next()
    first.kill('SIGKILL')
    await once(first, 'close')
    const left = linesIn(await run(`plan ${ids.join(' ')}`)).filter((one) => one.steps.length > 0)
    expect(left.length).toBeGreaterThan(0)
    expect((await apply(ids.join(' '))).code).toBe(0)
    expect((await run(`plan ${ids.join(' ')}`)).code).toBe(0)
    const states = linesIn(await run('status')).filter((one) => ids.includes(one.participant))
    expect(new Set(states.map((one) => one.state))).toEqual(new Set(['published']))
  })

  it('ends right when two run at once', async () => {
    const ids = Array.from({ length: 10 }, (_, at) => `9915:t${at}`)
    for (const id of ids) await run(`add ${id} --types invoice`)
    const calls = network.sml.calls.length
    const words = `apply --yes ${ids.join(' ')}`
    expect(await Promise.all([start(words), start(words)].map(codeOf))).toEqual([0, 0])
    expect(network.sml.calls.slice(calls).sort()).toEqual(
      ids.map((id) => `CreateParticipantIdentifier ${id}`).sort(),
    )
    expect((await run(`plan ${ids.join(' ')}`)).code).toBe(0)
  })

  it('is waited for while another run writes, which its end lets go on', async () => {
    const epoch = await store.takeRegistrarLease(60_000)
    let isDone = false
    const second = apply('9915:f2').finally(() => {
      isDone = true
    })
    await expect.poll(() => store.takeRegistrarLease(1)).toBeUndefined()
    expect(isDone).toBe(false)
    await store.endRegistrarLease(epoch!)
    expect((await second).code).toBe(0)
  })
})
