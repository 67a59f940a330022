// What is asked for at the same moment is read by one statement, and each asker gets their own.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from './database.ts'
import { by, newAccept, newArrival, newTenant, start } from './records.ts'

const { store } = await testDatabase()

it('tokens', async () => {
  const tenantId = await newTenant(store)
  const create = async (publicId: string) =>
    store.createToken(
      {
        ...{ id: randomUUID(), publicId, secretSha256: Buffer.alloc(32), name: publicId },
        ...{ environment: 'test', scopes: [], tenantId, createdAt: start },
      },
      by(),
    )
  await Promise.all(['a', 'b'].map(create))
  const found = await Promise.all(['b', 'unknown', 'a', 'b'].map(store.tokenByPublicId))
  expect(found.map((token) => token?.publicId)).toEqual(['b', undefined, 'a', 'b'])
})

it('documents, each for its own tenant', async () => {
  const [one, other] = [await newTenant(store, 'one'), await newTenant(store, 'other')]
  const [first, second] = [newAccept(one), newAccept(other)]
  await Promise.all([first, second].map(store.acceptDocument))
  const ids = [first.document.id, second.document.id]
  const found = await Promise.all([
    store.documentById(one, ids[0]!),
    store.documentById(one, ids[1]!),
    store.documentById(other, ids[1]!.toUpperCase()),
    store.documentById(other, randomUUID()),
    store.documentById(other, 'no id'),
  ])
  expect(found.map((document) => document?.id)).toEqual([
    ids[0],
    undefined,
    ids[1],
    undefined,
    undefined,
  ])
})

it('who has a number, each for its own tenant', async () => {
  const [one, other] = [await newTenant(store, 'first'), await newTenant(store, 'second')]
  const accept = (tenant: string, number: string) => newAccept(tenant, { number })
  const held = [accept(one, 'A'), accept(other, 'A'), accept(one, 'B')]
  await Promise.all(held.map(store.acceptDocument))
  const wanted = [accept(one, 'B'), accept(other, 'B'), accept(other, 'A'), accept(one, 'A')]
  const found = await Promise.all(wanted.map(({ document }) => store.sameNumber(document)))
  expect(found.map((document) => document?.id)).toEqual(
    [held[2], undefined, held[1], held[0]].map((accepted) => accepted?.document.id),
  )
})

it('registrations', async () => {
  const tenantId = await newTenant(store)
  const facts = { tenantId, documentTypes: [], createdAt: start, byOperator: true }
  for (const participant of ['0208:1', '0208:2'])
    await store.addRegistration({ ...facts, id: randomUUID(), participant }, by())
  const found = await Promise.all(['0208:2', '0208:3', '0208:1'].map(store.registrationOf))
  expect(found.map((registration) => registration?.participant)).toEqual([
    '0208:2',
    undefined,
    '0208:1',
  ])
})

it('arrivals that are known, by their message or by their document', async () => {
  const tenantId = await newTenant(store)
  const [kept, unknown] = [newArrival(tenantId), newArrival(tenantId)]
  await store.keepArrival(kept)
  const documentId = kept.document.id
  const again = { ...unknown.keys, instance: kept.keys.instance }
  const found = await Promise.all([unknown.keys, again, kept.keys].map(store.knownArrival))
  expect(found).toMatchObject([{}, { instance: { documentId } }, { message: { documentId } }])
  expect(found.map((known) => Object.keys(known))).toEqual([
    [],
    ['instance'],
    ['message', 'instance'],
  ])
})
