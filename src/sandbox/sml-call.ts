// A call from an SMP to the SML, and the ways in which it fails.
import { setTimeout as pause } from 'node:timers/promises'
import { SmlFault, type SmlFaultKind } from './sml-register.ts'

/** `lost`: it is done, and the answer does not arrive. */
export type SmlMode =
  | SmlFaultKind
  | ('ok' | 'slow' | 'lost' | 'drop' | 'hang' | 'html500' | 'empty500')

export type SmlOutcome = 'done' | 'refused' | 'cut' | 'timed-out'

/** Calls `operation`, or not, as the mode says; one that throws SmlFault is `refused`. */
export async function callSml(
  { mode, timeoutMs }: { mode: SmlMode; timeoutMs: number },
  operation: () => void,
): Promise<SmlOutcome> {
  if (mode === 'drop') return 'cut'
  if (mode === 'hang' || mode === 'slow') await pause(timeoutMs / (mode === 'hang' ? 1 : 2))
  if (mode === 'hang') return 'timed-out'
  if (mode !== 'ok' && mode !== 'slow' && mode !== 'lost') return 'refused'
  try {
    operation()
  } catch (error) {
    if (error instanceof SmlFault) return 'refused'
    throw error
  }
  return mode === 'lost' ? 'cut' : 'done'
}
