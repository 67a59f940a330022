// `fourcorner participant migrate-in` and `migrate-out` between two real phoss SMPs, each with its
// own user in the SML.
import { describe } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { itMoves } from '../../setup/participant-moving.ts'
import { startNetwork } from './network.ts'
import { whyNoPeer } from './peer.ts'

const missing = whyNoPeer()

describe.skipIf(missing)(`moving between phoss SMPs${missing ? ` (${missing})` : ''}`, () => {
  itMoves(async () => {
    const { smps, sml, file, ...network } = await startNetwork(['SMP-A', 'SMP-B'])
    const store = await openStore({ dataDir: network.environment.DATA_DIR! })
    const key = file('secrets-key', `${'ab'.repeat(32)}\n`)
    return {
      ...{ smps, file, store, asOther: {} },
      environment: { ...network.environment, SECRETS_KEY_FILE: key },
      atSecond: { SMP_URL: smps[1]!.url },
      setSml(mode) {
        sml.mode = mode
      },
      async close() {
        await store.close()
        await network.close()
      },
    }
  })
})
