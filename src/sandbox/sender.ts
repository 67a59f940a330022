// The second access point as a sender: it finds the receiver and delivers as any other would.
import { buildUserMessage, judgeOutcome } from '../as4/index.ts'
import { type KeyProvider, newUuid } from '../crypto/index.ts'
import { type NetLimits, openNet } from '../net/index.ts'
import {
  buildSbd,
  checkAccessPoint,
  formatIdentifier,
  lookup,
  type Network,
  type RevocationOf,
  type SbdHeader,
} from '../peppol/index.ts'

/** A document, from its root to the root's end, and what its envelope says. */
type Parcel = Omit<SbdHeader, 'createdAt'> & { document: Buffer }

export type Sender = {
  /** Resolves when there is a receipt. Throws NetworkError, or Error without one. */
  send(parcel: Parcel): Promise<{ messageId: string }>
  close(): Promise<void>
}

export function openSender({
  keys,
  revocationOf,
  now,
  network,
  dnsServers,
  sending,
}: {
  keys: KeyProvider
  revocationOf: RevocationOf
  now(): Date
  network: Network
  dnsServers: string[]
  sending: NetLimits
}): Sender {
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: sending })
  return {
    async send({ document, ...header }) {
      const { sender, receiver, documentType, process } = header
      const query = { participant: receiver, documentType, process }
      const { url, certificate } = await lookup({ ...net, network, revocationOf, now }, query)
      const at = now()
      const messageId = `${newUuid(at)}@sandbox.fourcorner`
      const request = await buildUserMessage(
        {
          ...{ messageId, conversationId: messageId, timestamp: at },
          service: { type: process.scheme, value: process.value },
          action: formatIdentifier(documentType),
          ...{ originalSender: sender, finalRecipient: receiver },
          payload: buildSbd({ ...header, createdAt: at }, document),
          contentId: `${newUuid(at)}@sandbox.fourcorner`,
        },
        keys,
        certificate,
      )
      const judged = await judgeOutcome(request.sent, await net.post(url, request), {
        ...{ receiver: certificate, isRepeated: false },
        async checkSigner(signer) {
          await checkAccessPoint(signer, { trust: network.trust, revocationOf, now: at })
        },
      })
      if (judged.case !== 'receipt') throw new Error(`${judged.code}: ${judged.detail}`)
      return { messageId }
    },
    close: () => net.close(),
  }
}
