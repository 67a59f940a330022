// `fourcorner participant migrate-in ID`: takes a participant over from another SMP, with the key
// that its provider there gave, and writes its types. Exit codes: 0 it is published here, 1 not yet
// or not at all, 2 nothing could be done.
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { moveIn } from '../../core/network/move-in.ts'
import { formatParticipant, parseParticipant } from '../../peppol/index.ts'
import { jsonLine } from '../foreign-text.ts'
import { withStore } from '../with-store.ts'
import { askSecret } from './confirm.ts'
import { reportError } from './open-registrar.ts'
import { underLease } from './under-lease.ts'

export function migrateInCommand(): Command {
  return new Command('migrate-in')
    .description(
      'Take a participant over from another SMP into that of SMP_URL, with the migration key of ' +
        'its provider there, and write its types.',
    )
    .argument('<id>', 'such as 0208:0123456749; it is registered here already')
    .option('--key-file <file>', 'has the migration key; it is asked for on a terminal')
    .action(migrateIn)
}

async function migrateIn(id: string, { keyFile }: { keyFile?: string }): Promise<void> {
  const participant = formatParticipant(parseParticipant(id))
  let given: string | undefined
  try {
    given = keyFile === undefined ? undefined : keyIn(readFileSync(keyFile, 'utf8'))
  } catch (error) {
    reportError(error)
    process.exitCode = 2
    return
  }
  await withStore(async (store) => {
    process.exitCode = await underLease(store, async (needs, facts) => {
      const readKey = async () => given ?? (await askedKey())
      const moved = await moveIn(needs, facts, { participant, readKey })
      process.stdout.write(`${jsonLine(moved)}\n`)
      if (moved.outcome === 'refused') return 2
      return moved.outcome === 'published' ? 0 : 1
    })
  })
}

async function askedKey(): Promise<string | undefined> {
  const typed = await askSecret('Migration key (not shown): ')
  return typed === undefined ? undefined : keyIn(typed)
}

/** SMPs make 24 characters, without blanks. Throws Error, which does not repeat the text. */
function keyIn(text: string): string {
  const key = text.trim()
  if (/^[\x21-\x7e]{8,100}$/.test(key)) return key
  throw new Error('That is no migration key: 8 to 100 letters, digits and signs, and nothing else.')
}
