// The pool with real threads: its limits, and that whatever ends a thread is reported to its
// caller, and to nobody else.
import { describe, expect, it, onTestFinished } from 'vitest'
import { openThreads, ThreadError, type ThreadLimits } from '../../src/threads/index.ts'

type Order = {
  say?: number
  bytes?: Uint8Array
  fail?: string
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
