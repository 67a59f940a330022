// Where, when and to whom it was delivered.
import type { CompleteDocument } from '../complete-document.ts'
import { address } from './party.ts'
import { group, identifier, leaf, type Written } from './write.ts'

export function delivery({ delivery, ae }: CompleteDocument): Written {
  return group(
    'Delivery',
    leaf('ActualDeliveryDate', delivery?.date),
    group(
      'DeliveryLocation',
      identifier('ID', delivery?.locationId),
      address('Address', delivery?.address),
    ),
    group('DeliveryParty', group('PartyName', leaf('Name', delivery?.partyName))),
    ae && group('DeliveryTerms', leaf('ID', ae.incoterms, { schemeID: 'Incoterms' })),
  )
}
