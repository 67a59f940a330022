// What five corners say of one document: it goes from a gateway to another one, or to itself, both
// access points report it, and the tax authority of the sandbox answers both.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { buildUserMessage } from '../src/as4/index.ts'
import { readConfig } from '../src/config/config.ts'
import { newUuid } from '../src/crypto/index.ts'
import { buildSbd, formatIdentifier, parseParticipant } from '../src/peppol/index.ts'
import { buildMls, mlsDocumentType, mlsProcess } from '../src/reporting/index.ts'
import { copyKeysTo } from './sandbox/shared.ts'
import { temporaryFolder, testDatabase } from './store/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not typed
type Json = any

type Side = { app: App; call(path: string, body?: object | string, method?: string): Promise<Json> }

/** An invoice of each regime without faults; the identifiers of its parties are replaced. */
type Sources = Record<'ae' | 'sk', Buffer>

type Parties = { seller: string; buyer: string; neighbour: string }

const partiesOf: Record<'ae' | 'sk', Parties> = {
  ae: { seller: '0235:1987654321', buyer: '0235:1345678901', neighbour: '0235:1234567890' },
  sk: {
    ...{ seller: '0088:7300010000001', buyer: '0088:7300010000018' },
    neighbour: '0088:7300010000025',
  },
}
const export99 = '0235:9900000099'

const settingsOf = (regime: 'ae' | 'sk', participants: string[]) => ({
  ...{ regime, participants, from: '2026-01-01' },
  receiver: `0242:900000-TAX_${regime.toUpperCase()}`,
  ...(regime === 'sk' ? { authority: { id: 'SK', name: 'Finančná správa' } } : {}),
})

const silent = { info() {}, warn() {}, error() {} }

async function startSide(settings: object, joins?: object): Promise<Side> {
  const app = await startApp(readConfig({ PORT: '0', ...settings }), silent, () => {}, {
    ...(joins ? { joins: joins as never } : {}),
  })
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/api/v1`
  return {
    app,
    async call(path, body, method = body === undefined ? 'GET' : 'POST') {
      const isXml = typeof body === 'string'
      const headers = {
        'X-API-Token': app.firstToken!,
        ...(body === undefined
          ? {}
          : { 'Content-Type': isXml ? 'application/xml' : 'application/json' }),
        ...(isXml ? { 'X-Validation': 'false', Prefer: 'wait=30' } : {}),
      }
      const init = body === undefined ? {} : { body: isXml ? body : JSON.stringify(body) }
      const answer = await fetch(url + path, { method, headers, ...init })
      const json = (await answer.json()) as Json
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
      return json
    },
  }
}

/** The tenant of a side reports for all, and receives for one of each regime. */
async function setUp({ call }: Side, receives: 'buyer' | 'neighbour'): Promise<void> {
  const regimes = ['ae', 'sk'] as const
  const all = Object.values(partiesOf).flatMap((parties) => Object.values(parties))
  const { id } = await call('/tenant')
  const taxReporting = regimes.map((regime) => settingsOf(regime, Object.values(partiesOf[regime])))
  await call(`/tenants/${id}`, { participants: all, taxReporting }, 'PATCH')
  for (const regime of regimes)
    await call('/registrations', {
      ...{ participant: partiesOf[regime][receives], country: 'BE' },
      documentTypes: [documentTypeOf[regime]],
    })
}

const documentTypeOf = {
  ae:
    'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
    'urn:peppol:pint:billing-1@ae-1::2.1',
  sk:
    'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
}

/** The source with a number and a UUID of its own, from and to those participants. */
function invoiceOf(source: Buffer, { seller, buyer }: { seller: string; buyer: string }): string {
  const endpoints = [seller, buyer].map((participant) => participant.split(':'))
  return source
    .toString()
    .replace(/<\?xml[^>]*\?>\s*/, '')
    .replace(/<cbc:UUID>[^<]*<\/cbc:UUID>/, `<cbc:UUID>${randomUUID()}</cbc:UUID>`)
    .replace(/(<cbc:ID[^>]*>)[^<]*(<\/cbc:ID>)/, `$1T-${randomUUID().slice(0, 8)}$2`)
    .replace(/(<cbc:EndpointID schemeID=")[^"]*">[^<]*/g, (whole, start) => {
      const [scheme, id] = endpoints.shift() ?? []
      return scheme ? `${start}${scheme}">${id}` : whole
    })
}

async function until<Found>(
  ask: () => Promise<Found>,
  isSo: (found: Found) => boolean,
): Promise<Found> {
  for (const deadline = Date.now() + 30_000; ; await pause(30)) {
    const found = await ask()
    if (isSo(found) || Date.now() > deadline) return found
  }
}

/** `settings` of both gateways: by the same rules as theirs the authority judges. */
export function exchangesInFiveCorners(sources: Sources, settings: { RULES_DIR?: string }): void {
  let first: Side
  let second: Side
  beforeAll(async () => {
    const database = await testDatabase()
    await database.empty()
    const folder = mkdtempSync(join(await temporaryFolder(), 'exchange-'))
    const dataDir = join(folder, 'first')
    await copyKeysTo(join(dataDir, 'sandbox', 'pki'))
    first = await startSide({ ...settings, DATA_DIR: dataDir, DATABASE_URL: database.url })
    const { sandbox } = first.app
    const keys = await sandbox!.admit('POP900003')
    const joins = { settings: { ...sandbox!.settings, keys }, publish: sandbox!.publish }
    second = await startSide({ ...settings, DATA_DIR: join(folder, 'second') }, joins)
    await setUp(first, 'buyer')
    await setUp(second, 'neighbour')
  })
  afterEach(() => first.app.sandbox!.setTaxAuthorities({ answers: 'right' }))
  afterAll(async () => {
    await second?.app.stop()
    await first?.app.stop()
  })

  const listedAbout = (...ids: string[]): Json[] =>
    readFileSync(join(first.app.sandbox!.inbox, 'tax-reports.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ instanceIdentifier }) => ids.includes(instanceIdentifier))
      .sort((one, other) => one.role.localeCompare(other.role))

  const sent = (xml: string) => first.call('/documents/submit?countryC1=AE', xml)
  const recordOf = (id: string) => first.call(`/status/${id}`)
  const ended = (id: string, isSo = isEnded) => until(() => recordOf(id), isSo)
  const isEnded = ({ taxReport, mls }: Json) =>
    !['pending', 'sent'].includes(taxReport.status) && mls.status !== 'awaited'
  const isAnswered = ({ taxReport }: Json) => !['pending', 'sent'].includes(taxReport.status)

  /** What came of a document that was sent, at its receiver, once it is there. */
  async function arrived(side: Side, instance: string): Promise<Json> {
    const { data } = await until(
      () => side.call('/inbound?limit=50'),
      ({ data }) => data.some((one: Json) => isOf(one, instance) && one.status !== 'received'),
    )
    return data.find((one: Json) => isOf(one, instance))
  }
  const isOf = (one: Json, instance: string) => one.instanceIdentifier === instance

  const sideOf = (where: Where) => (where === 'buyer' ? first : second)
  type Where = 'buyer' | 'neighbour'
  const cases = (['ae', 'sk'] as const).flatMap((regime) =>
    (['buyer', 'neighbour'] as const).map((where) => [regime, where] as const),
  )
  const roles = { ae: ['01', '02'], sk: ['C2', 'C3'] }

  describe('a document is reported by both access points, and both are answered', () => {
    it.each(cases)('%s, to the %s', async (regime, where) => {
      const { seller, [where]: buyer } = partiesOf[regime]
      const { id } = await sent(invoiceOf(sources[regime], { seller, buyer }))
      const side = sideOf(where)
      const inbound = await arrived(side, id)
      await side.call(`/inbound/${inbound.id}/status`, { code: 'AP' })
      const record = await ended(id)
      const accepted = { status: 'accepted', code: 'AP', regime }
      expect(record).toMatchObject({
        ...{ status: 'delivered', outcome: 'succeeded' },
        mls: { status: 'accepted', code: 'AP' },
        taxReport: { ...accepted, role: 'sender' },
      })
      const received = await until(() => side.call(`/inbound/${inbound.id}`), isAnswered)
      expect(received.taxReport).toMatchObject({ ...accepted, role: 'receiver' })
      const reports = listedAbout(record.taxReport.documentId, received.taxReport.documentId)
      const [firstAp, secondAp] = ['POP900001', where === 'buyer' ? 'POP900001' : 'POP900003']
      expect(reports).toMatchObject([
        { type: 'S', role: roles[regime][0], verdict: 'AP', reporter: seller, from: firstAp },
        { type: 'S', role: roles[regime][1], verdict: 'AP', reporter: buyer, from: secondAp },
      ])
      if (regime === 'ae')
        expect(reports.map(({ transportHeaderId }) => transportHeaderId)).toEqual([id, id])
    })
  })

  describe('a document that is not valid', () => {
    it.each(cases)('is refused by its receiver: %s, to the %s', async (regime, where) => {
      const { seller, [where]: buyer } = partiesOf[regime]
      const whole = invoiceOf(sources[regime], { seller, buyer })
      const { id } = await sent(whole.replace(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, ''))
      const side = sideOf(where)
      const inbound = await arrived(side, id)
      const record = await ended(id)
      expect(record).toMatchObject({
        ...{ status: 'delivered', outcome: 'rejected' },
        mls: { status: 'rejected', code: 'RE' },
      })
      const { taxReport } = await until(() => side.call(`/inbound/${inbound.id}`), isAnswered)
      if (regime === 'sk') {
        expect(taxReport).toMatchObject({ status: 'not-applicable', detail: 'It is not valid.' })
        return
      }
      expect(taxReport).toMatchObject({ status: 'accepted', code: 'AP', role: 'receiver' })
      expect(listedAbout(taxReport.documentId)).toMatchObject([
        { type: 'F', role: '02', verdict: 'AP', transportHeaderId: id },
      ])
    })
  })

  it('an export is reported, and sent to nobody', async () => {
    const { seller } = partiesOf.ae
    const answer = await sent(invoiceOf(sources.ae, { seller, buyer: export99 }))
    expect(answer).toMatchObject({ certainty: 'not-sent' })
    const record = await ended(answer.id, ({ completedAt }) => completedAt !== undefined)
    expect(record).toMatchObject({
      ...{ status: 'reported', outcome: 'succeeded', certainty: 'not-sent' },
      ...{ attempts: 0, taxReport: { status: 'accepted', code: 'AP' } },
    })
    const reports = listedAbout(record.taxReport.documentId)
    expect(reports).toMatchObject([{ type: 'S', role: '01', verdict: 'AP' }])
    expect(reports[0]).not.toHaveProperty('transportHeaderId')
  })

  describe('what the authority says of a report', () => {
    const answering = (answers: Parameters<NonNullable<App['sandbox']>['setTaxAuthorities']>[0]) =>
      first.app.sandbox!.setTaxAuthorities(answers)
    async function sentAndSeen(regime: 'ae' | 'sk'): Promise<Json> {
      const { id } = await sent(invoiceOf(sources[regime], partiesOf[regime]))
      return until(
        () => recordOf(id),
        ({ taxReport }) => taxReport.status !== 'pending',
      )
    }
    /** Another document is answered after it. */
    const later = async () => {
      answering({ answers: 'right' })
      const { id } = await sentAndSeen('sk')
      await ended(id, isAnswered)
    }

    it.each(['ae', 'sk'] as const)('rejects it, with RE: %s', async (regime) => {
      answering({ answers: 'rejected' })
      const { id } = await sentAndSeen(regime)
      const { taxReport, status } = await ended(id, isAnswered)
      expect({ status, taxReport }).toMatchObject({
        ...{ status: 'delivered', taxReport: { status: 'rejected', code: 'RE' } },
      })
    })

    it('changes nothing when it is about another document', async () => {
      answering({ answers: 'wrong' })
      const { id } = await sentAndSeen('ae')
      await later()
      expect((await recordOf(id)).taxReport).toMatchObject({ status: 'sent' })
    })

    it('changes nothing when another access point says it', async () => {
      answering({ answers: 'none' })
      const { id, taxReport } = await sentAndSeen('ae')
      await sendAsStranger(taxReport.documentId)
      const { auditLog } = await until(
        () => first.call(`/status/${taxReport.documentId}/history`),
        ({ auditLog }) => auditLog.some(({ event }: Json) => event === 'mls-ignored'),
      )
      expect(auditLog.at(-1)).toMatchObject({
        ...{ event: 'mls-ignored', actor: 'access-point:POP900004' },
      })
      const seen = (await recordOf(id)).taxReport
      expect({ status: seen.status, code: seen.code }).toEqual({ status: 'sent', code: undefined })
    })

    it('counts once when it is said twice', async () => {
      answering({ answers: 'twice' })
      const { id, taxReport } = await sentAndSeen('ae')
      await ended(id, isAnswered)
      await later()
      const { auditLog } = await first.call(`/status/${id}/history`)
      const told = auditLog
        .map(({ event }: Json) => event)
        .filter((one: string) => /^tax-/.test(one))
      expect(told).toEqual(['tax-report-pending', 'tax-report-sent', 'tax-report-accepted'])
      expect(listedAbout(taxReport.documentId)).toHaveLength(1)
    })
  })

  /** An AP about a document, by a provider to whom it was not sent. */
  async function sendAsStranger(documentId: string): Promise<void> {
    const { sandbox, gateway, as4Url } = first.app
    const keys = await sandbox!.admit('POP900004')
    const at = new Date()
    const id = newUuid(at)
    const document = buildMls({
      ...{ id, issuedAt: at, code: 'AP', issues: [], documentId },
      ...{ sender: '900004', receiver: '900001' },
    })
    const header = {
      ...{ sender: parseParticipant('0242:900004'), receiver: parseParticipant('0242:900001') },
      ...{ documentType: mlsDocumentType, process: mlsProcess, countryC1: 'ZZ' },
      ...{ instanceIdentifier: id, createdAt: at },
    }
    const message = await buildUserMessage(
      {
        ...{ messageId: `${id}@stranger.test`, conversationId: id, timestamp: at },
        service: { type: mlsProcess.scheme, value: mlsProcess.value },
        action: formatIdentifier(mlsDocumentType),
        ...{ originalSender: header.sender, finalRecipient: header.receiver },
        payload: buildSbd(header, document.subarray(document.indexOf('<ApplicationResponse'))),
        contentId: 'payload@stranger.test',
      },
      keys,
      gateway.peppolAccess.keys.certificate,
    )
    const answer = await fetch(as4Url!, {
      method: 'POST',
      headers: { 'Content-Type': message.contentType },
      body: new Uint8Array(message.body),
    })
    expect(await answer.text()).toContain('Receipt')
  }
}
