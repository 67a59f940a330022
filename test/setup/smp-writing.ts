// Each call of the writer against an SMP with its SML: what is read back after it, what a lost
// answer of the SML leaves behind, and how that is repaired. The cases are the same for phoss SMP
// and for that of the sandbox.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Identifier,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import type { SmlMode } from '../../src/sandbox/sml-call.ts'
import { type OpenWriter, openWriter } from './open-writer.ts'

export type WritingNetwork = {
  /** The settings of a gateway whose SMP is the first. */
  environment: Record<string, string>
  /** Two of them. */
  smps: { url: string }[]
  /** The settings for the second, and those for another user of the first. */
  atSecond: Record<string, string>
  asOther: Record<string, string>
  /** Writes a file, and resolves with its path. */
  file(name: string, content: string): string
  setSml(mode: SmlMode): void
  close(): Promise<void>
}
const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017' +
    '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const process = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const endpoint = {
  ...{ transportProfile: 'peppol-transport-as4-v2_0', url: 'https://ap.example/as4' },
  ...{ businessLevelSignature: 'false', certificate: 'MIID', description: '<A> & b' },
  ...{ contactUrl: 'https://example.com', activatesAt: '2026-01-01T00:00:00.000Z' },
  extensions: [
    '<Extension xmlns="http://busdox.org/serviceMetadata/publishing/1.0/">' +
      '<x:a xmlns:x="urn:x" b="1">t</x:a></Extension>',
  ],
}
const services = {
  documentType,
  processes: [{ process, endpoints: [endpoint], extensions: [] }],
  extensions: [],
}

export function itWrites(start: () => Promise<WritingNetwork>): void {
  let network: WritingNetwork
  let ours: OpenWriter
  let theirs: OpenWriter

  const open = (change: Record<string, string>) => openWriter({ ...network.environment, ...change })
  const dnsOf = (participant: Identifier) => ours.dnsOf(participant)

  beforeAll(async () => {
    network = await start()
    ours = open({})
    theirs = open(network.atSecond)
  })

  afterAll(async () => {
    await ours?.close()
    await theirs?.close()
    await network?.close()
  })

  const groupOf = (participant: Identifier) => ours.smp.smp.group(participant)

  it('creates a group with the SML, and its type with all parts', async () => {
    const participant = parseParticipant('9915:written')
    expect(await ours.writer.createGroup(participant, { inSml: true })).toBeUndefined()
    expect(await dnsOf(participant)).toBe(network.smps[0]!.url)
    expect(await ours.writer.putType(participant, services)).toBeUndefined()
    const found = await ours.smp.smp.type(participant, documentType)
    // phoss SMP writes other prefixes, and both write no milliseconds.
    const extension = expect.stringMatching(/<(x:)?a xmlns(:x)?="urn:x" b="1">t<\/\1a>/)
    const read = { ...endpoint, activatesAt: '2026-01-01T00:00:00Z', extensions: [extension] }
    expect(found).toEqual({
      ...{ documentType, kind: 'services', extensions: [], unmodelled: [] },
      processes: [{ process, endpoints: [read], extensions: [] }],
    })
    // Twice the same.
    expect(await ours.writer.putType(participant, services)).toBeUndefined()
    expect(await ours.writer.createGroup(participant, { inSml: true })).toMatchObject({
      code: 'smp.not-as-planned',
    })
    expect(await ours.writer.deleteType(participant, documentType)).toBeUndefined()
    expect(await ours.writer.deleteType(participant, documentType)).toMatchObject({
      ...{ code: 'smp.not-found', next: 'read' },
    })
    expect(await ours.writer.deleteGroup(participant, { inSml: true })).toBeUndefined()
    expect([await groupOf(participant), await dnsOf(participant)]).toEqual([undefined, undefined])
  })

  it('is told what is against the schema, and what is twice', async () => {
    const participant = parseParticipant('9915:refused')
    await ours.writer.createGroup(participant, { inSml: true })
    const { processes } = services
    expect(await ours.writer.putType(participant, { ...services, processes: [] })).toMatchObject({
      ...{ code: 'smp.request-refused', next: 'stop', detail: expect.stringMatching(/our XML/) },
    })
    const twice = [...processes, ...processes]
    expect(await ours.writer.putType(participant, { ...services, processes: twice })).toMatchObject(
      { code: 'smp.request-refused', next: 'read', detail: expect.stringMatching(/already/) },
    )
  })

  it.each(['badRequest', 'drop', 'hang'] as const)(
    'knows nothing after the SML: %s',
    async (mode) => {
      const participant = parseParticipant(`9915:${mode}`)
      network.setSml(mode)
      const fault = await ours.writer.createGroup(participant, { inSml: true })
      network.setSml('ok')
      expect(fault).toMatchObject({ code: 'smp.outcome-unknown', next: 'read' })
      expect([await groupOf(participant), await dnsOf(participant)]).toEqual([undefined, undefined])
      expect(await ours.writer.createGroup(participant, { inSml: true })).toBeUndefined()
    },
  )

  it('repairs answers of the SML that were lost', async () => {
    const participant = parseParticipant('9915:lost')
    network.setSml('lost')
    expect(await ours.writer.createGroup(participant, { inSml: true })).toMatchObject({
      code: 'smp.outcome-unknown',
    })
    network.setSml('ok')
    expect(await groupOf(participant)).toBeUndefined()
    expect(await dnsOf(participant)).toBe(network.smps[0]!.url)
    expect(await ours.writer.createGroup(participant, { inSml: false })).toBeUndefined()
    network.setSml('lost')
    expect(await ours.writer.deleteGroup(participant, { inSml: true })).toMatchObject({
      code: 'smp.outcome-unknown',
    })
    network.setSml('ok')
    expect(await groupOf(participant)).toBeDefined()
    expect(await dnsOf(participant)).toBeUndefined()
    expect(await ours.writer.deleteGroup(participant, { inSml: false })).toBeUndefined()
    expect(await groupOf(participant)).toBeUndefined()
  })

  it('takes nothing from another user of the SMP', async () => {
    const other = open(network.asOther)
    const participant = parseParticipant('9915:others')
    expect(await other.writer.createGroup(participant, { inSml: true })).toBeUndefined()
    const code = 'smp.not-as-planned'
    expect(await ours.writer.createGroup(participant, { inSml: true })).toMatchObject({ code })
    expect(await ours.writer.putType(participant, services)).toMatchObject({ code })
    expect(await ours.writer.deleteGroup(participant, { inSml: true })).toMatchObject({ code })
    expect(await ours.writer.startMigration(participant)).toMatchObject({ fault: { code } })
    expect(await other.smp.smp.own()).toContain('9915:others')
    await other.close()
  })

  it('moves a participant from one SMP to another', async () => {
    const participant = parseParticipant('9915:moves')
    await ours.writer.createGroup(participant, { inSml: true })
    const first = await ours.writer.startMigration(participant)
    const key = 'key' in first ? first.key : ''
    expect(key).toHaveLength(24)
    // The key of a move that was cancelled and begun anew is worthless.
    expect(await ours.writer.startMigration(participant)).toMatchObject({
      fault: { code: 'smp.request-refused', next: 'read' },
    })
    expect(await ours.writer.cancelMigration(participant)).toBeUndefined()
    const second = await ours.writer.startMigration(participant)
    const current = 'key' in second ? second.key : ''
    expect(await theirs.writer.takeMigration(participant, key)).toMatchObject({
      code: 'smp.outcome-unknown',
    })
    expect(await ours.writer.finalizeMigration(participant)).toMatchObject({
      code: 'smp.not-as-planned',
    })
    expect(await theirs.writer.takeMigration(participant, current)).toBeUndefined()
    expect(await dnsOf(participant)).toBe(network.smps[1]!.url)
    expect(await theirs.smp.smp.own()).toContain('9915:moves')
    expect(await ours.writer.finalizeMigration(participant)).toBeUndefined()
    expect(await groupOf(participant)).toBeUndefined()
  })

  it('says that a wrong password is refused', async () => {
    const wrong = open({ SMP_PASSWORD_FILE: network.file('wrong-password', 'secret-x') })
    const participant = parseParticipant('9915:refused')
    const fault = await wrong.writer.putType(participant, services)
    expect(fault).toMatchObject({
      ...{ code: 'smp.unreadable', detail: expect.stringMatching(/refuses our credentials.*403/) },
    })
    await wrong.close()
  })
}
