// What a caller can have played instead of a delivery (X-TestOnly: scenario=NAME): each through the
// real state machine, with a network that exists in this process alone.

import type { Scenario } from '../../store/index.ts'

type ScenariosRow = {
  /** For the documentation. */
  what: string
  /** How the document ends. */
  ends: 'delivered' | 'rejected' | 'failed' | 'attention'
  /** The failure code that is played. */
  code?: string
  /** The Message Level Status that comes back, in time or not. */
  mls?: { code: 'AP' | 'AB' | 'RE'; isLate?: true }
}

export const scenarios = {
  delivered: { what: 'A signed receipt comes back.', ends: 'delivered' },
  'mls-accepted': {
    what: 'The receiver has it: a Message Level Status AP follows the receipt.',
    ends: 'delivered',
    mls: { code: 'AP' },
  },
  'mls-acknowledged': {
    what: 'It was passed on to the receiver: a Message Level Status AB follows the receipt.',
    ends: 'delivered',
    mls: { code: 'AB' },
  },
  'mls-rejected': {
    what: "The receiver's side refuses it: a Message Level Status RE follows the receipt.",
    ends: 'rejected',
    mls: { code: 'RE' },
  },
  'mls-late': {
    what: 'The Message Level Status AB comes after its time, when it is overdue.',
    ends: 'delivered',
    mls: { code: 'AB', isLate: true },
  },
  'receiver-unknown': {
    what: 'DNS does not list the receiver.',
    ends: 'failed',
    code: 'receiver.not-registered',
  },
  'document-type-unsupported': {
    what: 'The receiver does not take this document type.',
    ends: 'failed',
    code: 'receiver.document-type-unsupported',
  },
  'smp-down': {
    what: 'The SMP does not answer.',
    ends: 'failed',
    code: 'delivery.window-exhausted',
  },
  'smp-bad-signature': {
    what: 'The metadata of the receiver was changed after it was signed.',
    ends: 'failed',
    code: 'lookup.smp-signature-invalid',
  },
  'dns-failure': {
    what: 'No DNS server answers.',
    ends: 'failed',
    code: 'delivery.window-exhausted',
  },
  'certificate-expired': {
    what: "The certificate of the receiver's access point has expired.",
    ends: 'failed',
    code: 'certificate.expired',
  },
  'certificate-revoked': {
    what: "The certificate of the receiver's access point was revoked.",
    ends: 'failed',
    code: 'certificate.revoked',
  },
  'connect-refused': {
    what: "The receiver's access point takes no connection.",
    ends: 'failed',
    code: 'delivery.window-exhausted',
  },
  'timeout-before-send': {
    what: 'The first attempt ends before a byte has left; the second one is answered.',
    ends: 'delivered',
  },
  'timeout-after-send': {
    what:
      'The first attempt is not answered. The second one repeats the same message, and the ' +
      'receipt comes.',
    ends: 'delivered',
  },
  'receipt-lost-then-duplicate': {
    what:
      'The first attempt is not answered; to each repetition the receiver says that it has this ' +
      'message already.',
    ends: 'attention',
    code: 'delivery.window-exhausted',
  },
  'receipt-bad-signature': {
    what: 'The signature of each receipt is wrong.',
    ends: 'attention',
    code: 'delivery.window-exhausted',
  },
  'ebms-error': {
    what: 'The receiver refuses the message with an ebMS error.',
    ends: 'failed',
    code: 'as4.error',
  },
  'http-503-then-ok': {
    what: 'The first attempt is answered with HTTP 503, the second one with a receipt.',
    ends: 'delivered',
  },
  'tax-accepted': {
    what: 'It is delivered; the tax authority accepts the report about it.',
    ends: 'delivered',
  },
  'tax-rejected': {
    what: 'It is delivered; the tax authority refuses the report about it.',
    ends: 'delivered',
  },
  'tax-late': {
    what: 'It is delivered; the tax authority answers the report when that is overdue.',
    ends: 'delivered',
  },
  'tax-unreachable': {
    what: 'It is delivered; the report about it finds no SMP of the tax authority.',
    ends: 'delivered',
  },
  slow: { what: 'The receipt takes 20 seconds.', ends: 'delivered' },
} as const satisfies Record<string, ScenariosRow>

export type ScenarioName = keyof typeof scenarios

export const scenarioNames = Object.keys(scenarios) as ScenarioName[]

/** What a scenario says about the Message Level Status; undefined when none comes. */
export function mlsOf({ name }: Pick<Scenario, 'name'>): ScenariosRow['mls'] {
  return (scenarios as Record<string, ScenariosRow>)[name]?.mls
}

const ofReports: { [Name in ScenarioName]?: ScenarioName } = {
  'tax-rejected': 'mls-rejected',
  'tax-late': 'mls-late',
  'tax-unreachable': 'smp-down',
}

/** What is played for the report to a tax authority about a test document. */
export function reportScenario(scenario: Scenario | undefined): Scenario {
  const { name, speed = 1 } = scenario ?? {}
  return { name: ofReports[name as ScenarioName] ?? 'mls-accepted', speed }
}

const shape = /^scenario=([a-z0-9-]+)(?:; ?speed=([1-9]\d{0,5}))?$/

/** What X-TestOnly names; undefined when it names no scenario. */
export function parseScenario(text: string): Scenario | undefined {
  const [, name = '', speed = '1'] = shape.exec(text) ?? []
  const known = scenarioNames.find((one) => one === name)
  return known && { name: known, speed: Number(speed) }
}
