// Reading the sandbox's SMP. Only the list of a user's participants asks for credentials.
import { formatIdentifier, parseDocumentType, parseParticipant } from '../peppol/index.ts'
import type { HttpAnswer } from './http-listener.ts'
import {
  buildComplete,
  buildGroup,
  buildOwnersList,
  buildSignedMetadata,
  type PublishedGroup,
  xml,
} from './smp.ts'
import type { GroupEntry, SmpEntries } from './smp-entries.ts'
import { notFound, preconditionFailed } from './smp-refusal.ts'
import {
  type Asked,
  groupIn,
  type Handle,
  noType,
  type SmpNeeds,
  type SmpState,
  typeIn,
} from './smp-request.ts'
import { checkHasCredentials, forbidden, userOf } from './smp-users.ts'

export type EntriesToRead = Pick<SmpEntries, 'all' | 'get'>

export function readingOf(needs: SmpNeeds, entries: () => EntriesToRead) {
  const { published, keys, state, users, id } = needs
  const find = async ({ at, url }: Asked): Promise<PublishedGroup> => {
    const participant = groupIn(at, url)
    const entry = entries().get(participant.value)
    const group = (await published.find(participant)) ?? (entry && groupOf(entry))
    if (group) return group
    throw notFound(`Unknown Service Group '${formatIdentifier(participant)}' at ${url}`)
  }
  return {
    status: ({ base }) => json(statusOf(id, base, state)),
    async list({ at, authorization, base, url }) {
      checkHasCredentials(authorization)
      const user = userOf(authorization, users)
      if (at.user !== user)
        throw forbidden(
          `URL user name '${at.user}' does not match the user name '${user}' derived from the ` +
            `credentials at ${url}`,
        )
      const live = await published.participantsOf(user)
      const own = entries()
        .all()
        .flatMap((one) => (one.owner === user ? one.participant : []))
      return xml(buildOwnersList([...new Set([...live, ...own])], base))
    },
    complete: async (asked) => xml(buildComplete(await find(asked), asked.base)),
    getGroup: async (asked) => xml(buildGroup(await find(asked), asked.base)),
    async getType(asked) {
      const type = typeIn(asked.at, asked.url)
      const group = await find(asked)
      const metadata = group.metadataOf(type)
      if (metadata === undefined) throw noType(group.participant, type, asked.url)
      return xml(await buildSignedMetadata(metadata, keys))
    },
    card() {
      throw preconditionFailed('The Peppol Directory integration is disabled.')
    },
  } satisfies Record<string, Handle>
}

function groupOf({ participant, extension, types }: GroupEntry): PublishedGroup {
  const known = new Map(types)
  return {
    ...{ participant: parseParticipant(participant), extension },
    documentTypes: types.flatMap(([name, { information, redirect }]) =>
      [information, redirect].flatMap((one) => (one === undefined ? [] : parseDocumentType(name))),
    ),
    metadataOf(documentType) {
      const type = known.get(formatIdentifier(documentType))
      return type?.redirect ?? type?.information
    },
  }
}

function statusOf(id: string, url: string, { isWritable, hasSml }: SmpState) {
  return {
    ...{ 'version.smp': 'fourcorner-sandbox', 'smp.id': id, 'smp.publicurl': url },
    ...{ 'smp.rest.type': 'peppol', 'smp.pd.enabled': false },
    ...{ 'smp.writable-rest-api.enabled': isWritable, 'smp.sml.enabled': hasSml },
  }
}

function json(value: object): HttpAnswer {
  const body = Buffer.from(`${JSON.stringify(value)}\n`)
  return { status: 200, contentType: 'application/json', body }
}
