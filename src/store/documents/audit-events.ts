// What a line of the audit log says that happened, and as which event clients are told of it. The
// database has the same table (told_as, migrations/0020_told_events.sql).

/** Undefined: no event. */
export const toldAs = {
  submitted: 'document.accepted',
  refused: 'document.rejected',
  claimed: undefined,
  held: 'document.waiting',
  'lease-ran-out': 'document.waiting',
  postponed: 'document.waiting',
  retried: 'document.waiting',
  delivered: 'document.delivered',
  confirmed: 'document.delivered',
  failed: 'document.failed',
  cancelled: 'document.cancelled',
  received: undefined,
  opened: 'inbound.received',
  acknowledged: undefined,
  repeated: 'inbound.repeated',
  'set-aside': undefined,
  'set-aside-undone': undefined,
  forgotten: undefined,
  answered: undefined,
  word: undefined,
  'mls-received': 'document.mls.received',
  'mls-ignored': undefined,
  'mls-overdue': 'document.mls.overdue',
  reported: 'document.reported',
  'tax-report-pending': 'document.tax-report.pending',
  'tax-report-sent': 'document.tax-report.sent',
  'tax-report-accepted': 'document.tax-report.accepted',
  'tax-report-rejected': 'document.tax-report.rejected',
  'tax-report-failed': 'document.tax-report.failed',
  'tax-report-overdue': 'document.tax-report.overdue',
  'tax-report-withdrawn': 'document.tax-report.withdrawn',
} as const

/** Every event of the audit log. */
export type AuditEvent = keyof typeof toldAs

/** Events that are made from the audit log. */
export type ToldEvent = Exclude<(typeof toldAs)[AuditEvent], undefined>
