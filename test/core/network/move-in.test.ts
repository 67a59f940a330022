// Who may come from another SMP: on public networks, a participant whose customer was identified.
import { expect, it } from 'vitest'
import { moveIn } from '../../../src/core/network/move-in.ts'
import { useRegistrar } from '../../../src/core/network/open-registrar.ts'
import { leaseTimes, takeLease } from '../../../src/core/network/registrar-lease.ts'
import { openSandboxPublishing } from '../../sandbox/publishing.ts'
import { openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { store } = test.gateway
const { publishing } = await openSandboxPublishing()
const participant = '9915:moving'
const by = { actor: 'test', at: new Date() }

/** What becomes of the wish, and whether the key was asked for. */
async function movedOn(network: 'test' | 'sandbox') {
  const lease = (await takeLease(store, leaseTimes))!
  let isAsked = false
  try {
    return await useRegistrar(publishing, store, async ({ needs, facts, writerUnder }) => {
      const named = { ...needs, network: { ...needs.network, name: network } }
      const moving = { ...named, store, lease, writer: writerUnder(lease), actor: 'test' }
      const readKey = async () => {
        isAsked = true
        return undefined
      }
      return { end: await moveIn(moving, facts, { participant, readKey }), isAsked }
    })
  } finally {
    await lease.end()
  }
}

it('is asked for its key only once its customer was identified', async () => {
  await store.addRegistration(
    {
      ...{ id: test.gateway.newId(), participant, tenantId: test.caller.tenant.id },
      ...{ documentTypes: [], createdAt: by.at, byOperator: true },
    },
    by,
  )
  const unidentified = await movedOn('test')
  expect(unidentified).toMatchObject({
    end: { outcome: 'refused', code: 'identification.missing' },
    isAsked: false,
  })
  expect((await movedOn('sandbox')).end).toMatchObject({ code: 'move.not-in-dns' })
  await store.recordIdentification(
    {
      ...{ participant, checked: 'register', checkedBy: 'us', checkedOn: '2026-11-01' },
      ...{ dueOn: '2099-01-01', reference: 'K-1' },
    },
    by,
  )
  expect((await movedOn('test')).end).toMatchObject({ code: 'move.not-in-dns' })
})
