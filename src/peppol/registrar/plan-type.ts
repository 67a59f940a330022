// What one document type of a participant needs: nothing, or one PUT of the whole type, in which
// everything that is not ours stays as it was read.
import { formatIdentifier, type Identifier, isSameIdentifier } from '../identifiers.ts'
import { asWanted, changesIn, isOurs, isPeppolAs4, type WantedEndpoint } from './own-endpoint.ts'
import type {
  PublishedEndpoint,
  PublishedProcess,
  PublishedServices,
  PublishedType,
} from './published.ts'

export type Refusal = {
  code:
    | 'registered-elsewhere'
    | 'moved-away'
    | 'group.of-another-user'
    | 'type.redirected'
    | 'type.not-modelled'
    | 'endpoint.of-another'
    | 'endpoint.not-https'
    | 'certificate.not-valid'
    | 'participant.invalid'
  /** In full; absent when the participant as a whole is refused. */
  documentType?: string
  detail: string
}

export type PutType = {
  step: 'put-type'
  documentType: Identifier
  reasons: string[]
  /** What to write. */
  processes: PublishedProcess[]
  extensions: string[]
}

export type TypePlan = { step?: PutType; refusals: Refusal[] }

export type WantedType = {
  documentType: Identifier
  processes: readonly Identifier[]
  endpoint: WantedEndpoint
  /** Takes the place of other access points in the wanted processes. */
  replace: boolean
}

/** `published` is what the SMP has of the type; undefined: nothing. */
export function planType(wanted: WantedType, published: PublishedType | undefined): TypePlan {
  const documentType = formatIdentifier(wanted.documentType)
  if (published?.kind === 'redirect')
    return refuse({
      code: 'type.redirected',
      documentType,
      detail:
        `The SMP redirects it to ${published.href}. Remove the redirect there, if it is not ` +
        'wanted any more.',
    })
  const before = published ?? { processes: [], extensions: [], unmodelled: [] }
  const { processes, reasons, refusals } = planProcesses(wanted, before)
  if (reasons.length === 0) return { refusals }
  if (before.unmodelled.length > 0)
    return refuse({
      code: 'type.not-modelled',
      documentType,
      detail: `Writing it would lose ${before.unmodelled.join(', ')}. Change it in the SMP itself.`,
    })
  return {
    refusals,
    step: {
      step: 'put-type',
      documentType: wanted.documentType,
      reasons: published ? reasons : ['The SMP does not have it yet.'],
      processes,
      extensions: before.extensions,
    },
  }
}

function refuse(refusal: Refusal): TypePlan {
  return { refusals: [refusal] }
}

function planProcesses(
  { documentType, processes: wanted, endpoint, replace }: WantedType,
  { processes: before }: PublishedServices,
) {
  const processes = [...before]
  const reasons: string[] = []
  const refusals: Refusal[] = []
  for (const process of wanted) {
    const at = processes.findIndex((one) => isSameIdentifier(one.process, process))
    const { value } = process
    const planned = planEndpoints(endpoint, { before: processes[at]?.endpoints ?? [], replace })
    if (planned.other !== undefined) {
      const code = 'endpoint.of-another' as const
      const detail =
        `Process ${value} leads to another access point, ${planned.other}. If that was yours, ` +
        'name it in AS4_FORMER_URLS; --replace with the identifier of the participant takes it.'
      refusals.push({ code, documentType: formatIdentifier(documentType), detail })
    } else if (planned.reasons.length > 0) {
      reasons.push(...planned.reasons.map((reason) => `Process ${value}: ${reason}`))
      const { endpoints } = planned
      if (at < 0) processes.push({ process, endpoints, extensions: [] })
      else processes[at] = { ...processes[at]!, endpoints }
    }
  }
  return { processes, reasons, refusals }
}

type EndpointsPlan = { other?: string; endpoints: PublishedEndpoint[]; reasons: string[] }

/** `other`: the URL of another access point, which stands in the way. */
function planEndpoints(
  wanted: WantedEndpoint,
  { before, replace }: { before: PublishedEndpoint[]; replace: boolean },
): EndpointsPlan {
  const ours = before.filter((one) => isOurs(one, wanted))
  const others = before.filter((one) => isPeppolAs4(one) && !ours.includes(one))
  if (others.length > 0 && !replace)
    return { other: others[0]!.url || 'without a URL', endpoints: before, reasons: [] }
  const [first] = ours
  const reasons = [
    ...others.map(({ url }) => `It leads to another access point, ${url}, which is replaced.`),
    ...(first ? changesIn(first, wanted) : ['It has no endpoint of ours.']),
    ...(ours.length > 1 ? [`It has ${ours.length} endpoints of ours; one is wanted.`] : []),
  ]
  const kept = before.filter((one) => !isPeppolAs4(one))
  return { endpoints: [asWanted(wanted, first), ...kept], reasons }
}
