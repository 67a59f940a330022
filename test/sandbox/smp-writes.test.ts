// Writes to the sandbox's SMP that come at the same moment.
import { expect, it } from 'vitest'
import { localKeys } from '../../src/crypto/index.ts'
import { openKeptMap } from '../../src/sandbox/kept-map.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import { openSmlRegister } from '../../src/sandbox/sml-register.ts'
import { openSmpEntries } from '../../src/sandbox/smp-entries.ts'
import { usualState } from '../../src/sandbox/smp-request.ts'
import { openSmpRest } from '../../src/sandbox/smp-rest.ts'
import { temporaryFolder } from '../store/database.ts'
import { copyKeysTo } from './shared.ts'
import { basic, endpointXml, groupBody, groupPath, typeBody, typePath } from './smp-client.ts'
import { creditNote, invoice, one } from './smp-rows.ts'

it('loses none of the types that are written at the same moment', async () => {
  const folder = await temporaryFolder()
  await copyKeysTo(`${folder}/pki`)
  const kept = (name: string) => openKeptMap(`${folder}/${name}.json`)
  const sml = openSmlRegister('sml.example', { participants: kept('sml'), keys: kept('keys') })
  sml.smps.set('SMP', 'http://127.0.0.1:9')
  const entries = openSmpEntries(`${folder}/smp`)
  const rest = openSmpRest({
    ...{ id: 'SMP', users: [{ user: 'us', token: 'token' }], sml, state: usualState, entries },
    ...{ keys: localKeys(readPki(`${folder}/pki`).smp), migrationKeys: kept('migrations') },
    published: { find: async () => undefined, participantsOf: async () => [] },
  })
  const id = '9915:at-once'
  const put = async (path: string, body: string) => {
    const request = { method: 'PUT', path, body: Buffer.from(body), query: new URLSearchParams() }
    const answer = await rest({ ...request, authorization: basic('us', 'token') }, '')
    expect(answer).toMatchObject({ status: 200 })
  }
  await put(groupPath(id), groupBody(id))
  const types = [invoice, creditNote]
  await Promise.all(
    types.map((type) => put(typePath(id, type), typeBody(id, type, [[one, endpointXml()]]))),
  )
  expect(entries.get(id)?.types.map(([name]) => name)).toEqual(types)
})
