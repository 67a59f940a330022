// What MLS and Invoice Response have in common: a UBL 2.1 ApplicationResponse with its header.
import { applicationResponse } from './identifiers.ts'
import type { Part } from './write-xml.ts'

const components = 'urn:oasis:names:specification:ubl:schema:xsd'

export type ResponseHeader = {
  customizationId: string
  profileId: string
  id: string
  issuedAt: Date
  note?: string | undefined
}

/** The root element; times are in UTC, to the millisecond. */
export function responsePart(header: ResponseHeader, content: readonly Part[]): Part {
  const [date = '', time = ''] = header.issuedAt.toISOString().split('T')
  return [
    applicationResponse.root,
    [
      ['cbc:CustomizationID', header.customizationId],
      ['cbc:ProfileID', header.profileId],
      ['cbc:ID', header.id],
      ['cbc:IssueDate', date],
      ['cbc:IssueTime', time],
      header.note === undefined ? undefined : ['cbc:Note', header.note],
      ...content,
    ],
    {
      xmlns: applicationResponse.namespace,
      'xmlns:cac': `${components}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${components}:CommonBasicComponents-2`,
    },
  ]
}

export function endpointPart(scheme: string, id: string): Part {
  return ['cbc:EndpointID', id, { schemeID: scheme }]
}
