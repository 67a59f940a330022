// Work on the event loop: one piece after the other, one owner after the other.
import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openInlineWork } from '../../src/threads/index.ts'

/** Pieces that take what they are told, on a clock of their own. */
function openTest() {
  let ms = 0
  const work = openInlineWork(() => ms)
  const done: string[] = []
  const charged: [string, number][] = []
  const piece = (owner: string, name = owner, takesMs = 1) => {
    const charge = (ms: number) => void charged.push([owner, ms])
    return work.run({ owner, charge }, () => {
      ms += takesMs
      done.push(name)
      return name
    })
  }
  return { work, done, charged, piece, pass: (by: number) => (ms += by) }
}

describe('an owner that is alone', () => {
  it('is not slowed: its short pieces run at once, and cost nothing', async () => {
    const { piece, done, charged } = openTest()
    const all = ['1', '2', '3'].map((name) => piece('a', name))
    expect(done).toEqual(['1', '2', '3'])
    expect(await Promise.all(all)).toEqual(['1', '2', '3'])
    await setImmediate()
    expect(charged).toEqual([])
  })

  it('yields after a long piece for one tick, and no longer', async () => {
    const { piece, done } = openTest()
    const all = ['1', '2', '3'].map((name) => piece('a', name, 100))
    expect(done).toEqual(['1'])
    await Promise.all(all)
    expect(done).toEqual(['1', '2', '3'])
  })

  it('is told what a piece throws, now or later', async () => {
    const { work } = openTest()
    const now = work.run({ owner: 'a' }, () => {
      throw new Error('now')
    })
    await expect(now).rejects.toThrow('now')
    const later = work.run({ owner: 'a' }, async () => {
      await setTimeout(5)
      throw new Error('later')
    })
    await expect(later).rejects.toThrow('later')
    expect(await work.run({ owner: 'a' }, async () => 'made')).toBe('made')
  })

  it('work of no owner runs at once', async () => {
    const { work } = openTest()
    work.enter('b')
    const ran: string[] = []
    const run = work.run(undefined, () => void ran.push('piece'))
    expect(ran).toEqual(['piece'])
    await run
  })
})

describe('while others have pieces', () => {
  it('each owner has its piece in turn, one in a tick', async () => {
    const { work, piece, done } = openTest()
    work.enter('c')
    const all = [...['a1', 'a2', 'a3'].map((name) => piece('a', name)), piece('b', 'b1')]
    expect(done).toEqual([])
    await setImmediate()
    expect(done).toEqual(['a1'])
    await Promise.all(all)
    expect(done).toEqual(['a1', 'b1', 'a2', 'a3'])
  })
})

describe('while others have calls under way', () => {
  it('an owner rests after a long piece until they are over', async () => {
    const { work, piece, done } = openTest()
    const call = work.enter('b')
    const all = ['1', '2', '3'].map((name) => piece('a', name, 1_000_000))
    for (let tick = 0; tick < 10; tick++) await setImmediate()
    expect(done).toEqual(['1'])
    call.leave()
    await Promise.all(all)
    expect(done).toEqual(['1', '2', '3'])
  })

  it('an owner rests no longer than the piece took', async () => {
    const { work, piece, done, pass } = openTest()
    work.enter('b')
    const all = ['1', '2'].map((name) => piece('a', name, 20))
    for (let tick = 0; tick < 10; tick++) await setImmediate()
    expect(done).toEqual(['1'])
    pass(20)
    await Promise.all(all)
    expect(done).toEqual(['1', '2'])
  })

  it('its own calls, and those that are over, are no others', async () => {
    const { work, piece, done } = openTest()
    work.enter('a')
    const call = work.enter()
    call.belongsTo('a')
    work.enter('b').leave()
    piece('a', '1')
    expect(done).toEqual(['1'])
  })

  it('short pieces need no rest', async () => {
    const { work, piece, done } = openTest()
    work.enter('b')
    await Promise.all(['1', '2', '3'].map((name) => piece('a', name, 4)))
    expect(done).toEqual(['1', '2', '3'])
  })

  it('a piece is charged, also when they come while it runs', async () => {
    const { work, piece, charged, pass } = openTest()
    await piece('a', '1', 30)
    await setImmediate()
    expect(charged).toEqual([])
    pass(30)
    const call = work.enter('b')
    await piece('a', '2', 40)
    call.leave()
    expect(charged).toEqual([['a', 40]])
    await setImmediate()
    const third = piece('a', '3', 50)
    work.enter('b')
    await third
    await setImmediate()
    expect(charged).toEqual([
      ['a', 40],
      ['a', 50],
    ])
  })

  it('a piece that waits for a thread does not hold the others up', async () => {
    const { work, piece, done } = openTest()
    work.enter('c')
    let end = () => {}
    const long = work.run(
      { owner: 'a' },
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    await piece('b', 'b1')
    expect(done).toEqual(['b1'])
    end()
    await long
  })
})
