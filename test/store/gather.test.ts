import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openGathering } from '../../src/store/gather.ts'

/** Runs end when they are told to. */
function open(limits = { itemsMax: 3, weightMax: 100, stuckMs: 5_000 }) {
  const runs: string[][] = []
  const ends: { succeed(): void; fail(error: Error): void }[] = []
  const write = openGathering<string, string>(
    (items) => {
      runs.push(items)
      return new Promise((resolve, reject) =>
        ends.push({
          succeed: () => resolve(items.map((item) => `${item} is there`)),
          fail: reject,
        }),
      )
    },
    limits,
    (error) => (error as Error).message === 'gone',
  )
  return {
    runs,
    write: (item: string, weight = 1) => write(item, weight),
    async end(how: (run: (typeof ends)[number]) => void) {
      how(ends.shift()!)
      await setImmediate()
    },
  }
}

type Open = ReturnType<typeof open>
const succeed = (run: Parameters<Parameters<Open['end']>[0]>[0]) => run.succeed()

describe('gathering', () => {
  it('writes what comes alone at once, and what comes meanwhile together', async () => {
    const { runs, write, end } = open()
    const first = write('a')
    await setImmediate()
    expect(runs).toEqual([['a']])
    const others = [write('b'), write('c')]
    await end(succeed)
    expect(await first).toBe('a is there')
    expect(runs).toEqual([['a'], ['b', 'c']])
    await end(succeed)
    expect(await Promise.all(others)).toEqual(['b is there', 'c is there'])
  })

  it('takes so many at a time, and no more than so much; a heavy one goes alone', async () => {
    const { runs, write, end } = open()
    for (const [item, weight] of [
      ...[
        ['a', 1],
        ['b', 1],
        ['c', 1],
        ['d', 60],
        ['e', 60],
        ['f', 200],
        ['g', 1],
      ],
    ] as const)
      void write(item as string, weight as number)
    await setImmediate()
    for (let run = 0; run < 5; run++) await end(succeed)
    expect(runs).toEqual([['a', 'b', 'c'], ['d'], ['e'], ['f'], ['g']])
  })

  it('tries each alone when the whole is refused: what cannot be written fails alone', async () => {
    const { runs, write, end } = open()
    const [good, bad] = [write('good'), write('bad')]
    const refused = expect(bad).rejects.toThrow('no')
    await setImmediate()
    await end((run) => run.fail(new Error('no')))
    expect(runs).toEqual([['good', 'bad'], ['good']])
    await end(succeed)
    expect(await good).toBe('good is there')
    await end((run) => run.fail(new Error('no')))
    await refused
    const next = write('next')
    await setImmediate()
    await end(succeed)
    expect(await next).toBe('next is there')
  })

  it('waits no longer for a run that is stuck behind a lock', async () => {
    const { runs, write, end } = open({ itemsMax: 3, weightMax: 100, stuckMs: 20 })
    const stuck = write('stuck')
    await setImmediate()
    const others = [write('b'), write('c')]
    await expect.poll(() => runs).toEqual([['stuck'], ['b', 'c']])
    await end(succeed)
    await end(succeed)
    expect(await Promise.all([stuck, ...others])).toHaveLength(3)
  })

  it('tries nothing again when the database has gone: it may be there', async () => {
    const { runs, write, end } = open()
    const all = [write('a'), write('b')].map((one) => expect(one).rejects.toThrow('gone'))
    await setImmediate()
    await end((run) => run.fail(new Error('gone')))
    await Promise.all(all)
    expect(runs).toHaveLength(1)
  })
})
