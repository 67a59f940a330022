// What things are called on the pages: one table, so that another language is one more file.

export const labels = {
  // The navigation.
  home: 'Home',
  sent: 'Sent',
  received: 'Received',
  participants: 'Participants',
  check: 'Check and send',
  queue: 'Queue',
  network: 'Network',
  forecasts: 'Forecasts',
  reports: 'Reports',
  taxReports: 'Tax reports',
  webhooks: 'Webhooks',
  tenants: 'Tenants',
  tokens: 'People and tokens',
  log: 'Log',
  signOut: 'Sign out',
  search: 'Search',
  // Documents.
  number: 'Number',
  partner: 'Partner',
  to: 'To',
  from: 'From',
  amount: 'Amount',
  state: 'State',
  when: 'When',
  issued: 'Issued',
  due: 'Due',
  reference: 'Your reference',
  client: 'Client',
  type: 'Type',
  submitted: 'Submitted',
  taken: 'Taken',
  lastMoved: 'Last moved',
  messageId: 'Message id',
  waitsBecause: 'Waits because',
  taxReport: 'Tax report',
} as const

export const kinds = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  debitNote: 'Debit note',
  other: 'Document',
} as const

/** Before the name of a partner, where sent and received stand side by side. */
export const ways = { outbound: 'to', inbound: 'from' } as const

export const networks: Record<string, string> = {
  sandbox: 'Sandbox',
  custom: 'Own network',
  test: 'Test network',
  production: 'Production',
}
