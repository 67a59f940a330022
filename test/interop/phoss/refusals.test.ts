// What a real phoss SMP refuses, which the SMP of the sandbox has to refuse alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ask,
  basic,
  endpointXml,
  groupBody,
  groupPath,
  typeBody,
  typePath,
} from '../../sandbox/smp-client.ts'
import { invoice, one, rowsFor, rowsGroup } from '../../sandbox/smp-rows.ts'
import { type PhossNetwork, startNetwork } from './network.ts'
import { whyNoPeer } from './peer.ts'

const missing = whyNoPeer()
const owner = basic('owner', 'secret-1')

describe.skipIf(missing)(`phoss SMP refuses${missing ? ` (${missing})` : ''}`, () => {
  let network: PhossNetwork
  const url = () => network.smps[0]!.url

  beforeAll(async () => {
    network = await startNetwork(['SMP-A'])
    const body = typeBody(rowsGroup, invoice, [[one, endpointXml()]])
    for (const [path, content] of [
      [groupPath(rowsGroup), groupBody(rowsGroup)],
      [typePath(rowsGroup, invoice), body],
    ] as const)
      expect((await ask(url() + path, 'PUT', { as: owner, body: content })).status).toBe(200)
  })

  afterAll(() => network?.close())

  it.each(rowsFor('owner'))('a request %s', async (_, row) => {
    const { method = 'PUT', path = groupPath(rowsGroup), as = owner, is } = row
    const body = method === 'PUT' ? { body: row.body ?? groupBody(rowsGroup) } : {}
    const answer = await ask(url() + path, method, { ...(as === null ? {} : { as }), ...body })
    expect([answer.status, answer.text]).toEqual([is[0], expect.stringMatching(is[1])])
  })
})
