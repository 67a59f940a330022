// The monthly reports to Peppol, from the exchanges in the database: held against counts that are
// made one by one from a list.
import { describe, expect, it } from 'vitest'
import { deliver } from '../../../src/core/deliver/deliver.ts'
import type { Gateway } from '../../../src/core/gateway.ts'
import { serviceTenantId } from '../../../src/core/identity/service-provider.ts'
import { ownShareOfMonth } from '../../../src/core/operations/own-share.ts'
import { showReporting, submitReports, writeReports } from '../../../src/core/operations/reports.ts'
import { commonName } from '../../../src/crypto/index.ts'
import { formatIdentifier, parseDocumentType } from '../../../src/peppol/index.ts'
import {
  buildEndUserReport,
  buildTransactionReport,
  endUserReportDocumentType,
  transactionReportDocumentType,
} from '../../../src/reporting/index.ts'
import type { NewArrival } from '../../../src/store/inbound/arrivals.ts'
import {
  countEndUsers,
  countTransactions,
  type Exchange,
  monthOf,
} from '../../reporting/exchanges.ts'
import { newAccept, newArrival, receiveDocument } from '../../store/records.ts'
import { openReceivingGateway, receiver } from '../arrivals.ts'
import { keepExchanges } from '../keep-exchanges.ts'

const test = await openReceivingGateway()
const { gateway, pool, caller, clock, register, send, work } = test
const { store } = gateway
const reporter = commonName(gateway.peppolAccess.keys.certificate)!

const orderType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Order-2::Order' +
    '##urn:fdc:peppol.eu:poacc:trns:order:3::2.1',
)

const exchanged = (exchanges: readonly Exchange[], times: readonly string[]) =>
  keepExchanges(pool, exchanges, times)

const inside = ['2026-02-01T00:00:00.000Z', '2026-02-14T12:00:00Z', '2026-02-28T23:59:59.999Z']
const outside = ['2026-01-31T23:59:59.999Z', '2026-03-01T00:00:00.000Z']
const month = '2026-02'

/** The gateway on the production network, at the beginning of a day. */
function onProduction(day = '2026-03-02'): Gateway {
  const { peppolAccess } = gateway
  const network = { ...peppolAccess.network, name: 'production' as const }
  return {
    ...gateway,
    peppolAccess: { ...peppolAccess, network },
    now: () => new Date(`${day}T00:00:00Z`),
  }
}

/** The first one is the TSR: their ids are of the same moment. */
const queued = async () =>
  (
    await store.listDocuments(serviceTenantId, {
      ...{ direction: ['outbound'], sort: 'createdAt', limit: 10 },
    })
  ).documents.sort((one, other) => (one.number! < other.number! ? 1 : -1))

describe('the reports of a month', () => {
  it('say what a count of the list one by one says, and nothing of the months beside', async () => {
    const exchanges = monthOf(3_000, 7)
    await exchanged(exchanges, inside)
    await exchanged(monthOf(500, 8), outside)
    const written = await writeReports(gateway, month)
    const head = { month, reporter }
    const expected = [
      buildTransactionReport({ ...head, exchanges: countTransactions(exchanges) }),
      buildEndUserReport({ ...head, endUsers: countEndUsers(exchanges) }),
    ].map(String)
    expect(written.map(({ xml }) => xml)).toEqual(expected)
    expect(written.map(({ name }) => name)).toEqual(['tsr-2026-02.xml', 'eusr-2026-02.xml'])
    // One exchange more at either end would show.
    await exchanged(exchanges.slice(0, 2), [inside[0]!, inside[2]!])
    expect((await writeReports(gateway, month)).map(({ xml }) => xml)).not.toEqual(expected)
  })

  it('are zero when nothing was exchanged', async () => {
    await exchanged(monthOf(10, 1), outside)
    const [transactions, endUsers] = await writeReports(gateway, month)
    expect(transactions!.xml).toContain('<Incoming>0</Incoming><Outgoing>0</Outgoing>')
    expect(transactions!.xml).not.toContain('<Subtotal')
    expect(endUsers!.xml).toContain('<SendingOrReceivingEndUsers>0<')
    expect(endUsers!.xml).not.toContain('<Subset')
  })

  it('are shown as totals that add up, those of reports apart', async () => {
    const exchanges = monthOf(1_000, 9)
    await exchanged(exchanges, inside)
    await exchanged(exchanges, outside)
    const shown = await showReporting(gateway, month)
    const { incoming, outgoing, uncounted } = shown.exchanges
    expect(incoming + outgoing + uncounted).toBe(1_000)
    const reports = [transactionReportDocumentType, endUserReportDocumentType]
    expect(uncounted).toBe(
      exchanges.filter(({ documentType }) => reports.includes(documentType)).length,
    )
    const all = countEndUsers(exchanges).find((row) => !row.documentType && !row.country)!
    expect(shown).toMatchObject({ month, reporter, isOver: true, endUsers: all, submitted: [] })
  })

  it('count what was really sent and received', async () => {
    await register()
    await send()
    await test.submit()
    await test.attempt()
    const now = gateway.now().toISOString().slice(0, 7)
    const shown = await showReporting(gateway, now)
    expect(shown).toMatchObject({
      isOver: false,
      exchanges: { incoming: 1, outgoing: 1, uncounted: 0 },
      endUsers: { sending: 1, receiving: 1, sendingOrReceiving: 2 },
    })
    const [transactions] = await writeReports(gateway, now)
    expect(transactions!.xml).toContain('schemeID="ReceiverCountry">BE<')
  })
})

describe('an end user whose country is not known', () => {
  const arrived = (changes: Partial<NonNullable<NewArrival['exchange']>> = {}): NewArrival => {
    const arrival = newArrival(caller.tenant.id, {
      receiver: { id: receiver },
      documentTypeId: formatIdentifier(orderType),
    })
    return { ...arrival, exchange: { ...arrival.exchange!, ...changes } }
  }

  it('is named, and nothing is reported without them', async () => {
    await receiveDocument(store, arrived())
    const refused = { code: 'reporting.country-unknown', detail: expect.stringContaining(receiver) }
    await expect(writeReports(gateway, '2026-03')).rejects.toMatchObject(refused)
    await expect(
      submitReports(onProduction('2026-04-01'), '2026-03', 'test'),
    ).rejects.toMatchObject(refused)
    expect(await queued()).toEqual([])
  })

  it('is no obstacle once the participant is registered with its country', async () => {
    await receiveDocument(store, arrived())
    await register()
    const [, endUsers] = await writeReports(gateway, '2026-03')
    expect(endUsers!.xml).toContain('schemeID="EndUserCountry">BE<')
  })

  it('is one whose country does not exist, in what was sent too', async () => {
    await store.keepArrival(arrived({ countryC4: 'QQ' }))
    const { document } = newAccept(caller.tenant.id)
    await store.acceptDocument({ ...newAccept(caller.tenant.id), document })
    await pool.query(
      `insert into exchanges values
         ($1, '2026-03-05', 'outbound', 'POP000306', $2, $3, 'QX', null, 'somebody')`,
      [document.id, document.documentTypeId, document.processId],
    )
    await expect(writeReports(gateway, '2026-03')).rejects.toMatchObject({
      errors: [
        { value: document.sender.id, message: expect.stringContaining("'QX' is none") },
        { value: receiver, message: expect.stringContaining("'QQ' is none") },
      ],
    })
  })

  it('does not matter in another month', async () => {
    await receiveDocument(store, arrived())
    expect(await writeReports(gateway, '2026-02')).toHaveLength(2)
  })
})

describe('sending the reports', () => {
  it('queues one of each for OpenPeppol, and the same ones only once', async () => {
    await register()
    const sent = await submitReports(onProduction(), month, 'test')
    expect(sent).toMatchObject([
      { report: 'TSR', status: 'accepted' },
      { report: 'EUSR', status: 'accepted' },
    ])
    expect(await submitReports(onProduction(), month, 'test')).toEqual(sent)
    // The log names each of them once, and who sent it.
    const { items } = await store.logPage({ events: ['report.submitted'] }, { limit: 9 })
    expect(items.reverse().map(({ actor, subject }) => [actor, subject])).toEqual(
      sent.map(({ id }) => ['test', id]),
    )
    const documents = await queued()
    expect(documents).toMatchObject([
      { documentTypeId: formatIdentifier(transactionReportDocumentType) },
      { documentTypeId: formatIdentifier(endUserReportDocumentType) },
    ])
    for (const { sender, receiver: to, countryC1, test: isTest } of documents)
      expect({ sender, to, countryC1, isTest }).toEqual({
        sender: { id: `0242:${reporter.slice(3)}` },
        to: { id: '9925:be0848934496' },
        countryC1: expect.stringMatching(/^[A-Z]{2}$/),
        isTest: false,
      })
    const { bytes } = (await store.latestFile(documents[0]!.id, 'ubl'))!
    expect(bytes.toString()).toBe((await writeReports(gateway, month))[0]!.xml)
    expect((await showReporting(gateway, month)).submitted).toHaveLength(2)
    expect((await showReporting(gateway, '2026-01')).submitted).toEqual([])
  })

  it('sends a report again that has changed, and one that failed', async () => {
    await register()
    const [first] = await submitReports(onProduction(), month, 'test')
    await exchanged(monthOf(1, 3), inside)
    const [changed] = await submitReports(onProduction(), month, 'test')
    expect(changed!.id).not.toBe(first!.id)
    // The sandbox does not know OpenPeppol, so that deliveries fail for good.
    for (const job of await test.claim()) await deliver(gateway, job)
    const again = await submitReports(onProduction(), month, 'test')
    expect(again[0]!.id).not.toBe(changed!.id)
    expect(again[0]!.status).toBe('accepted')
  })

  it('is for the production network and for months that are over', async () => {
    await register()
    await expect(submitReports(gateway, month, 'test')).rejects.toMatchObject({
      code: 'reporting.not-production',
    })
    const lastDay = onProduction('2026-02-28')
    await expect(submitReports(lastDay, month, 'test')).rejects.toMatchObject({
      code: 'reporting.month-not-over',
      detail: expect.stringContaining('2026-03-01T00:00:00.000Z'),
    })
    expect(await submitReports(onProduction('2026-03-01'), month, 'test')).toHaveLength(2)
  })
})

function monthAfter(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  return new Date(at.setUTCMonth(at.getUTCMonth() + 1)).toISOString().slice(0, 7)
}

describe('the share of Message Level Status in time', () => {
  const minutes = (count: number) => count * 60_000

  /** An arrival whose answer is delivered so long after it was sent. */
  async function answeredAfter(ms: number | undefined): Promise<void> {
    await send({ mlsType: 'ALWAYS_SEND' })
    await work()
    if (ms === undefined) return
    const { aheadMs } = clock
    clock.aheadMs = aheadMs + gateway.mls.tenantMs + 1_000
    await work()
    // As a replica, Postgres runs no triggers: no delivery takes so exactly as long.
    const client = await pool.connect()
    await client.query("begin; set local session_replication_role = 'replica'")
    await client.query(
      `update states set status = 'delivered', certainty = 'confirmed', completed_at = now(),
         as4_message_id = 'a', as4_sent_at = about.as4_sent_at + $1 * interval '1 millisecond'
       from answers answer join states about on about.document_id = answer.document_id
       where states.document_id = answer.answer_id and states.as4_sent_at is null`,
      [ms],
    )
    await client.query('commit')
    client.release()
    clock.aheadMs = aheadMs
  }

  it('is that of ours within 20 minutes; what is not late yet is not measured', async () => {
    await register()
    await answeredAfter(minutes(20))
    await answeredAfter(minutes(20) + 1)
    await answeredAfter(undefined)
    const now = gateway.now().toISOString().slice(0, 7)
    const level = async () => (await showReporting(gateway, now)).serviceLevels['MLS-1']
    expect(await level()).toEqual({
      ...{ withinMinutes: 20, target: 0.995, measured: 2, inTime: 1, share: 0.5 },
    })
    clock.aheadMs += minutes(21)
    expect(await level()).toMatchObject({ measured: 3, inTime: 1, share: 0.3333 })
    // Where it is watched it is not rounded: 0.99496 is under the target.
    expect(await ownShareOfMonth(gateway)).toBe(1 / 3)
    const nextMonth = () => new Date(`${monthAfter(now)}-01T00:00:00Z`)
    expect(await ownShareOfMonth({ store, now: nextMonth })).toBeUndefined()
  })

  it('is that of theirs within 25 minutes', async () => {
    const answers = [minutes(25), minutes(25) + 1, undefined]
    for (const ms of answers) {
      await test.submit()
      const document = await test.attempt()
      await pool.query(
        `update states set mls_status = $2,
           mls_due_at = case when $2 = 'awaited' then now() end,
           mls_at = as4_sent_at + $3 * interval '1 millisecond'
         where document_id = $1`,
        [document.id, ms === undefined ? 'awaited' : 'acknowledged', ms],
      )
    }
    const now = gateway.now().toISOString().slice(0, 7)
    const level = async () => (await showReporting(gateway, now)).serviceLevels['MLS-2']
    expect(await level()).toMatchObject({ withinMinutes: 25, measured: 2, inTime: 1, share: 0.5 })
    clock.aheadMs += minutes(26)
    expect(await level()).toMatchObject({ measured: 3, inTime: 1 })
  })

  it('is absent when there was nothing to answer', async () => {
    const { serviceLevels } = await showReporting(gateway, month)
    for (const level of Object.values(serviceLevels)) {
      expect(level).toMatchObject({ measured: 0, inTime: 0 })
      expect(level).not.toHaveProperty('share')
    }
  })
})
