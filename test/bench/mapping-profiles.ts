// What JSON → UBL of two lines costs in each profile, as a ratio to BIS Billing in the same run.
// With BEFORE=FOLDER, another checkout of the repository, also BIS by the code there.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { completeDocument, documentModel, kinds, toUbl } from '../../src/billing/index.ts'
import type { ProfileName } from '../../src/billing/profiles/profile.ts'
import { invoice, least, measure, print } from './mapping-turns.ts'

type Json = Record<string, unknown>
type Parts = Pick<
  typeof import('../../src/billing/index.ts'),
  'completeDocument' | 'documentModel' | 'kinds' | 'toUbl'
>

const rounds = 61
const times = 100

export async function benchProfiles(): Promise<void> {
  const own = { completeDocument, documentModel, kinds, toUbl }
  const works: Record<string, () => unknown> = {}
  const before = process.env.BEFORE
  if (before !== undefined) {
    const door = path.resolve(before, 'src/billing/index.ts')
    works.before = writing((await import(pathToFileURL(door).href)) as Parts, documents.bis)
  }
  for (const [profile, json] of Object.entries(documents)) works[profile] = writing(own, json)
  const measured = await measure({ rounds, times, figure: least }, works)
  print({ lines: 2, what: 'JSON → UBL by profile, CPU µs', ...measured })
  const bis = measured.bis!
  const ratios = Object.entries(measured).map(([name, micros]) => [name, micros / bis])
  print({ lines: 2, what: 'ratio to BIS', ...Object.fromEntries(ratios) })
}

function writing({ documentModel, completeDocument, toUbl, kinds }: Parts, json: Json) {
  const kind = kinds.invoice
  const model = documentModel(kind)
  return () => toUbl(kind, completeDocument(kind, model.parse(json)).document)
}

const base = invoice(2) as Json & { seller: Json; buyer: Json; lines: Json[] }

/** The invoice of two lines with what the profile wants, and nothing else. */
function of(profile: ProfileName, more: Json, party: (of: Json) => Json, vat: Json): Json {
  return {
    ...base,
    profile,
    seller: party(base.seller),
    buyer: party(base.buyer),
    lines: base.lines.map((line) => ({ ...line, vat })),
    ...more,
  }
}

const same = (party: Json) => party
const town = (party: Json) => ({
  ...party,
  contact: { ...(party.contact as Json), phone: '+47 1' },
})
const numbers = (numbers: Json, address: Json) => (party: Json) => ({
  ...party,
  ...numbers,
  address: { ...(party.address as Json), ...address },
})
const european = { category: 'S', rate: '25' }

const documents: Record<ProfileName, Json> = {
  bis: { ...base, lines: base.lines.map((line) => ({ ...line, vat: european })) },
  'pint-eu': of('pint-eu', {}, same, european),
  xrechnung: of('xrechnung', {}, town, european),
  nlcius: of('nlcius', {}, same, european),
  'pint-ae': of(
    'pint-ae',
    { currency: 'AED' },
    numbers(
      {
        ...{ endpoint: '0235:1987654321', vatId: '198765432102003', legalId: { id: 'CN-1' } },
        ae: { legalIdType: 'tradeLicence', legalIdAuthority: 'DET' },
      },
      { city: 'Dubai', subdivision: 'DXB', country: 'AE' },
    ),
    { category: 'S', rate: '5' },
  ),
  'pint-aunz': of(
    'pint-aunz',
    { currency: 'AUD' },
    numbers(
      { endpoint: '0151:47555222000', vatId: '47555222000', legalId: '0151:47555222000' },
      { country: 'AU' },
    ),
    { category: 'S', rate: '10' },
  ),
  'pint-sg': of(
    'pint-sg',
    { currency: 'SGD' },
    numbers(
      {
        ...{ endpoint: '0195:SGUEN200212345Z', vatId: 'M2-1234567-K' },
        legalId: { id: '200212345Z' },
      },
      { country: 'SG' },
    ),
    { category: 'SR', rate: '9' },
  ),
}
