// What each failure of a delivery means, for GET /failures/{code}. What is done about it is in the
// table of core (failure-codes).
import type { FailureCode } from '../../core/failure-codes.ts'

export const failureGuide: Record<FailureCode, string> = {
  'receiver.not-registered': 'The directory of this network has no such receiver.',
  'receiver.document-type-unsupported':
    'The receiver is on the network, and has not registered this type of document or its process.',
  'lookup.dns-failed': 'DNS, which is the directory of the network, gave no answer.',
  'lookup.record-invalid': 'The DNS record of the receiver names no SMP that can be used.',
  'lookup.smp-unreachable':
    'The SMP, which says where the receiver takes messages, did not answer.',
  'lookup.smp-invalid': 'The SMP of the receiver answered something that cannot be read.',
  'lookup.smp-signature-invalid':
    'What the SMP says about the receiver is not signed, or not by an SMP of this network.',
  'certificate.expired': 'The certificate of the receiving access point has expired.',
  'certificate.not-yet-valid': 'The certificate of the receiving access point is not valid yet.',
  'certificate.revoked': 'The certificate of the receiving access point was revoked.',
  'certificate.untrusted':
    'The certificate of the receiving access point is of no authority of this network.',
  'certificate.seat-mismatch': 'The certificate is trusted, and is not that of an access point.',
  'certificate.revocation-unavailable':
    'Whether the certificate was revoked could not be found out, so it is not used.',
  'transport.connect-failed': 'No connection to the receiving access point could be made.',
  'transport.tls-failed': 'A secure connection to the receiving access point was not agreed on.',
  'transport.timeout': 'The receiving access point did not answer in time.',
  'transport.http-status': 'The receiving access point answered with an HTTP error.',
  'as4.error': 'The receiving access point read the message, and refused it with an ebMS error.',
  'as4.temporary-error': 'The receiving access point takes no messages at the moment.',
  'as4.receipt-missing':
    'The message was sent, and no receipt came back: it may have arrived or not.',
  'as4.receipt-signature-invalid':
    'A receipt came back whose signature is not valid, so it proves nothing.',
  'as4.receipt-digest-mismatch': 'A receipt came back that is about other bytes.',
  'as4.receipt-wrong-reference': 'A receipt came back that is about another message.',
  'delivery.window-exhausted': 'No attempt succeeded before the deadline of the document.',
  'participant.sender-not-allowed': 'The tenant may no longer send for the sender of the document.',
  'tax-report.invalid':
    'The report to the tax authority would break a rule of its own, so it was not sent.',
  'tax-report.not-validated':
    'Whether the report to the tax authority follows its rules could not be found out.',
  'tax-report.rejected': 'The tax authority refused the report of what is sent to no buyer.',
  'tax-report.failed': 'The report of what is sent to no buyer did not reach the tax authority.',
  'internal.unexpected': 'This gateway has a fault, which its log describes.',
}
