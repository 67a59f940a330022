// Clients as strangers generate them: the lines of docs/clients.md, typed as printed, against the
// built gateway.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { clients, preparation } from './page.ts'

const readme = readFileSync('README.md', 'utf8')
const invoice = JSON.parse(/\{ "number"[\s\S]*?(?=')/.exec(readme)?.[0] ?? '')

// X-Validation judges it by the official rules alone.
const rulesDir = resolve(process.env.RULES_DIR ?? 'data/rules')
const hasRules = existsSync(join(rulesDir, 'xsd'))
const page = readFileSync('docs/profiles/pint-ae.md', 'utf8')
const minimal = JSON.parse(/^```json\n(.*?)^```/ms.exec(page)?.[1] ?? '')
const emirati = { ...minimal, buyer: { ...minimal.buyer, endpoint: invoice.buyer.endpoint } }

let gateway: GatewayProcess
let unregistered: string
const folder = mkdtempSync(join(tmpdir(), 'clients-'))

beforeAll(async () => {
  gateway = await startGateway(hasRules ? { RULES_DIR: rulesDir } : {})
  const { service } = (await (await gateway.call('/api/identity/check')).json()) as {
    service: { sandbox: { unregistered: string } }
  }
  unregistered = service.sandbox.unregistered
  type(folder, preparation)
})
afterAll(async () => {
  await gateway?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the lines print, in a shell that knows the aliases of the preparation. */
function type(cwd: string, script: string): string[] {
  const aliases = preparation.split('\n').filter((line) => line.startsWith('alias '))
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-euc', ['shopt -s expand_aliases', ...aliases, script].join('\n')],
    {
      cwd,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, FOURCORNER_URL: gateway.url, FOURCORNER_TOKEN: gateway.token },
    },
  )
  expect(status, `${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`).toBe(0)
  // Maven prints colours even where nobody sees them.
  return stripVTControlCharacters(stdout).trim().split('\n')
}

const hasGo = spawnSync('go', ['version']).status === 0

describe.each(clients)('$title', ({ folder: source, generate, run }) => {
  const isPossible = basename(source) !== 'go' || hasGo
  const place = join(folder, basename(source))
  const submit = (document: object) => {
    writeFileSync(join(place, 'invoice.json'), JSON.stringify(document))
    return type(place, run).slice(-4)
  }

  it.skipIf(!isPossible)('is generated without a flag that a stranger would not know', () => {
    cpSync(source, place, { recursive: true })
    for (const name of readdirSync(folder).filter((name) => /\.(json|jar)$/.test(name)))
      symlinkSync(join(folder, name), join(place, name))
    type(place, generate)
  })

  it.skipIf(!isPossible)(
    'delivers the invoice of the README, prints and converts it, and reads a problem',
    () => {
      expect(submit(invoice)).toEqual(['delivered', '%PDF-', '<Invoice', 'document.not-found'])
    },
  )

  it.skipIf(!isPossible || !hasRules)('delivers an invoice of the Emirates', () => {
    expect(submit(emirati)).toEqual(['delivered', '%PDF-', '<Invoice', 'document.not-found'])
  })

  it.skipIf(!isPossible)('is told when nobody receives the invoice', () => {
    const buyer = { ...invoice.buyer, endpoint: unregistered }
    const [status] = submit({ ...invoice, number: '2026-2', buyer })
    expect(status).toBe('failed')
  })
})
