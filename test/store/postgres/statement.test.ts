import { expect, test } from 'vitest'
import { query, statement } from '../../../src/store/postgres/statement.ts'

const byName = statement<{ id: string; at: Date | undefined }>(
  'update t set at = $at::timestamptz where id = $id and ($at is null or at < $at)',
)

test('names become numbers in the order of their first use, and a cast stays one', () => {
  expect(byName.text).toBe(
    'update t set at = $1::timestamptz where id = $2 and ($1 is null or at < $1)',
  )
})

test('values stand in the order of the numbers, however they are given', () => {
  const at = new Date(0)
  expect(byName.with({ id: 'a', at }).values).toEqual([at, 'a'])
  expect(byName.with({ at: undefined, id: 'a' }).values).toEqual([undefined, 'a'])
})

test('a fragment may stand at any number of a statement', () => {
  const range = 'id between $lowestId and $highestId'
  const values = { lowestId: 'a', highestId: 'c', id: 'b' }
  expect(query(`${range} and id <> $id`, values).values).toEqual(['a', 'c', 'b'])
  expect(query(`id <> $id and ${range}`, values)).toEqual({
    text: 'id <> $1 and id between $2 and $3',
    values: ['b', 'a', 'c'],
  })
})

test('a name that begins another one is not mistaken for it', () => {
  const { text, values } = query('$idOf, $id, $id_of', { id: 1, idOf: 2, id_of: 3 })
  expect({ text, values }).toEqual({ text: '$1, $2, $3', values: [2, 1, 3] })
})

test('a parameter without a value is an error, also one that every object inherits', () => {
  // @ts-expect-error `at` has no value.
  expect(() => byName.with({ id: 'a' })).toThrow('the parameter $at has no value')
  expect(() => query('select $toString', {})).toThrow('the parameter $toString has no value')
})

test('a value without a parameter is an error', () => {
  const at = new Date(0)
  // @ts-expect-error There is no `other`.
  expect(() => byName.with({ id: 'a', at, other: 1 })).toThrow('has no parameter $other')
})

test('a value of a part that was left out is allowed, and not sent', () => {
  const form = statement<{ id: string; owner: string }>('$id', '$id and $owner')
  expect(form.with({ id: 'a', owner: 'b' })).toEqual({ text: '$1', values: ['a'] })
  const other = { id: 'a', owner: 'b', key: 'c' }
  expect(() => form.with(other)).toThrow('has no parameter $key')
  expect(() => statement('$id and $key', '$id and $owner')).toThrow('no parameter $key')
})

test.each(['id = $1', 'do $$ begin end $$', 'id = $', 'id = $_id'])(
  'what is no name is an error: %s',
  (source) => {
    expect(() => statement(source)).toThrow('no name of a parameter')
  },
)
