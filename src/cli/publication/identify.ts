// `fourcorner participant identify ID` and `participant identifications`: how the customers behind
// the participants were identified.
import { Command } from 'commander'
import { commandActor } from '../../core/access/actor.ts'
import { csvLine } from '../../core/csv.ts'
import {
  type IdentificationEntry,
  type IdentificationWish,
  identify,
  toIdentificationEntry,
} from '../../core/network/identification.ts'
import type { Store } from '../../store/index.ts'
import { asJson } from '../beside-gateway.ts'
import { type Columns, printFacts, printList } from '../table.ts'
import { tenantNamed, withStore } from '../with-store.ts'

type IdentifyOptions = {
  tenant: string
  checked: string
  by: string
  on?: string
  due: string
  reference: string
  json?: true
}

export function identifyCommand(): Command {
  return new Command('identify')
    .description('Record how the customer behind a participant was identified.')
    .argument('<id>')
    .option('--tenant <name>', 'whom the documents are for', 'default')
    .requiredOption('--checked <text>', 'what was checked')
    .requiredOption('--by <name>', 'who checked it')
    .option('--on <day>', 'when, such as 2026-11-29; today by default')
    .requiredOption('--due <day>', 'until when it counts')
    .requiredOption('--reference <text>', 'where the proof is kept')
    .addOption(asJson())
    .action(record)
}

async function record(id: string, options: IdentifyOptions): Promise<void> {
  const { tenant, checked, by: checkedBy, on, due: dueOn, reference } = options
  await withStore(async (store) => {
    const gateway = { store, now: () => new Date() }
    const { id: tenantId } = await tenantNamed(store, tenant)
    const checkedOn = on ?? gateway.now().toISOString().slice(0, 10)
    const wish: IdentificationWish = { checked, checkedBy, checkedOn, dueOn, reference }
    const identified = { tenantId, actor: commandActor, participant: id }
    printFacts(await identify(gateway, identified, wish), options)
  })
}

type ListOptions = { tenant?: string; csv?: true; json?: true }

export function identificationsCommand(): Command {
  return new Command('identifications')
    .description('List how customers were identified, what is due first at the top.')
    .option('--tenant <name>', 'of one tenant; all by default')
    .option('--csv', 'as a file for a spreadsheet')
    .addOption(asJson())
    .action(list)
}

async function list({ tenant, csv, json }: ListOptions): Promise<void> {
  await withStore(async (store) => {
    const found = await entriesOf(store, tenant)
    if (csv) {
      process.stdout.write(csvLine(Object.keys(columns)))
      for (const entry of found)
        process.stdout.write(csvLine(Object.values(columns).map((of) => of(entry))))
      return
    }
    const none = 'Nothing is recorded.'
    await printList(found, { columns, none, ...(json ? { json } : {}) })
  })
}

async function entriesOf(store: Store, tenant?: string): Promise<IdentificationEntry[]> {
  const tenantId = tenant === undefined ? undefined : (await tenantNamed(store, tenant)).id
  const at = new Date()
  return (await store.identifications(tenantId)).map((one) => toIdentificationEntry(one, at))
}

const columns: Columns<IdentificationEntry> = {
  participant: ({ participant }) => participant,
  state: ({ state }) => state,
  due: ({ dueOn }) => dueOn,
  'checked on': ({ checkedOn }) => checkedOn,
  'checked by': ({ checkedBy }) => checkedBy,
  checked: ({ checked }) => checked,
  reference: ({ reference }) => reference,
  recorded: ({ recordedAt }) => recordedAt,
  'recorded by': ({ recordedBy }) => recordedBy,
}
