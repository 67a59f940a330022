// The REST interface of the sandbox's SMP, with requests and answers as they were recorded from
// phoss SMP 8.0.11.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openNet } from '../../src/net/index.ts'
import { parseParticipant, smlName } from '../../src/peppol/index.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { startSandbox } from '../../src/sandbox/index.ts'
import type { SmlMode } from '../../src/sandbox/sml-call.ts'
import { openSmpEntries, type TypeEntry } from '../../src/sandbox/smp-entries.ts'
import { usualState } from '../../src/sandbox/smp-request.ts'
import { startOtherSmp } from './other-smp.ts'
import { startSandboxIn } from './shared.ts'
import {
  type Answer,
  ask as askAt,
  basic,
  endpointXml,
  full,
  groupBody,
  groupPath,
  metadataBody,
  typeBody,
  typePath,
} from './smp-client.ts'
import { creditNote, invoice, one, pint, type Row, rowsFor, rowsGroup } from './smp-rows.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-smp-'))
let sandbox: Sandbox
let owner: string
let other: string

function useUsers(): void {
  const { user, token, other: second } = sandbox.settings.smp!
  owner = basic(user, token)
  other = basic(second!.user, second!.token)
}

beforeAll(async () => {
  ;({ sandbox } = await startSandboxIn(dataDir))
  useUsers()
})

afterAll(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true })
})

afterEach(() => sandbox.setSmp(usualState))

type More = { as?: string | null; body?: string }
const ask = (method: string, path: string, { as = owner, body }: More = {}): Promise<Answer> =>
  askAt(sandbox.settings.smp!.url + path, method, {
    as: as ?? undefined,
    ...(body === undefined ? {} : { body }),
  })
const status = async (method: string, path: string, more: More = {}): Promise<number> =>
  (await ask(method, path, more)).status

const two = 'urn:fdc:peppol.eu:2017:poacc:bis:billing_with_response:3'
const walk = '9915:walk'

const putGroup = (participant: string, { as = owner, query = '' } = {}) =>
  status('PUT', groupPath(participant) + query, { as, body: groupBody(participant) })
const deleteGroup = (participant: string, { as = owner, query = '' } = {}) =>
  status('DELETE', groupPath(participant) + query, { as })
const putType = (participant: string, type: string, processes: string[], as = owner) => {
  const body = typeBody(
    participant,
    type,
    processes.map((name) => [name, endpointXml()]),
  )
  return status('PUT', typePath(participant, type), { as, body })
}
const processesIn = ({ text }: Answer) =>
  [...text.matchAll(/ProcessIdentifier scheme="[^"]*">([^<]*)</g)].map(([, name]) => name)

/** The SMP that DNS names. */
async function smpInDns(participant: string): Promise<string | undefined> {
  const { dnsServers, smlZone } = sandbox.settings
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
  try {
    const found = await net.resolveNaptr(smlName(parseParticipant(participant), smlZone))
    if (found.kind !== 'records') return undefined
    return /^!\.\*!(.*)!$/.exec(found.records[0]?.regexp ?? '')?.[1]
  } finally {
    await net.close()
  }
}

async function restart(): Promise<void> {
  await sandbox.close()
  sandbox = await startSandbox({ dataDir, receivers: [], limits: limits.reception })
  useUsers()
}

describe('an entry', () => {
  it('is created in SMP and SML, written, read, and deleted', async () => {
    expect(await status('GET', groupPath(walk), { as: null })).toBe(404)
    expect(await smpInDns(walk)).toBeUndefined()
    expect(await putGroup(walk)).toBe(200)
    expect(await smpInDns(walk)).toBe(sandbox.settings.smp!.url)
    expect(await putType(walk, invoice, [one, two])).toBe(200)
    expect(await putType(walk, pint, ['urn:peppol:bis:billing'])).toBe(200)
    const group = await ask('GET', groupPath(walk), { as: null })
    expect(group.text.match(/ServiceMetadataReference href="[^"]*"/g)).toHaveLength(2)
    expect(processesIn(await ask('GET', typePath(walk, invoice), { as: null }))).toEqual([one, two])
    const complete = await ask('GET', `/complete${groupPath(walk)}`, { as: null })
    expect(processesIn(complete)).toEqual([one, two, 'urn:peppol:bis:billing'])
    expect(await status('DELETE', typePath(walk, pint))).toBe(200)
    expect(await status('GET', typePath(walk, pint), { as: null })).toBe(404)
    expect(await status('DELETE', `${groupPath(walk)}/services`)).toBe(200)
    expect(await status('GET', typePath(walk, invoice), { as: null })).toBe(404)
    expect(await deleteGroup(walk)).toBe(200)
    expect(await smpInDns(walk)).toBeUndefined()
    expect(await status('GET', groupPath(walk), { as: null })).toBe(404)
  })

  it('is in the list of its owner, over a token, too, and in that alone', async () => {
    expect(await putGroup('9915:listed')).toBe(200)
    expect(await putGroup('9915:listed-too', { as: other })).toBe(200)
    const listed = async (user: string, as: string) => {
      const { text } = await ask('GET', `/list/${user}`, { as })
      return [...text.matchAll(/%3A(listed[^"]*)"/g)].map(([, name]) => name)
    }
    expect(await listed('gateway', owner)).toEqual(['listed'])
    expect(await listed('gateway', `Bearer ${sandbox.settings.smp!.token}`)).toEqual(['listed'])
    expect(await listed('other', other)).toEqual(['listed-too'])
  })

  it('is there after a restart, in SMP, SML and DNS', async () => {
    const kept = '9915:kept'
    expect([await putGroup(kept), await putType(kept, invoice, [one])]).toEqual([200, 200])
    const before = await ask('GET', `/complete${groupPath(kept)}`, { as: null })
    await restart()
    expect(await smpInDns(kept)).toBe(sandbox.settings.smp!.url)
    const after = await ask('GET', `/complete${groupPath(kept)}`, { as: null })
    const hrefless = ({ text }: Answer) => text.replace(/href="[^"]*"/g, '')
    expect(hrefless(after)).toBe(hrefless(before))
    expect(await deleteGroup(kept)).toBe(200)
    await restart()
    expect([await status('GET', groupPath(kept)), await smpInDns(kept)]).toEqual([404, undefined])
  })

  it('stops the start when its file is damaged, and names it', async () => {
    await sandbox.close()
    const file = join(dataDir, 'sandbox', 'smp', 'broken.json')
    writeFileSync(file, '{"participant":"9915:x"}')
    await expect(
      startSandbox({ dataDir, receivers: [], limits: limits.reception }),
    ).rejects.toThrow(`${file} is damaged`)
    rmSync(file)
    sandbox = await startSandbox({ dataDir, receivers: [], limits: limits.reception })
    useUsers()
  })

  it('is replaced whole by a PUT of its type', async () => {
    expect(await putType('9915:listed', invoice, [one, two])).toBe(200)
    expect(await putType('9915:listed', invoice, [two])).toBe(200)
    expect(processesIn(await ask('GET', typePath('9915:listed', invoice)))).toEqual([two])
  })

  it('comes back as phoss SMP writes it: lower case, lines of 64, dates without .000', async () => {
    const mixed = groupPath('9915:mixed').replace('mixed', 'MiXed')
    const groupXml = groupBody('9915:mixed').replace('mixed', 'MiXed')
    expect(await status('PUT', mixed, { body: groupXml })).toBe(200)
    const certificate = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(130)}==`
    const extension = '<Extension><x:y xmlns:x="urn:x" a="1">  kept </x:y></Extension>'
    const endpoint = endpointXml({ certificate }).replace('</Endpoint>', `${extension}</Endpoint>`)
    const body = typeBody('9915:mixed', invoice, [[one, endpoint]])
    expect(await status('PUT', typePath('9915:mixed', invoice), { body })).toBe(200)
    const { text } = await ask('GET', typePath('9915:mixed', invoice))
    expect(text).toContain('>9915:mixed</ids:ParticipantIdentifier>')
    expect(text).toContain('>2026-11-28T11:49:55Z</smp:ServiceActivationDate>')
    expect(text).toContain(
      `<smp:Certificate>${'A'.repeat(64)}\n${'A'.repeat(64)}\nAA==</smp:Certificate>`,
    )
    expect(text).toMatch(/<x:y xmlns:x="urn:x" a="1"> {2}kept <\/x:y>/)
  })

  it('is hidden by a redirect, until that is deleted as well', async () => {
    const at = typePath('9915:listed', creditNote)
    const body = metadataBody(
      '<Redirect href="https://smp.example/x"><CertificateUID>CN=x</CertificateUID></Redirect>',
    )
    expect(await status('PUT', at, { body })).toBe(200)
    expect(await putType('9915:listed', creditNote, [one])).toBe(200)
    const shown = async () => (await ask('GET', at)).text.match(/<smp:(Redirect|Serv\w+Info)/)?.[1]
    expect(await shown()).toBe('Redirect')
    const { text } = await ask('GET', groupPath('9915:listed'))
    expect(text.match(/CreditNote-2/g)).toHaveLength(2)
    expect([await status('DELETE', at), await shown()]).toEqual([200, 'Redirect'])
    expect([await status('DELETE', at), await status('DELETE', at)]).toEqual([200, 404])
  })
})

describe('the owner of a group', () => {
  it('becomes who PUTs it, unasked, and the former one is refused', async () => {
    const taken = '9915:taken'
    expect(await putGroup(taken)).toBe(200)
    expect(await putType(taken, invoice, [one], other)).toBe(403)
    expect(await putGroup(taken, { as: other })).toBe(200)
    expect(await putType(taken, invoice, [one])).toBe(403)
    expect(await putType(taken, invoice, [one], other)).toBe(200)
    expect(await deleteGroup(taken)).toBe(403)
    expect(await deleteGroup(taken, { as: other })).toBe(200)
  })

  it('loses the extension that another PUT does not have', async () => {
    const at = groupPath('9915:extended')
    const extension = '<Extension><x:y xmlns:x="urn:x"/></Extension>'
    const has = async () => (await ask('GET', at)).text.includes('x:y')
    expect(await status('PUT', at, { body: groupBody('9915:extended', extension) })).toBe(200)
    expect(await has()).toBe(true)
    expect([await putGroup('9915:extended'), await has()]).toEqual([200, false])
  })
})

const ownRows: [string, Row][] = [
  [
    'of what the sandbox publishes itself',
    {
      path: groupPath('9915:fourcorner'),
      body: groupBody('9915:fourcorner'),
      is: [412, /publishes 'iso6523-actorid-upis::9915:fourcorner' by itself/],
    },
  ],
  ['with too much', { body: `<a>${'x'.repeat(2_000_001)}</a>`, is: [413, /^$/] }],
]

describe('a request is refused', () => {
  beforeAll(async () => {
    await putGroup(rowsGroup)
    await putType(rowsGroup, invoice, [one])
  })

  it.each([...rowsFor('gateway'), ...ownRows])(
    '%s',
    async (_, { method = 'PUT', path = groupPath(rowsGroup), is, ...more }) => {
      const body = method === 'PUT' ? { body: more.body ?? groupBody(rowsGroup) } : {}
      const before = await ask('GET', `/complete${groupPath(rowsGroup)}`)
      const answer = await ask(method, path, { ...more, ...body })
      expect([answer.status, answer.text]).toEqual([is[0], expect.stringMatching(is[1])])
      expect(await ask('GET', `/complete${groupPath(rowsGroup)}`)).toEqual(before)
    },
  )

  it('without a reason, where texts are switched off', async () => {
    sandbox.setSmp({ explains: false })
    const { status, text } = await ask('PUT', groupPath(rowsGroup), { as: 'Bearer a-secret' })
    expect([status, text]).toEqual([400, ''])
  })

  it('with 412 for each write while it only reads, whoever asks, and changes nothing', async () => {
    sandbox.setSmp({ isWritable: false })
    const group = groupPath(rowsGroup)
    const writes: [string, string][] = [
      ['PUT', group],
      ['DELETE', group],
      ['PUT', typePath(rowsGroup, invoice)],
      ['DELETE', typePath(rowsGroup, invoice)],
      ['DELETE', `${group}/services`],
      ['PUT', `/migration/outbound/start${group}`],
    ]
    for (const [method, path] of writes) expect(await status(method, path)).toBe(412)
    expect(await status('PUT', group, { as: null, body: '<' })).toBe(412)
    expect(processesIn(await ask('GET', typePath(rowsGroup, invoice)))).toEqual([one])
    const state = JSON.parse((await ask('GET', '/smp-status/', { as: null })).text)
    expect(state).toMatchObject({
      'smp.writable-rest-api.enabled': false,
      'smp.sml.enabled': true,
      'smp.publicurl': sandbox.settings.smp!.url,
    })
  })
})

describe('an SMP that', () => {
  const known = '9915:known'

  beforeAll(async () => {
    expect([await putGroup(known), await putType(known, invoice, [one])]).toEqual([200, 200])
  })

  it('is down answers nothing', async () => {
    sandbox.setSmp({ answers: 'none' })
    await expect(putType(known, invoice, [two])).rejects.toThrow('fetch failed')
    await expect(ask('GET', groupPath(known))).rejects.toThrow('fetch failed')
    sandbox.setSmp({ answers: 'all' })
    expect(processesIn(await ask('GET', typePath(known, invoice)))).toEqual([one])
  })

  it('loses its answers has done what it was asked, and is read', async () => {
    sandbox.setSmp({ answers: 'lost' })
    await expect(putType(known, invoice, [two])).rejects.toThrow('fetch failed')
    expect(processesIn(await ask('GET', typePath(known, invoice)))).toEqual([two])
  })

  it('serves an old copy has what was written once it serves it no more', async () => {
    sandbox.setSmp({ answers: 'old' })
    expect(await putType(known, invoice, [one, two])).toBe(200)
    expect(processesIn(await ask('GET', typePath(known, invoice)))).toEqual([two])
    sandbox.setSmp({ answers: 'all' })
    expect(processesIn(await ask('GET', typePath(known, invoice)))).toEqual([one, two])
  })
})

describe('when the SML fails', () => {
  const faults: SmlMode[] = ['badRequest', 'notFound', 'unauthorized', 'internal']
  const modes = [...faults, 'html500', 'empty500', 'drop', 'hang'] as const
  const here = '9915:here'

  beforeAll(async () => {
    await putGroup(here)
  })

  it.each(modes)('%s: nothing is created, deleted or moved, and types are written', async (sml) => {
    sandbox.setSmp({ sml, smlTimeoutMs: 20 })
    const gone = groupPath('9915:fault')
    expect(await ask('PUT', gone, { body: groupBody('9915:fault') })).toMatchObject({
      status: 500,
      text: `Failed to create '${full('9915:fault')}' in SML`,
    })
    expect((await ask('DELETE', groupPath(here))).text).toMatch(/^Failed to delete '.*' in SML$/)
    const started = await ask('PUT', `/migration/outbound/start${groupPath(here)}`)
    const reasons: Partial<Record<SmlMode, RegExp>> = {
      drop: /^java\.net\.SocketException/,
      hang: /Read timed out$/,
    }
    expect([started.status, started.text]).toEqual([
      500,
      expect.stringMatching(reasons[sml] ?? /^Failed to call prepareToMigrate on SML/),
    ])
    expect(await putType(here, invoice, [one])).toBe(200)
    expect([await status('GET', gone), await status('GET', groupPath(here))]).toEqual([404, 200])
    expect([await smpInDns('9915:fault'), await smpInDns(here)]).toEqual([
      undefined,
      sandbox.settings.smp!.url,
    ])
  })

  it('lost: it is done there and not here, until that is repaired', async () => {
    const lost = '9915:lost'
    sandbox.setSmp({ sml: 'lost' })
    expect([await putGroup(lost), await status('GET', groupPath(lost))]).toEqual([500, 404])
    expect(await smpInDns(lost)).toBe(sandbox.settings.smp!.url)
    sandbox.setSmp({ sml: 'ok' })
    expect(await putGroup(lost)).toBe(500)
    expect(await putGroup(lost, { query: '?create-in-sml=false' })).toBe(200)
    sandbox.setSmp({ sml: 'lost' })
    expect([await deleteGroup(lost), await status('GET', groupPath(lost))]).toEqual([500, 200])
    expect(await smpInDns(lost)).toBeUndefined()
    sandbox.setSmp({ sml: 'ok' })
    expect(await deleteGroup(lost)).toBe(500)
    expect(await deleteGroup(lost, { query: '?delete-in-sml=false' })).toBe(200)
  })

  it('slow: it is done', async () => {
    sandbox.setSmp({ sml: 'slow', smlTimeoutMs: 20 })
    expect([await putGroup('9915:slow'), await deleteGroup('9915:slow')]).toEqual([200, 200])
  })

  it('is not there at all: a group is created without it, and nothing moves', async () => {
    sandbox.setSmp({ hasSml: false })
    expect(await putGroup('9915:no-sml')).toBe(200)
    expect(await smpInDns('9915:no-sml')).toBeUndefined()
    const move = (what: string) => status('PUT', `/migration/${what}${groupPath('9915:no-sml')}`)
    expect(await move('outbound/start')).toBe(412)
    expect([await move('outbound/cancel'), await move('outbound/finalize')]).toEqual([400, 400])
    expect(await deleteGroup('9915:no-sml')).toBe(200)
  })
})

describe('a move', () => {
  const move = (what: string, participant: string, as = owner) =>
    ask('PUT', `/migration/outbound/${what}${groupPath(participant)}`, { as })
  const keyIn = ({ text }: Answer) => {
    const key = /<migrationKey>([^<]*)</.exec(text)?.[1] ?? ''
    return key.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  }
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const takeBody = (participant: string, key: string) =>
    `<x><participantID>${full(participant)}</participantID>` +
    `<migrationKey>${escaped(key)}</migrationKey></x>`
  const take = (participant: string, key: string, as = owner) =>
    ask('PUT', '/migration/inbound', { as, body: takeBody(participant, key) })
  let moving: string
  let count = 0

  beforeEach(async () => {
    moving = `9915:moving${count++}`
    expect([await putGroup(moving), await putType(moving, invoice, [one])]).toEqual([200, 200])
  })

  it('out: has one key, which is not told again, and which cancel does not take back', async () => {
    const key = keyIn(await move('start', moving))
    expect(key).toMatch(/^\S{24}$/)
    expect((await move('start', moving)).text).toMatch(/is already in progress at/)
    expect((await move('cancel', moving)).status).toBe(200)
    expect((await move('cancel', moving)).status).toBe(400)
    expect(await deleteGroup(moving, { query: '?delete-in-sml=false' })).toBe(200)
    expect((await take(moving, key, other)).status).toBe(200)
    expect((await take(moving, key, other)).status).toBe(400)
  })

  it('out: is not asked whose the group is', async () => {
    for (const what of ['start', 'cancel', 'start', 'finalize'])
      expect((await move(what, moving, other)).status).toBe(200)
  })

  it('out: of nothing is none, nor without credentials', async () => {
    expect((await move('start', '9915:none')).status).toBe(404)
    expect((await move('start', moving, 'Bearer x')).status).toBe(403)
    expect((await move('finalize', moving)).status).toBe(400)
  })

  it('out: finalized too early leaves DNS alone', async () => {
    await move('start', moving)
    expect((await move('finalize', moving)).status).toBe(200)
    expect(await status('GET', groupPath(moving))).toBe(404)
    expect(await smpInDns(moving)).toBe(sandbox.settings.smp!.url)
    expect(await putGroup(moving)).toBe(500)
    expect(await putGroup(moving, { query: '?create-in-sml=false' })).toBe(200)
  })

  it('out: is left behind by a deleted group, and by a restart', async () => {
    await move('start', moving)
    expect(await deleteGroup(moving)).toBe(200)
    expect((await move('finalize', moving)).status).toBe(404)
    expect(await putGroup(moving)).toBe(200)
    await restart()
    expect((await move('start', moving)).status).toBe(400)
    expect((await move('cancel', moving)).status).toBe(200)
    expect((await move('start', moving)).status).toBe(200)
  })

  it('in: leads DNS to the other SMP, where the group is empty', async () => {
    const users = [{ user: 'theirs', token: 'their-password' }]
    const elsewhere = await startOtherSmp(sandbox, { dataDir, users })
    try {
      const key = keyIn(await move('start', moving))
      const there = (body: string) =>
        askAt(`${elsewhere.url}/migration/inbound`, 'PUT', {
          as: basic('theirs', 'their-password'),
          body,
        })
      expect(await there(takeBody(moving, 'wrong'))).toMatchObject({
        status: 500,
        text: expect.stringContaining('Failed to confirm the migration'),
      })
      expect(await smpInDns(moving)).toBe(sandbox.settings.smp!.url)
      expect((await there(takeBody(moving, key))).text).toContain('serviceGroupCreated="true"')
      expect(await smpInDns(moving)).toBe(elsewhere.url)
      expect((await askAt(elsewhere.url + groupPath(moving), 'GET')).text).not.toContain('href')
      expect(processesIn(await ask('GET', typePath(moving, invoice)))).toEqual([one])
      expect(await deleteGroup(moving)).toBe(500)
      expect((await move('finalize', moving)).status).toBe(200)
      expect(await status('GET', groupPath(moving))).toBe(404)
    } finally {
      await elsewhere.close()
    }
  })

  it('in: takes the key in the path, too, and only a whole request', async () => {
    const key = keyIn(await move('start', moving))
    await move('finalize', moving)
    const path = `/migration/inbound${groupPath(moving)}`
    expect(await status('PUT', `${path}/${encodeURIComponent('wrong#%')}`)).toBe(500)
    for (const body of ['', '<x/>', `<x><participantID>${full(moving)}</participantID></x>`])
      expect(await status('PUT', '/migration/inbound', { body })).toBe(400)
    expect(await status('PUT', `${path}/${encodeURIComponent(key)}`)).toBe(200)
  })

  it('in: a lost answer is repaired without the SML', async () => {
    const key = keyIn(await move('start', moving))
    await move('finalize', moving)
    sandbox.setSmp({ sml: 'lost' })
    expect((await take(moving, key)).status).toBe(500)
    sandbox.setSmp({ sml: 'ok' })
    expect((await take(moving, key)).status).toBe(500)
    expect(await putGroup(moving, { query: '?create-in-sml=false' })).toBe(200)
  })
})

it('takes 500 document types of a participant, and no more', async () => {
  const user = { user: 'many', token: 'many-password' }
  const folder = join(dataDir, 'MANY-SMP', 'smp')
  const typeOf = (at: number) => invoice.replace('billing:3.0', `billing:3.${at}`)
  const types = Array.from({ length: 500 }, (_, at): [string, TypeEntry] => [typeOf(at), {}])
  openSmpEntries(folder).put({ participant: '9915:many', owner: 'many', extension: '', types })
  const smp = await startOtherSmp(sandbox, { dataDir, users: [user], id: 'MANY-SMP' })
  const put = (type: string) =>
    askAt(smp.url + typePath('9915:many', type), 'PUT', {
      as: basic(user.user, user.token),
      body: typeBody('9915:many', type, [[one, endpointXml()]]),
    })
  try {
    expect([(await put(typeOf(499))).status, (await put(typeOf(500))).status]).toEqual([200, 507])
  } finally {
    await smp.close()
  }
})

it('keeps a file for each entry, and no other', async () => {
  const folder = join(dataDir, 'sandbox', 'smp')
  const before = readdirSync(folder).length
  await putGroup('9915:file')
  expect(readdirSync(folder)).toHaveLength(before + 1)
  await deleteGroup('9915:file')
  expect(readdirSync(folder)).toHaveLength(before)
})
