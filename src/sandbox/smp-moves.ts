// The requests to the sandbox's SMP that move a participant.
import type { Identifier } from '../peppol/index.ts'
import { xml } from './smp.ts'
import { openMigrations, readTaking, taken } from './smp-migrations.ts'
import {
  type Asked,
  checkNotPublished,
  checkRoom,
  checkWritable,
  done,
  groupIn,
  type Handle,
  type SmpNeeds,
  toSml,
  xmlIn,
} from './smp-request.ts'
import { checkHasCredentials, userOf } from './smp-users.ts'

export function movingOf(needs: SmpNeeds) {
  const { entries, state, users, sml, id } = needs
  const migrations = openMigrations({
    outbound: needs.migrationKeys,
    hasGroup: (participant) => entries.get(participant) !== undefined,
    sml: () =>
      state.hasSml
        ? {
            prepare: (one, key) => toSml(state, () => sml.prepare(one, id, key)),
            migrate: (one, key) => toSml(state, () => sml.migrate(one, id, key)),
          }
        : undefined,
  })
  const begin = async ({ at, url, authorization }: Asked): Promise<Identifier> => {
    checkWritable(state, 'migration', url)
    checkHasCredentials(authorization)
    userOf(authorization, users)
    const participant = groupIn(at, url)
    await checkNotPublished(participant, needs)
    return participant
  }
  return {
    start: async (asked) => xml(await migrations.start(await begin(asked), asked.url)),
    async cancel(asked) {
      migrations.cancel(await begin(asked), asked.url)
      return done
    },
    async finalize(asked) {
      const participant = await begin(asked)
      migrations.finalize(participant, asked.url)
      entries.delete(participant.value)
      return done
    },
    async take(asked) {
      const { participant: group = '', key = '' } = asked.at.key
        ? { participant: asked.at.group, key: asked.at.key }
        : readTaking(xmlIn(asked.body, asked.url))
      const participant = await begin({ ...asked, at: { group } })
      checkRoom(entries)
      await migrations.take(participant, key, asked.url)
      const owner = userOf(asked.authorization ?? '', users)
      entries.put({ participant: participant.value, owner, extension: '', types: [] })
      return xml(taken)
    },
  } satisfies Record<string, Handle>
}
