// A document that the access point sends in its own name: a Message Level Status, a report.
import { formatIdentifier, type Identifier } from '../../peppol/index.ts'
import type { Document } from '../../store/index.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import { countryOf } from '../identity/own-certificate.ts'
import { ownParticipant, serviceTenantId } from '../identity/service-provider.ts'

type OwnDocumentNeeds = Pick<Gateway, 'delivery'> & { peppolAccess: Pick<PeppolAccess, 'keys'> }

type Stated = {
  id: string
  at: Date
  number: string
  /** In short form. */
  receiver: string
  documentType: Identifier
  process: Identifier
}

/** A new one, in the service provider's tenant; it is not answered. */
export function ownDocument(
  gateway: OwnDocumentNeeds,
  { id, at, number, receiver, documentType, process }: Stated,
): Document {
  return {
    id,
    tenantId: serviceTenantId,
    kind: 'other',
    direction: 'outbound',
    test: false,
    number,
    issueDate: at.toISOString().slice(0, 10),
    sender: { id: ownParticipant(gateway) },
    receiver: { id: receiver },
    documentTypeId: formatIdentifier(documentType),
    processId: formatIdentifier(process),
    countryC1: countryOf(gateway.peppolAccess.keys.certificate),
    instanceIdentifier: id,
    validation: { mode: 'off', verdict: 'not-validated', errors: 0, warnings: 0, ruleSets: [] },
    warnings: [],
    status: 'accepted',
    certainty: 'not-sent',
    repeats: 0,
    attempts: 0,
    attemptsBefore: 0,
    deadline: new Date(at.getTime() + gateway.delivery.deadlineMs),
    createdAt: at,
    updatedAt: at,
  }
}
