// Each call of the writer against the SMP of the sandbox.
import { describe } from 'vitest'
import { startSandboxSmps } from './sandbox-smps.ts'
import { itWrites } from './smp-writing.ts'

describe('writing to the SMP of the sandbox', () => {
  itWrites(startSandboxSmps)
})
