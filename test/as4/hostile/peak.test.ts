import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withPeak } from './peak.ts'

/** Touches each page, so that the memory is really taken. */
const take = (mebibytes: number) => async () => Buffer.alloc(mebibytes * 1024 * 1024, 1).length

test('a rise is seen, also after a greater one has fallen again', async () => {
  const before = process.memoryUsage.rss()
  expect((await withPeak(take(400))).mebibytes).toBeGreaterThan(100)
  await untilFallen(before)
  const { mebibytes } = await withPeak(take(300))
  // Only Linux forgets the first peak.
  expect(mebibytes).toBeGreaterThan(process.platform === 'linux' ? 100 : -1)
})

test('what takes nothing does not rise', async () => {
  expect((await withPeak(take(1))).mebibytes).toBeLessThan(50)
})

async function untilFallen(before: number): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const isHigh = () => process.memoryUsage.rss() > before + 100 * 1024 * 1024
  for (let tries = 0; isHigh() && tries < 100; tries++) {
    collectGarbage()
    await setImmediate()
  }
}
