// Whom the network of the settings trusts, and who we are in it, for commands that verify without
// asking it.
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { commonName } from '../crypto/index.ts'
import type { Trust } from '../peppol/index.ts'
import { type SandboxSettings, settingsIn } from '../sandbox/index.ts'
import { joinSandbox, type Membership, readNetwork, readNetworkFiles } from '../setup/membership.ts'

/** Throws ConfigError for unusable files, and Error when there is no sandbox in DATA_DIR. */
export function trustOf(config: Config): Trust {
  if (config.PEPPOL_NETWORK !== 'sandbox') return readNetwork(config).trust
  return joinSandbox(sandboxIn(config)).network.trust
}

/**
 * The seat id of our access point: that of the certificate in its keystore, which a renewed one
 * has as well. Throws as `trustOf`.
 */
export function ownSeatOf(config: Config): string {
  const { keys } = membershipOf(config)
  const seatId = commonName(keys.certificate)
  if (seatId === undefined) throw new Error('The certificate of the keystore names no seat id.')
  return seatId
}

/** Our network and our keys. Throws as `trustOf`. */
export function membershipOf(config: Config): Membership {
  return config.PEPPOL_NETWORK === 'sandbox'
    ? joinSandbox(sandboxIn(config))
    : readNetworkFiles(config)
}

function sandboxIn(config: Config): SandboxSettings {
  const dataDir = resolve(config.DATA_DIR)
  const settings = settingsIn(dataDir)
  if (!settings)
    throw new Error(
      `No sandbox runs in ${dataDir}: start the gateway first, or set PEPPOL_NETWORK.`,
    )
  return settings
}
