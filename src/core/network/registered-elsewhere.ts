// Who serves a participant that DNS gives to another SMP than ours, and what its customer has to be
// told.
import type { X509Certificate } from 'node:crypto'
import {
  findOffer,
  findServiceGroup,
  formatParticipant,
  type Identifier,
  type LookupNeeds,
  NetworkError,
  usualDocumentType,
} from '../../peppol/index.ts'

/** Whom a certificate names. */
export type Holder = { organisation?: string; country?: string; id?: string }

export type Elsewhere = {
  /** Base URL of the SMP that DNS names. */
  smp: string
  /** Who signs there. */
  publisher?: Holder
  /** Where documents go now, and who receives them: as the SMP says. */
  url?: string
  accessPoint?: Holder
  /** What to send to the customer. */
  sentence: string
}

/** What cannot be read there is absent. */
export async function registeredElsewhere(
  needs: LookupNeeds,
  smp: string,
  participant: Identifier,
): Promise<Elsewhere> {
  const offer = await offerOf(needs, smp, participant)
  if (!offer) return { smp, sentence: sentenceFor(participant, { smp }) }
  const signer = offer.signers.at(-1)
  const accessPoint = holderOf(offer.unverifiedCertificate)
  return {
    smp,
    ...(signer ? { publisher: holderOf(signer) } : {}),
    ...{ url: offer.url, accessPoint },
    sentence: sentenceFor(participant, { smp, accessPoint }),
  }
}

async function offerOf(needs: LookupNeeds, smp: string, participant: Identifier) {
  try {
    const { documentTypes } = await findServiceGroup(needs, smp, participant)
    const documentType = usualDocumentType(documentTypes)
    return documentType && (await findOffer(needs, smp, { participant, documentType }))
  } catch (error) {
    if (error instanceof NetworkError) return undefined
    throw error
  }
}

function holderOf({ subject }: X509Certificate): Holder {
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1]
  const [organisation, country, id] = [part('O'), part('C'), part('CN')]
  return {
    ...(organisation ? { organisation } : {}),
    ...(country ? { country } : {}),
    ...(id ? { id } : {}),
  }
}

function sentenceFor(
  participant: Identifier,
  { smp, accessPoint = {} }: { smp: string; accessPoint?: Holder },
): string {
  const { organisation, country, id } = accessPoint
  const known = [organisation, country, id && `access point ${id}`].filter(Boolean).join(', ')
  const by = known ? `by another provider (${known})` : `at another provider (SMP ${smp})`
  return (
    `${formatParticipant(participant)} is registered in Peppol ${by}. Ask that provider for a ` +
    'migration key, or to remove the registration.'
  )
}
