// AS4_NEXT_KEYSTORE_FILE: looked at again and again, so that the next certificate can be put beside
// the current one without a restart.
import { readFileSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { NextKeys } from '../core/runtime/own-keys.ts'
import { localKeys, readKeystore } from '../crypto/index.ts'
import { readPassword } from './membership.ts'

export type NextKeystore = {
  /** The keystore as last read; never looks at the file itself. */
  found(): NextKeys
  /** Reads the file if it has changed; also runs periodically. */
  look(): void
  close(): void
}

type Settings = Pick<
  Config,
  'AS4_NEXT_KEYSTORE_FILE' | 'AS4_NEXT_KEYSTORE_PASSWORD_FILE' | 'AS4_KEYSTORE_PASSWORD_FILE'
>

/** `say` gets a sentence whenever something else is found. */
export function watchNextKeystore(
  settings: Settings,
  { everyMs, report }: { everyMs: number; report(sentence: string): void },
): NextKeystore {
  const file = settings.AS4_NEXT_KEYSTORE_FILE
  const passwordFile =
    settings.AS4_NEXT_KEYSTORE_PASSWORD_FILE ?? settings.AS4_KEYSTORE_PASSWORD_FILE
  if (file === undefined || passwordFile === undefined)
    return { found: () => ({}), look() {}, close() {} }
  let found: NextKeys = {}
  let seen = ''

  function look(path: string, password: string): void {
    const version = `${versionOf(path)} ${versionOf(password)}`
    if (version === seen) return
    seen = version
    found = versionOf(path) === '' ? {} : read(path, password)
    if (found.keys) report(`The next keystore was read from ${path}.`)
    if (found.fault !== undefined) report(found.fault)
  }
  const lookAgain = () => look(file, passwordFile)
  lookAgain()
  const timer = setInterval(lookAgain, everyMs)
  timer.unref()
  return { found: () => found, look: lookAgain, close: () => clearInterval(timer) }
}

function read(file: string, passwordFile: string): NextKeys {
  try {
    return { keys: localKeys(readKeystore(readFileSync(file), readPassword(passwordFile))) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { fault: `AS4_NEXT_KEYSTORE_FILE: ${file} cannot be used: ${why}.` }
  }
}

/** Empty while there is no such file. */
function versionOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false })
  return status ? `${status.mtimeMs} ${status.size} ${status.ino}` : ''
}
