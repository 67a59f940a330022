// A secret that is typed on a terminal: nothing of it is shown, and without one none is read.
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askSecret } from '../../src/cli/publication/confirm.ts'

const terminal = () => Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} })

function typed(...keys: string[]): { input: ReturnType<typeof terminal>; output: PassThrough } {
  const input = terminal()
  setImmediate(() => {
    for (const key of keys) input.write(key)
  })
  return { input, output: new PassThrough() }
}

it('shows the question alone', async () => {
  const { input, output } = typed('Secret', '-Key\r')
  expect(await askSecret('Key: ', input, output)).toBe('Secret-Key')
  expect(String(output.read())).toBe('Key: \n')
})

it.each([
  ['an empty line', '\r'],
  ['the end of the input', '\u0004'],
])('is none after %s', async (_, key) => {
  const { input, output } = typed(key)
  expect(await askSecret('Key: ', input, output)).toBeUndefined()
})

it('reads nothing where there is no terminal', async () => {
  const output = new PassThrough()
  expect(await askSecret('Key: ', new PassThrough(), output)).toBeUndefined()
  expect(output.read()).toBeNull()
})
