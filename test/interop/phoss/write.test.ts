// Each call of the writer against a real phoss SMP.
import { describe } from 'vitest'
import { itWrites } from '../../setup/smp-writing.ts'
import { startNetwork } from './network.ts'
import { whyNoPeer } from './peer.ts'

const missing = whyNoPeer()

describe.skipIf(missing)(`writing to phoss SMP${missing ? ` (${missing})` : ''}`, () => {
  itWrites(async () => {
    const { smps, sml, file, environment, close } = await startNetwork(['SMP-A', 'SMP-B'])
    return {
      ...{ environment, smps, file, close },
      atSecond: { SMP_URL: smps[1]!.url },
      asOther: { SMP_USER: 'other', SMP_PASSWORD_FILE: file('password-of-other', 'secret-2') },
      setSml(mode) {
        sml.mode = mode
      },
    }
  })
})
