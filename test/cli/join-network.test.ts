// Commands join the sandbox of a running gateway; they must not start a second one beside it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { joinNetwork } from '../../src/cli/join-network.ts'
import { readConfig } from '../../src/config/config.ts'
import { findSmp, parseParticipant } from '../../src/peppol/index.ts'
import { settingsIn } from '../../src/sandbox/index.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { temporaryFolder } from '../store/database.ts'

const dataDir = await temporaryFolder()
const { sandbox } = await startSandboxIn(dataDir, { receivers: ['9915:only-here'] })
afterAll(() => sandbox.close())
const configOf = (folder: string) => readConfig({ PEPPOL_NETWORK: 'sandbox', DATA_DIR: folder })
const onlyHere = parseParticipant('9915:only-here')

describe('a command on the sandbox network', () => {
  it('joins the one that runs, with its authorities and its list', async () => {
    const before = readdirSync(join(dataDir, 'sandbox')).sort()
    const { network, net, keys, revocationOf, close } = await joinNetwork(configOf(dataDir))
    const { resolveNaptr } = net
    expect(await findSmp({ network, resolveNaptr }, onlyHere)).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(keys.certificate.raw).toEqual(sandbox.settings.keys.certificate.raw)
    const [issuer] = network.trust.accessPointIssuers
    expect(await revocationOf(keys.certificate, issuer!)).toBe('good')
    await close()
    expect(readdirSync(join(dataDir, 'sandbox')).sort()).toEqual(before)
    expect(settingsIn(dataDir)?.dnsServers).toEqual(sandbox.settings.dnsServers)
  })

  it('starts one when none runs, also after one has died, and stops it again', async () => {
    const other = await temporaryFolder()
    expect(settingsIn(other)).toBeUndefined()
    const { sandbox: dying } = await startSandboxIn(other)
    await dying.close()
    expect(settingsIn(other)).toBeUndefined()
    const { network, net, close } = await joinNetwork(configOf(other))
    const { resolveNaptr } = net
    await expect(findSmp({ network, resolveNaptr }, onlyHere)).rejects.toMatchObject({
      code: 'receiver.not-registered',
    })
    await close()
    expect(existsSync(join(other, 'sandbox', 'dns-server'))).toBe(false)
  })
})
