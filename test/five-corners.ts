// A gateway in its sandbox, and what it has to report there: tax data submitted as other documents.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { newUuid } from '../src/crypto/index.ts'
import { buildTaxData, type RegimeName, type TaxDataFacts } from '../src/reporting/index.ts'
import type { Sandbox } from '../src/sandbox/index.ts'
import { facts } from './reporting/taxdata/facts.ts'
import { copyKeysTo } from './sandbox/shared.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not typed
type Json = any

export type FiveCorners = {
  sandbox: Sandbox
  /** Submits it and resolves once it is delivered. */
  submit(report: Buffer): Promise<Json>
  /** The record once the authority has said something. */
  answered(id: string): Promise<Json>
  record(id: string): Promise<Json>
  /** What the authorities have listed. */
  listed(): Json[]
  listedOf(id: string): Json[]
  stop(): Promise<void>
}

export async function openFiveCorners(settings: {
  DATA_DIR: string
  DATABASE_URL: string
  RULES_DIR?: string
}): Promise<FiveCorners> {
  await copyKeysTo(join(settings.DATA_DIR, 'sandbox', 'pki'))
  const silent = { info() {}, warn() {}, error() {} }
  const app = await startApp(readConfig({ PORT: '0', ...settings }), silent, () => {})
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/api/v1`
  const call = async (path: string, init: RequestInit = {}): Promise<Json> => {
    const headers = { 'X-API-Token': app.firstToken!, ...init.headers }
    return (await fetch(url + path, { ...init, headers })).json()
  }
  const sandbox = app.sandbox!
  const record = (id: string) => call(`/status/${id}`)
  const listed = () =>
    readFileSync(join(sandbox.inbox, 'tax-reports.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  return {
    ...{ sandbox, record, listed },
    submit: (report) =>
      call('/documents/submit?countryC1=AE', {
        method: 'POST',
        headers: { 'Content-Type': 'application/xml', Prefer: 'wait=30', 'X-Validation': 'false' },
        body: report.toString(),
      }),
    async answered(id) {
      for (;;) {
        const found = await record(id)
        if (found.mls.status !== 'awaited') return found
        await pause(20)
      }
    },
    listedOf: (id) => listed().filter(({ instanceIdentifier }) => instanceIdentifier === id),
    stop: () => app.stop(),
  }
}

const receivers = { ae: '0242:900000-TAX_AE', sk: '0242:900000-TAX_SK' }

/** A report of that document to the authority of the sandbox. */
export function reportOf(
  regime: RegimeName,
  source: Buffer,
  more: Partial<TaxDataFacts> = {},
): Buffer {
  const given = { ...facts, uuid: newUuid(new Date()), receiver: receivers[regime], ...more }
  return buildTaxData(regime, source, given)
}
