// What comparing and writing participants needs: our SMP, looked at before anything is done.
import type { SmpWriter } from '../../peppol/index.ts'
import type { Publishing } from '../publishing.ts'
import { examineSmp, type PublicationNeeds, type SmpFacts, smpInDns } from './plan-publication.ts'
import type { RegistrarLease } from './registrar-lease.ts'

export type OpenRegistrar = {
  needs: PublicationNeeds
  facts: SmpFacts
  writerUnder(lease: RegistrarLease): SmpWriter
  /** Whether all answers of DNS came past every cache. */
  isDnsFresh(): boolean
}

/** Throws as `Publishing.use`, and NetworkError when the SMP cannot be asked. */
export function useRegistrar<T>(
  publishing: Publishing,
  store: PublicationNeeds['store'],
  work: (registrar: OpenRegistrar) => Promise<T>,
): Promise<T> {
  return publishing.use(async ({ writerFor, isDnsFresh, ...opened }) => {
    const needs = { ...opened, store }
    const facts = await examineSmp(needs)
    const writerUnder = (lease: RegistrarLease) =>
      writerFor({
        smpInDns: (participant) => smpInDns(needs, participant),
        smpHosts: facts.hosts,
        mayWrite: lease.isHeld,
      })
    return work({ needs, facts, writerUnder, isDnsFresh })
  })
}
