// Our own certificate, as `fourcorner doctor` sees it: how long it lasts, whose it is, whether it
// was revoked.
import { revocationAddresses } from '../../crypto/index.ts'
import { checkAccessPoint, NetworkError, seatOf } from '../../peppol/index.ts'
import { type Finding, type Here, moment, nameOf } from './examination.ts'

const day = 24 * 3_600_000

export function keystoreFinding({ certificate, others, now }: Here): Finding {
  const check = 'keystore'
  const { next, previous, fault } = others
  const days = Math.floor((Date.parse(certificate.validTo) - now().getTime()) / day)
  const detail = `${nameOf(certificate)}, valid until ${moment(certificate.validTo)}`
  if (fault !== undefined) {
    const remedy = 'Put another file at AS4_NEXT_KEYSTORE_FILE.'
    return { check, outcome: days < 0 ? 'failed' : 'warning', detail: fault, remedy }
  }
  if (next) {
    const then = `the next one signs from ${moment(next.validFrom)}`
    return { check, outcome: 'ok', detail: `${detail}; ${then}` }
  }
  const also = previous ? `; the previous one decrypts until ${moment(previous.validTo)}` : ''
  if (days >= 30) return { check, outcome: 'ok', detail: detail + also }
  const remedy = 'Order the next certificate, and put it at AS4_NEXT_KEYSTORE_FILE.'
  return { check, outcome: days < 0 ? 'failed' : 'warning', detail, remedy }
}

export function chainFinding({ certificate, network, now }: Here): Finding {
  const check = 'chain'
  try {
    const seat = seatOf(certificate, network.trust, now())
    return { check, outcome: 'ok', detail: `${seat} of the network ${network.name}` }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const remedy =
      'Check PEPPOL_NETWORK: a test certificate is not for production, nor the reverse.'
    return { check, outcome: 'failed', detail: error.message, remedy }
  }
}

export async function revocationFinding({
  certificate,
  network,
  revocationOf,
  now,
}: Here): Promise<Finding> {
  const check = 'revocation'
  const [url = 'the list or responder of the network'] = revocationAddresses(certificate).lists
  try {
    const judging = { trust: network.trust, revocationOf, now: now() }
    await checkAccessPoint(certificate, judging)
    return { check, outcome: 'ok', detail: `not revoked, says ${url}` }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const remedy =
      error.code === 'certificate.revoked'
        ? 'Order a new certificate: this one is accepted nowhere.'
        : `Let this host reach ${url}: nothing is sent while it cannot.`
    return { check, outcome: 'failed', detail: error.message, remedy }
  }
}
