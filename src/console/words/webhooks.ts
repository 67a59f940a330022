// What can be done with a webhook, and what is asked before.

export const webhookActions = {
  test: {
    link: 'Send a test event',
    title: 'Send a test event?',
    consequence: 'Of the type webhook.test, to this webhook only.',
  },
  'rotate-secret': {
    link: 'Replace the secret',
    title: 'Replace the secret?',
    consequence: 'Both secrets sign for 24 hours. A second rotation in that time ends the first.',
  },
  disable: {
    link: 'Disable',
    title: 'Disable this webhook?',
    consequence: 'What happens while it is off is not sent later: it is in the feed of events.',
  },
  enable: {
    link: 'Enable',
    title: 'Enable this webhook?',
    consequence: 'Its failures are forgotten, and it goes on with what is waiting.',
  },
  delete: {
    link: 'Delete',
    title: 'Delete this webhook?',
    consequence: 'Nothing is sent any more, and its log of deliveries is gone.',
  },
} as const
