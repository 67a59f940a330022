// The pool with real threads: its limits, and that whatever ends a thread is reported to its
// caller, and to nobody else.
import { describe, expect, it, onTestFinished } from 'vitest'
import { openThreads, ThreadError, type ThreadLimits } from '../../src/threads/index.ts'

type Order = {
  say?: number
  bytes?: Uint8Array
  fail?: string
  /** How long it computes before it answers. */
  busyMs?: number
  /** It waits there while the gate holds 0. */
  gate?: Int32Array
  endless?: true
  leave?: true
  hoard?: true
}
type Answer = { say?: number; bytes?: Uint8Array }

const limits: ThreadLimits = {
  threads: 1,
  waitingMax: 10,
  waitingBytesMax: 1_000,
  timeMs: 10_000,
  shortMs: 5_000,
  heapMegabytesMax: 64,
}

function open(change: Partial<ThreadLimits> = {}) {
  const pool = openThreads<Order, Answer>(new URL('./obedient.mjs', import.meta.url), {
    ...limits,
    ...change,
  })
  onTestFinished(() => pool.close())
  return pool
}

async function reasonOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ThreadError) return error.reason
  throw new Error(`a ThreadError was expected, not ${String(error)}`)
}

describe('a pool', () => {
  it('gives each order its own answer, whichever thread it was', async () => {
    const pool = open({ threads: 2 })
    const orders = Array.from({ length: 10 }, (_, say) => ({ say }))
    expect(await Promise.all(orders.map((order) => pool.ask(order, 0)))).toEqual(orders)
  })

  it.each([
    ['a few', 10],
    ['many', 100_000],
  ])('passes bytes there and back: %s', async (_, length) => {
    const bytes = Buffer.alloc(length, 7)
    const answer = await open().ask({ bytes }, 0)
    expect(Buffer.from(answer.bytes!).equals(bytes)).toBe(true)
    // They were copied there: the caller still has them.
    expect(bytes.length).toBe(length)
  })

  it('reports the error of a thread, and goes on with the same one', async () => {
    const pool = open()
    await expect(pool.ask({ fail: 'stumbled' }, 0)).rejects.toMatchObject({
      message: 'A thread has failed: stumbled',
      cause: { message: 'stumbled', stack: expect.stringMatching(/at .*obedient\.mjs/) },
    })
    expect(await pool.ask({ say: 1 }, 0)).toEqual({ say: 1 })
  })
})

describe('an order is refused', () => {
  it('when the queue is full, and those before it are processed', async () => {
    const pool = open({ waitingMax: 2 })
    const asked = [1, 2, 3, 4].map((say) => pool.ask({ say }, 0))
    expect(await reasonOf(asked[3]!)).toBe('busy')
    expect(await Promise.all(asked.slice(0, 3))).toEqual([{ say: 1 }, { say: 2 }, { say: 3 }])
  })

  it(
    'when the waiting ones would hold too many bytes; one that fits is taken, and the ' +
      'room is free again',
    async () => {
      const pool = open()
      const first = pool.ask({ say: 0 }, 900)
      const asked = [600, 600, 400].map((bytes, say) => pool.ask({ say }, bytes))
      expect(await reasonOf(asked[1]!)).toBe('busy')
      expect(await Promise.all([first, asked[0], asked[2]])).toEqual([
        { say: 0 },
        { say: 0 },
        { say: 2 },
      ])
      expect(await pool.ask({ say: 3 }, 1_000)).toEqual({ say: 3 })
    },
  )

  it('once the pool is closed, and so are those in progress and those waiting', async () => {
    const pool = open()
    const asked = [pool.ask({ endless: true }, 0), pool.ask({ say: 1 }, 0)].map(reasonOf)
    await pool.close()
    expect(await Promise.all([...asked, reasonOf(pool.ask({ say: 2 }, 0))])).toEqual(
      Array(3).fill('closed'),
    )
  })
})

describe('threads are shared', () => {
  it('by owners in turn, whoever asked first', async () => {
    const pool = open()
    const answered: string[] = []
    const ask = (owner: string, say: number) =>
      pool.ask({ say }, 0, { owner }).then(() => answered.push(`${owner}${say}`))
    await Promise.all([
      ...[1, 2, 3, 4].map((say) => ask('a', say)),
      ...[1, 2].map((say) => ask('b', say)),
      ask('c', 1),
    ])
    expect(answered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('so that room to wait is taken from the owner with most of it', async () => {
    const pool = open({ waitingMax: 3 })
    const ask = (owner: string) => pool.ask({ say: 1 }, 0, { owner })
    const [first, ...asked] = ['a', 'a', 'a', 'a', 'b', 'a', 'c', 'd'].map(ask)
    const outcome = async (each: Promise<unknown>) =>
      each.then(
        () => 'done',
        () => 'busy',
      )
    expect(await Promise.all([first!, ...asked].map(outcome))).toEqual([
      ...['done', 'done', 'busy', 'busy'],
      ...['done', 'busy', 'done', 'busy'],
    ])
  })

  it('by long and short orders: of two long ones, one makes way and is done later', async () => {
    const pool = open({ threads: 2, shortMs: 50 })
    const answered: number[] = []
    const ask = (order: Order) =>
      pool.ask(order, 0, { owner: 'a' }).then(({ say }) => answered.push(say!))
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const long = [1, 2].map((say) => ask({ say, gate }))
    await Promise.all([3, 4].map((say) => ask({ say })))
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await Promise.all(long)
    expect(answered).toEqual([3, 4, 1, 2])
  })

  it('but the only one is left to its owner', async () => {
    const pool = open({ shortMs: 50 })
    const answered: number[] = []
    const ask = (order: Order) => pool.ask(order, 0).then(({ say }) => answered.push(say!))
    await Promise.all([ask({ say: 1, busyMs: 500 }), ask({ say: 2 })])
    expect(answered).toEqual([1, 2])
  })
})

describe('an order that is no longer wanted', () => {
  // Nothing but the caller's leaving ends them.
  const timeMs = 600_000

  it('is not processed if it is waiting, and no other is lost', async () => {
    const pool = open({ timeMs, shortMs: timeMs })
    const gone = new AbortController()
    const first = pool.ask({ say: 1, busyMs: 200 }, 0)
    const waiting = pool.ask({ endless: true }, 0, gone)
    const last = pool.ask({ say: 3 }, 0)
    setImmediate(() => gone.abort())
    expect(await reasonOf(waiting)).toBe('unwanted')
    expect(await Promise.all([first, last])).toEqual([{ say: 1 }, { say: 3 }])
    expect(await reasonOf(pool.ask({ say: 4 }, 0, gone))).toBe('unwanted')
  })

  it('is ended in progress once it takes long, and the next one gets a thread', async () => {
    const pool = open({ shortMs: 100, timeMs })
    const gone = new AbortController()
    const running = pool.ask({ endless: true }, 0, gone)
    const next = pool.ask({ say: 2 }, 0)
    setImmediate(() => setImmediate(() => gone.abort()))
    expect(await reasonOf(running)).toBe('unwanted')
    expect(await next).toEqual({ say: 2 })
  })
})

describe('a thread is ended, and the next order gets another one', () => {
  it.each([
    ['time', { endless: true }],
    ['memory', { hoard: true }],
    ['ended', { leave: true }],
  ] as const)('%s', async (reason, order) => {
    // A thread must start within its time, too.
    const pool = open(reason === 'time' ? { timeMs: 2_000 } : {})
    const [lost, next] = [pool.ask(order, 0), pool.ask({ say: 2 }, 0)]
    expect(await reasonOf(lost)).toBe(reason)
    expect(await next).toEqual({ say: 2 })
  })
})

it.each([
  ['busy', 'Too many orders are waiting for a thread'],
  ['time', 'An order took longer than allowed'],
  ['memory', 'An order needed more memory than allowed'],
  ['ended', 'A thread has ended'],
  ['unwanted', 'The answer is no longer wanted'],
  ['closed', 'The threads are closed'],
] as const)('a failure says why in words: %s', (reason, words) => {
  expect(new ThreadError(reason).message).toBe(words)
})
