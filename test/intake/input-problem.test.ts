import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputProblem, toPointer } from '../../src/intake/input-problem.ts'
import { parseJson } from '../../src/intake/json.ts'

const schema = z.strictObject({
  number: z.string(),
  kind: z.enum(['a', 'b']).optional(),
  lines: z.array(z.strictObject({ name: z.string(), 'a/b~c': z.string().optional() })),
  either: z.union([z.string(), z.strictObject({ id: z.string() })]).optional(),
})

function problemOf(text: string) {
  const input = parseJson(text)
  const read = schema.safeParse(input)
  if (read.success) throw new Error('was accepted')
  return inputProblem('body', read.error, input)
}

describe('inputProblem', () => {
  it('names an unknown field with a pointer to it', () => {
    const problem = problemOf('{"number":"1","lines":[{"name":"x"},{"name":"y","nmae":"z"}]}')
    expect(problem.code).toBe('request.unknown-field')
    expect(problem.errors).toMatchObject([
      { pointer: '/lines/1/nmae', code: 'request.unknown-field' },
    ])
  })

  it('names a missing field with a pointer to where it belongs', () => {
    const problem = problemOf('{"lines":[{}]}')
    expect(problem.code).toBe('request.missing-field')
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/number', '/lines/0/name'])
  })

  it('names an invalid field with the value found', () => {
    const problem = problemOf('{"number":1.10,"lines":[],"kind":"c"}')
    expect(problem.code).toBe('request.invalid-field')
    expect(problem.errors).toMatchObject([
      { pointer: '/number', value: '1.10' },
      { pointer: '/kind', value: 'c' },
    ])
  })

  it('treats null as a value, not as an absent field', () => {
    expect(problemOf('{"number":null,"lines":[]}').code).toBe('request.invalid-field')
  })

  it('reports every fault at once, each with its own code', () => {
    const codes = problemOf('{"lines":[{"name":1}],"x":1}').errors?.map(({ code }) => code)
    expect(codes).toEqual([
      'request.missing-field',
      'request.invalid-field',
      'request.unknown-field',
    ])
  })

  it('stops at a hundred', () => {
    const unknown = Array.from({ length: 500 }, (_, index) => `"x${index}":1`).join()
    expect(problemOf(`{"number":"1","lines":[],${unknown}}`).errors).toHaveLength(100)
  })

  it('examines no more than it reports', () => {
    const fault: z.core.$ZodIssue = { code: 'custom', path: ['lines'], message: 'wrong' }
    const unread = Object.defineProperty({ ...fault }, 'path', {
      get: () => expect.unreachable('the 101st fault was examined'),
    })
    const issues = [...Array.from({ length: 100 }, () => fault), unread]
    expect(inputProblem('querystring', { issues }, {}).errors).toHaveLength(100)
  })

  it('calls a number a number', () => {
    const [error] = problemOf('{"number":5,"lines":[]}').errors ?? []
    expect(error).toMatchObject({ pointer: '/number', value: '5' })
    expect(error?.message).toContain('received number')
  })

  it('reports the branch of a union that came nearest', () => {
    expect(problemOf('{"number":"1","lines":[],"either":{}}').errors).toMatchObject([
      { pointer: '/either/id', code: 'request.missing-field' },
    ])
  })

  it('points at the whole body when it is not an object', () => {
    expect(problemOf('[]').errors).toMatchObject([{ pointer: '', code: 'request.invalid-field' }])
  })

  it('points at __proto__ as at any unknown field', () => {
    expect(problemOf('{"number":"1","lines":[],"__proto__":{}}').errors).toMatchObject([
      { pointer: '/__proto__' },
    ])
  })

  it('escapes what RFC 6901 escapes', () => {
    expect(toPointer(['lines', 0, 'a/b~c'])).toBe('/lines/0/a~1b~0c')
  })
})
