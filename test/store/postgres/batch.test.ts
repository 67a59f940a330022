import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openBatching } from '../../../src/store/postgres/batch.ts'

const alone = { itemsMax: 3, weightMax: 100, batchMin: 3, lingerMs: 60_000, overtakeMs: 60_000 }

/** Runs end when they are told to. */
function open(limits = alone) {
  const runs: string[][] = []
  const ends: { succeed(): void; fail(error: Error): void }[] = []
  const { write, expect } = openBatching<string, string>(
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
    expect,
    write: (item: string, weight = 1, key?: string) => write(item, weight, key),
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

  it('never writes two of one key together, and keeps their order', async () => {
    const { runs, write, end } = open()
    void write('a', 1, 'x')
    void write('b', 1, 'y')
    void write('c', 1, 'x')
    void write('d', 1, 'y')
    void write('e', 1)
    await setImmediate()
    for (let run = 0; run < 2; run++) await end(succeed)
    expect(runs).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
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
    const { runs, write, end } = open({ ...alone, overtakeMs: 20 })
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

describe('those who are on their way', () => {
  it('are waited for, and written with the first', async () => {
    const { runs, write, expect: expectOne, end } = open()
    const [first, second] = [expectOne(), expectOne()]
    const one = write('a').finally(first)
    await setImmediate()
    expect(runs).toEqual([])
    const other = write('b').finally(second)
    await expect.poll(() => runs).toEqual([['a', 'b']])
    await end(succeed)
    expect(await Promise.all([one, other])).toEqual(['a is there', 'b is there'])
  })

  it('are not waited for when they will not come', async () => {
    const { runs, write, expect: expectOne } = open()
    const [, goesElsewhere] = [expectOne(), expectOne()]
    void write('a')
    await setImmediate()
    expect(runs).toEqual([])
    goesElsewhere()
    await expect.poll(() => runs).toEqual([['a']])
  })

  it('are waited for no longer than that', async () => {
    const { runs, write, expect: expectOne } = open({ ...alone, lingerMs: 20 })
    for (let count = 0; count < 2; count++) expectOne()
    const begun = performance.now()
    void write('a')
    await expect.poll(() => runs, { interval: 5 }).toEqual([['a']])
    expect(performance.now() - begun).toBeGreaterThanOrEqual(19)
  })

  it('are not waited for by batchMin others', async () => {
    const { runs, write, expect: expectOne } = open({ ...alone, batchMin: 2 })
    for (let count = 0; count < 5; count++) expectOne()
    void write('a')
    await setImmediate()
    expect(runs).toEqual([])
    void write('b')
    await expect.poll(() => runs).toEqual([['a', 'b']])
  })

  it('hold up nobody while they are being written, and have been', async () => {
    const { runs, write, expect: expectOne, end } = open({ ...alone, overtakeMs: 10 })
    const first = expectOne()
    void write('a').finally(first)
    await expect.poll(() => runs).toEqual([['a']])
    const second = expectOne()
    void write('b').finally(second)
    await expect.poll(() => runs).toEqual([['a'], ['b']])
    await end(succeed)
    await end(succeed)
    void write('c')
    await expect.poll(() => runs).toEqual([['a'], ['b'], ['c']])
  })
})
