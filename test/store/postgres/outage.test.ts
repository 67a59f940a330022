import { expect, test } from 'vitest'
import { isDatabaseAway } from '../../../src/store/index.ts'

const withCode = (code: string, more = {}) =>
  Object.assign(new Error('It failed'), { code, ...more })

test.each([
  ['a connection that broke', withCode('08006')],
  ['a server that is shutting down', withCode('57P01')],
  ['too many connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['no memory', withCode('53200')],
  ['a transaction that ended in a deadlock', withCode('40P01')],
  ['a node that does not lead the cluster', withCode('25006')],
  ['a refused connection', withCode('ECONNREFUSED', { syscall: 'connect' })],
  ['a statement without an answer', new Error('Query read timeout')],
])('%s is an outage', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true)
})

test.each([
  ['a row that exists already', withCode('23505')],
  ['a wrong statement', withCode('42601')],
  ['a cancelled statement', withCode('57014')],
  ['a file of ours that is missing', withCode('ENOENT', { syscall: 'open' })],
  ['a bug of ours', new TypeError('x is not a function')],
  ['no error at all', 'ECONNREFUSED'],
])('%s is none', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})
