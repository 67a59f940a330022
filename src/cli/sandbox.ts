// `fourcorner sandbox revoke`: shows what happens when an authority revokes a certificate.
import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { revokeInSandbox } from '../sandbox/index.ts'

export function sandboxCommand(): Command {
  const command = new Command('sandbox').description('Change the sandbox network in DATA_DIR.')
  command
    .command('revoke')
    .description(
      "Revoke a certificate permanently; the authority's next list includes it, within half a " +
        'minute. For a new network, stop the gateway and delete the folder sandbox/pki in ' +
        'DATA_DIR; audit verify no longer trusts what the old one signed.',
    )
    .argument('<seat>', 'POP900001 (the gateway), POP900002 (the other access point), or smp')
    .action((seat: string) => {
      revokeInSandbox(resolve(readConfig().DATA_DIR), seat, new Date())
      process.stdout.write(`The sandbox has revoked the certificate of ${seat}.\n`)
    })
  return command
}
