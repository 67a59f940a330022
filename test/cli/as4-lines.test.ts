// The lines of `fourcorner as4`: what access points answer, as programs and terminals read it.
import { expect, it, vi } from 'vitest'
import { printLine } from '../../src/cli/as4-lines.ts'

it('are one line of JSON each, in which nothing moves the cursor', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const event = { event: 'refused', detail: 'a\u001b[2J\u009b31m\u202e\nb' }
  printLine(event)
  printLine(event)
  await expect.poll(() => write.mock.calls.length).toBe(1)
  const [[text] = []] = write.mock.calls
  write.mockRestore()
  const lines = String(text).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([event, event])
  for (const line of lines) expect(line).toMatch(/^[ -~]+$/)
})
