// Requests to an SMP over its REST interface, written by hand as phoss SMP takes them.
import { formatIdentifier, parseParticipant } from '../../src/peppol/index.ts'

export type Answer = { status: number; contentType: string | null; text: string }

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export async function ask(
  url: string,
  method: string,
  { as, body }: { as?: string | undefined; body?: string } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    ...(as === undefined ? {} : { headers: { authorization: as } }),
    ...(body === undefined ? {} : { body }),
  })
  const contentType = response.headers.get('content-type')
  return { status: response.status, contentType, text: await response.text() }
}

export const full = (participant: string): string => formatIdentifier(parseParticipant(participant))
export const groupPath = (participant: string): string =>
  `/${encodeURIComponent(full(participant))}`
export const typePath = (participant: string, documentType: string): string =>
  `${groupPath(participant)}/services/${encodeURIComponent(documentType)}`

const namespaces =
  'xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
  'xmlns:i="http://busdox.org/transport/identifiers/1.0/" ' +
  'xmlns:a="http://www.w3.org/2005/08/addressing"'

const named = (element: string, text: string): string => {
  const at = text.indexOf('::')
  const [scheme, value] = [text.slice(0, at), text.slice(at + 2)]
  return `<i:${element} scheme="${scheme}">${value}</i:${element}>`
}

export const groupBody = (participant: string, more = ''): string =>
  `<ServiceGroup ${namespaces}>${named('ParticipantIdentifier', full(participant))}` +
  `<ServiceMetadataReferenceCollection/>${more}</ServiceGroup>`

export type EndpointParts = {
  url?: string
  profile?: string
  activatesAt?: string
  expiresAt?: string
  certificate?: string
  description?: string
}

export const endpointXml = ({
  url = 'https://ap.example/as4',
  profile = 'peppol-transport-as4-v2_0',
  activatesAt = '2026-11-28T11:49:55.000Z',
  expiresAt = '2028-10-28T11:49:55Z',
  certificate = 'bm9uc2Vuc2U=',
  description = '<ServiceDescription>AP</ServiceDescription>',
}: EndpointParts = {}): string =>
  `<Endpoint transportProfile="${profile}">` +
  `<a:EndpointReference><a:Address>${url}</a:Address></a:EndpointReference>` +
  '<RequireBusinessLevelSignature>false</RequireBusinessLevelSignature>' +
  `<ServiceActivationDate>${activatesAt}</ServiceActivationDate>` +
  `<ServiceExpirationDate>${expiresAt}</ServiceExpirationDate>` +
  `<Certificate>${certificate}</Certificate>${description}` +
  '<TechnicalContactUrl>https://ap.example</TechnicalContactUrl></Endpoint>'

/** `processes`: the endpoints of each, by its name. */
export const typeBody = (
  participant: string,
  documentType: string,
  processes: [name: string, endpoints: string][],
): string => {
  const list = processes.map(
    ([name, endpoints]) =>
      `<Process>${named('ProcessIdentifier', `cenbii-procid-ubl::${name}`)}` +
      `<ServiceEndpointList>${endpoints}</ServiceEndpointList></Process>`,
  )
  return metadataBody(
    `<ServiceInformation>${named('ParticipantIdentifier', full(participant))}` +
      `${named('DocumentIdentifier', documentType)}` +
      `<ProcessList>${list.join('')}</ProcessList></ServiceInformation>`,
  )
}

export const metadataBody = (content: string): string =>
  `<ServiceMetadata ${namespaces}>${content}</ServiceMetadata>`
