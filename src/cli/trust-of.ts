// Whom the network of the settings trusts, for commands that verify without asking it.
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { joinSandbox, readNetwork } from '../membership.ts'
import type { Trust } from '../peppol/index.ts'
import { settingsIn } from '../sandbox/index.ts'

/** Throws ConfigError for unusable files, and Error when there is no sandbox in DATA_DIR. */
export function trustOf(config: Config): Trust {
  if (config.PEPPOL_NETWORK !== 'sandbox') return readNetwork(config).trust
  const dataDir = resolve(config.DATA_DIR)
  const settings = settingsIn(dataDir)
  if (!settings) throw new Error(`There is no sandbox in ${dataDir}: set PEPPOL_NETWORK.`)
  return joinSandbox(settings).network.trust
}
