// The second access point as a sender: it finds the receiver and delivers as any other would.
import { buildUserMessage, judgeOutcome } from '../as4/index.ts'
import { type KeyProvider, newUuid } from '../crypto/index.ts'
import { type NetLimits, openNet } from '../net/index.ts'
import {
  buildSbd,
  checkAccessPoint,
  type Endpoint,
  formatIdentifier,
  lookup,
  type Network,
  type RevocationOf,
  type SbdHeader,
} from '../peppol/index.ts'

/** A document, from its root to the root's end, and what its envelope says. */
type Parcel = Omit<SbdHeader, 'createdAt'> & { document: Buffer }

export type Sender = {
  /** Where the receiver takes it. Throws NetworkError. */
  find(of: Pick<Parcel, 'receiver' | 'documentType' | 'process'>): Promise<Endpoint>
  /** Resolves when there is a receipt. Throws NetworkError, or Error without one. */
  send(parcel: Parcel, to?: Endpoint): Promise<{ messageId: string }>
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
  const find: Sender['find'] = ({ receiver, documentType, process }) =>
    lookup({ ...net, network, revocationOf, now }, { participant: receiver, documentType, process })
  return {
    find,
    async send({ document, ...header }, to) {
      const { sender, receiver, documentType, process } = header
      const { url, certificate } = to ?? (await find(header))
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
