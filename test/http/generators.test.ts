// The reference as those read it who generate a client from it. That the clients work is shown in
// test/clients; this is what they taught us, and takes no generator.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addComponent, type Components, toComponents } from '../../src/http/reference/components.ts'
import { rules } from './generator-rules.ts'

const committed = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'))

describe.each(Object.entries(rules))('in the reference, %s', (_, { faults, broken }) => {
  it('everywhere', () => {
    expect(faults(committed), 'rules of test/http/generator-rules.ts').toEqual([])
  })

  it('or it is noticed', () => {
    expect(faults(broken)).toHaveLength(1)
  })
})

describe('the reference', () => {
  it('says what people meet by its name', () => {
    expect(Object.keys(committed.components.schemas)).toEqual(
      expect.arrayContaining([
        ...['Invoice', 'CreditNote', 'DebitNote', 'Seller', 'Buyer', 'Address', 'Contact', 'Line'],
        ...['Allowance', 'Charge', 'Amount', 'Vat', 'Payment', 'Totals', 'DocumentForm'],
        ...['DocumentRecord', 'DocumentStatus', 'Party', 'Participant', 'Problem', 'ProblemCode'],
      ]),
    )
  })

  it('says where the gateway is', () => {
    expect(committed.servers.map(({ url }: { url: string }) => url)).toEqual([
      '/',
      'http://127.0.0.1:8080',
    ])
  })

  it('shows a shared schema once, with the business terms of all its places', () => {
    const { Address, Seller } = committed.components.schemas
    expect(Address.properties.city['x-term']).toBe('BT-37, BT-52, BT-66, BT-77')
    expect(Address.description).toBeUndefined()
    expect(Seller.properties.address).toEqual({
      $ref: '#/components/schemas/Address',
      description: 'Postal address of the seller',
      'x-term': 'BG-5',
    })
  })
})

describe('a schema with a title', () => {
  it('becomes a component, wherever it is', () => {
    const components: Components = new Map()
    const thing = { title: 'Thing', type: 'object', description: 'One' }
    const schema = { type: 'array', items: { anyOf: [thing, { type: 'string' }] } }
    expect(toComponents(schema, components)).toEqual({
      type: 'array',
      items: {
        anyOf: [{ $ref: '#/components/schemas/Thing', description: 'One' }, { type: 'string' }],
      },
    })
    expect(components.get('Thing')).toEqual({ type: 'object', description: 'One' })
  })

  it('cannot have the name of one that accepts something else', () => {
    const components: Components = new Map()
    addComponent(components, 'Thing', { type: 'string', maxLength: 1 })
    for (const other of [{ type: 'string', maxLength: 2 }, { type: 'string' }])
      expect(() => addComponent(components, 'Thing', other)).toThrow('have the name Thing')
  })
})
