// The service metadata locator: the SMP of a participant as a U-NAPTR record (Peppol SML, BDXL
// 1.0). Pure.
import type { NaptrOutcome } from '../peppol/index.ts'

export type Sml = {
  /** Without a leading or trailing dot, lower case. */
  zone: string
  /**
   * The base URL of the SMP of the participant whose name, in lower case, this is; undefined when
   * it is registered nowhere. There are no wildcards.
   */
  smpOf(name: string): string | undefined
  /** Awaited before each answer. */
  refresh?(): Promise<void>
}

/** What a resolver gets when it asks for the NAPTR records of `name`. */
export function naptrAnswer(name: string, sml: Sml): NaptrOutcome {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  const smpUrl = sml.smpOf(wanted)
  if (smpUrl === undefined)
    return isAbove(wanted, sml.zone) ? { kind: 'records', records: [] } : { kind: 'no-such-name' }
  const regexp = `!.*!${smpUrl}!`
  return {
    kind: 'records',
    records: [
      { order: 100, preference: 10, flags: 'U', service: 'Meta:SMP', regexp, replacement: '' },
    ],
  }
}

// The zone and the participant scheme's name in it exist, though without records (RFC 8020).
function isAbove(name: string, zone: string): boolean {
  return name === zone || name === `iso6523-actorid-upis.${zone}`
}
