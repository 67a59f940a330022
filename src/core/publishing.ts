// The SMP of our participants, and the network around it.
import type {
  LookupNeeds,
  PhossSmp,
  SmpWriter,
  SmpWriterNeeds,
  WantedEndpoint,
} from '../peppol/index.ts'

type OpenSmp = LookupNeeds & {
  smp: PhossSmp
  smpUrl: string
  /** What is written of ourselves. */
  endpoint: WantedEndpoint
  writerFor(needs: Omit<SmpWriterNeeds, 'smp' | 'send'>): SmpWriter
  /** Whether all answers of DNS came past every cache. */
  isDnsFresh(): boolean
}

export type Publishing = {
  /** Opens it for one piece of work. Throws Error for settings and files that cannot be used. */
  use<T>(work: (opened: OpenSmp) => Promise<T>): Promise<T>
}
