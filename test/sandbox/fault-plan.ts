// Makes the sandbox's second access point answer wrongly, in ways that peers in the field have
// shown or could.
import { buildReceipt, profile, type UserMessage, type Verified } from '../../src/as4/index.ts'
import { type KeyProvider, localKeys, newUuid } from '../../src/crypto/index.ts'
import { type As4Answer, receiveMessage } from '../../src/reception/index.ts'
import type { Respond } from '../../src/sandbox/index.ts'
import type { Impostors } from './impostors.ts'

/**
 * `http-503` and `ebms-error` refuse the message; with every other fault it is received and kept,
 * and the answer is wrong. The stranger's certificate is self-signed; the neighbour's is good, but
 * for another seat id. `slow` holds a correct answer back until the next inject() or clear().
 */
export const faults = [
  'receipt-bad-signature',
  'receipt-part-missing',
  'receipt-by-stranger',
  'receipt-by-neighbour',
  'receipt-for-another',
  'receipt-unsigned',
  'empty-answer',
  'http-503',
  'ebms-error',
  'hang-up',
  'slow',
] as const

export type Fault = (typeof faults)[number]

export type FaultPlan = {
  /** Every message is answered with this fault from now on. */
  inject(fault: Fault): void
  /** Every message is answered correctly from now on, and those held back are released. */
  clear(): void
  respond: Respond
}

export function makeFaultPlan(impostors: Impostors): FaultPlan {
  let current: Fault | undefined
  let tell = (): void => {}
  let changed = nextChange()
  function nextChange(): Promise<void> {
    return new Promise((resolve) => {
      tell = resolve
    })
  }
  function change(fault: Fault | undefined): void {
    current = fault
    tell()
    changed = nextChange()
  }
  return {
    inject: change,
    clear: () => change(undefined),
    async respond(request, accessPoint) {
      const [fault, until] = [current, changed]
      const answer = await respondWith(fault, [request, accessPoint], impostors)
      if (fault === 'slow') await until
      return answer
    },
  }
}

async function respondWith(
  fault: Fault | undefined,
  [request, accessPoint]: Parameters<Respond>,
  impostors: Impostors,
): Promise<As4Answer> {
  if (fault === 'http-503') return { status: 503, body: Buffer.alloc(0) }
  const refuse = async () => ({ kind: 'refused', detail: 'refused as planned' }) as const
  const outcome = await receiveMessage(
    request,
    fault === 'ebms-error' ? { ...accessPoint, keep: refuse } : accessPoint,
  )
  const { answer } = outcome
  if (outcome.kind === 'refused') return answer
  const sign = receiptSigner(outcome.message, accessPoint.now())
  switch (fault) {
    case 'receipt-bad-signature':
      return { ...answer, body: flipSignatureBit(answer.body) }
    case 'receipt-unsigned':
      return { ...answer, body: withoutSecurity(answer.body) }
    case 'receipt-part-missing':
      return sign(accessPoint.keys, ({ references }) => ({ references: references.slice(0, -1) }))
    case 'receipt-for-another':
      return sign(accessPoint.keys, ({ messageId }) => ({ messageId: `another.${messageId}` }))
    case 'receipt-by-neighbour':
      return sign(localKeys(impostors.neighbour))
    case 'receipt-by-stranger':
      return sign(localKeys(impostors.stranger))
    case 'empty-answer':
      return { status: 202, body: Buffer.alloc(0) }
    case 'hang-up':
      throw new Error('Hangs up as planned')
    default:
      return answer
  }
}

type Message = Verified<UserMessage>

/** Signs receipts for the message, or for what `change` makes of it. */
function receiptSigner(message: Message, timestamp: Date) {
  return async (
    keys: KeyProvider,
    change: (message: Message) => Partial<UserMessage> = () => ({}),
  ): Promise<As4Answer> => {
    const messageId = `${newUuid(timestamp)}@receiver.fourcorner.invalid`
    const changed = { ...message, ...change(message) }
    const { body } = await buildReceipt(changed, { keys, messageId, timestamp })
    return { status: 200, contentType: profile.signalType, body }
  }
}

function flipSignatureBit(receipt: Buffer): Buffer {
  return replaceOnce(receipt, /(<ds:SignatureValue>)([^<]+)/, (_, tag, value) => {
    const bytes = Buffer.from(value, 'base64')
    bytes[100] = (bytes[100] ?? 0) ^ 1
    return `${tag}${bytes.toString('base64')}`
  })
}

function withoutSecurity(receipt: Buffer): Buffer {
  return replaceOnce(receipt, /<wsse:Security[ >].*<\/wsse:Security>/s, () => '')
}

function replaceOnce(receipt: Buffer, what: RegExp, by: (...found: string[]) => string): Buffer {
  const text = receipt.toString()
  if (!what.test(text)) throw new Error(`The receipt has nothing like ${what}`)
  return Buffer.from(text.replace(what, by))
}
