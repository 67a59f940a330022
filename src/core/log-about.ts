// A log whose every line says which document it is about.
import type { Document } from '../store/index.ts'
import type { Log } from './gateway.ts'

/** The log with the document, its tenant, and the trace of its caller (W3C Trace Context). */
export function logAbout(
  log: Log,
  { id: documentId, tenantId, traceparent }: Pick<Document, 'id' | 'tenantId' | 'traceparent'>,
): Log {
  const about = (facts: object) => ({
    documentId,
    tenantId,
    ...(traceparent ? { traceparent } : {}),
    ...facts,
  })
  return {
    info: (facts, message) => log.info(about(facts), message),
    warn: (facts, message) => log.warn(about(facts), message),
    error: (facts, message) => log.error(about(facts), message),
  }
}
