// Tells every tenant when the certificate of this access point is about to end.
import type { Gateway } from '../gateway.ts'
import { certificateFacts } from './own-certificate.ts'

type AnnounceCertificateNeeds = Pick<
  Gateway,
  'store' | 'peppolAccess' | 'otherCertificates' | 'events' | 'now'
>

/** An event for each tenant, once at 30, 14, 7 and 1 days; over all processes. */
export async function announceCertificate(gateway: AnnounceCertificateNeeds): Promise<void> {
  const { noticeDays: days, fingerprint, expiresAt } = certificateFacts(gateway)
  if (days === undefined) return
  await gateway.store.addCertificateEvent({ days, fingerprint, expiresAt, now: gateway.now() })
  gateway.events.look()
}
