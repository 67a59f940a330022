// What the SMP of a participant must say of it, so that others find this access point: to be
// entered there, by hand or by a program of one's own.
import type { X509Certificate } from 'node:crypto'
import { formatIdentifier, parseParticipant, transportProfile } from '../../peppol/index.ts'
import type { Registration } from '../../store/index.ts'
import { servicesFor } from './received-types.ts'

export type Metadata = {
  /** In full, with its scheme. */
  participant: string
  services: {
    documentType: string
    process: string
    endpoint: {
      transportProfile: string
      url: string
      /** DER in base64, as an SMP has it. */
      certificate: string
      activatesAt: string
      expiresAt: string
    }
  }[]
  /** Registered types whose process is unknown here. */
  withoutProcess: string[]
}

export function metadataOf(
  { participant, documentTypes }: Pick<Registration, 'participant' | 'documentTypes'>,
  { url, certificate }: { url: string; certificate: X509Certificate },
): Metadata {
  const services = servicesFor(documentTypes)
  const known = services.map(({ documentType }) => formatIdentifier(documentType))
  const endpoint = {
    transportProfile,
    url,
    certificate: certificate.raw.toString('base64'),
    activatesAt: new Date(certificate.validFrom).toISOString(),
    expiresAt: new Date(certificate.validTo).toISOString(),
  }
  return {
    participant: formatIdentifier(parseParticipant(participant)),
    services: services.map(({ documentType, process }) => ({
      documentType: formatIdentifier(documentType),
      process: formatIdentifier(process),
      endpoint,
    })),
    withoutProcess: documentTypes.filter((type) => !known.includes(type)),
  }
}
