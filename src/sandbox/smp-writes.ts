// Writing to the sandbox's SMP.
import {
  formatIdentifier,
  type Identifier,
  isSameIdentifier,
  isSameParticipant,
} from '../peppol/index.ts'
import { checkRepeats, readGroupContent, readTypeContent } from './smp-content.ts'
import type { GroupEntry, TypeEntry } from './smp-entries.ts'
import { badRequest, notFound, SmpRefusal } from './smp-refusal.ts'
import {
  checkNotPublished,
  checkRoom,
  checkWritable,
  done,
  full,
  groupIn,
  type Handle,
  noType,
  type SmpNeeds,
  toSml,
  typeIn,
  xmlIn,
} from './smp-request.ts'
import { checkHasCredentials, forbidden, userOf } from './smp-users.ts'

/** Protects the folder and the memory. */
const typesMax = 500

export function writingOf(needs: SmpNeeds) {
  const { entries, state, users } = needs
  /** The entry, for its owner alone. */
  const ownEntry = async (participant: Identifier, as: string): Promise<GroupEntry> => {
    const user = userOf(as, users)
    await checkNotPublished(participant, needs)
    const full = formatIdentifier(participant)
    const entry = entries.get(participant.value)
    if (!entry) throw notFound(`Service group ${full} does not exist`)
    if (entry.owner !== user) throw forbidden(`User '${user}' does not own ${full}`)
    return entry
  }
  const withType = (entry: GroupEntry, type: string, changed: TypeEntry | undefined) => {
    // Another request may have written another type since it was read.
    const { types } = entries.get(entry.participant) ?? entry
    const others = types.filter(([name]) => name !== type)
    entries.put({ ...entry, types: changed ? [...others, [type, changed]] : others })
  }
  return {
    async putGroup({ at, url, body, query, authorization }) {
      checkWritable(state, 'saveServiceGroup', url)
      const root = xmlIn(body, url)
      checkHasCredentials(authorization)
      const content = readGroupContent(root)
      const participant = groupIn(at, url)
      const full = formatIdentifier(participant)
      if (!isSameParticipant(content.participant, participant))
        throw badRequest(
          `Service Group Inconsistency. The URL points to '${full}' whereas the Service Group ` +
            `contains '${formatIdentifier(content.participant)}' at '${url}'`,
        )
      const owner = userOf(authorization, users)
      await checkNotPublished(participant, needs)
      const known = entries.get(participant.value)
      const { extension } = content
      if (!known) {
        checkRoom(entries)
        if (query.get('create-in-sml') !== 'false')
          await inSml(needs, `create '${full}'`, () =>
            needs.sml.create(participant.value, needs.id),
          )
      }
      const types = entries.get(participant.value)?.types ?? []
      entries.put({ participant: participant.value, owner, extension, types })
      return done
    },
    async deleteGroup({ at, url, query, authorization }) {
      checkWritable(state, 'deleteServiceGroup', url)
      checkHasCredentials(authorization)
      const participant = groupIn(at, url)
      await ownEntry(participant, authorization)
      const name = `delete '${formatIdentifier(participant)}'`
      if (query.get('delete-in-sml') !== 'false')
        await inSml(needs, name, () => needs.sml.remove(participant.value, needs.id))
      entries.delete(participant.value)
      return done
    },
    async putType({ at, url, body, authorization }) {
      checkWritable(state, 'saveServiceRegistration', url)
      const root = xmlIn(body, url)
      checkHasCredentials(authorization)
      const { xml: metadata, ...content } = readTypeContent(root)
      const [participant, type] = [groupIn(at, url), typeIn(at, url)]
      if (
        content.kind === 'information' &&
        !(
          isSameParticipant(content.participant, participant) &&
          isSameIdentifier(content.documentType, type)
        )
      )
        throw badRequest('Save Service Metadata was called with inconsistent values.')
      const entry = await ownEntry(participant, authorization)
      checkRepeats(root)
      const name = formatIdentifier(type)
      const before = new Map(entry.types).get(name)
      if (!before && entry.types.length >= typesMax) throw full()
      withType(entry, name, { ...before, [content.kind]: metadata })
      return done
    },
    async deleteType({ at, url, authorization }) {
      checkWritable(state, 'deleteServiceRegistration', url)
      checkHasCredentials(authorization)
      const [participant, type] = [groupIn(at, url), typeIn(at, url)]
      const entry = await ownEntry(participant, authorization)
      const name = formatIdentifier(type)
      const before = new Map(entry.types).get(name)
      if (!before) throw noType(participant, type, url)
      // What a redirect hides goes first.
      const { redirect, information } = before
      withType(entry, name, redirect && information ? { redirect } : undefined)
      return done
    },
    async deleteTypes({ at, url, authorization }) {
      checkWritable(state, 'deleteServiceRegistrations', url)
      checkHasCredentials(authorization)
      const entry = await ownEntry(groupIn(at, url), authorization)
      entries.put({ ...entry, types: [] })
      return done
    },
  } satisfies Record<string, Handle>
}

/** Throws SmpRefusal unless it is done in the SML, too. */
async function inSml({ state }: SmpNeeds, what: string, operation: () => void): Promise<void> {
  if (!state.hasSml) return
  if ((await toSml(state, operation)) !== 'done')
    throw new SmpRefusal(500, `Failed to ${what} in SML`)
}
