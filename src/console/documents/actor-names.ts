// The names of the tokens that an audit log speaks of.
import { showToken } from '../../core/access/tokens.ts'
import type { Caller, Gateway } from '../../core/gateway.ts'
import type { AuditEntry } from '../../core/record.ts'
import { Problem } from '../../problem.ts'
import type { ActorNames } from './history.ts'

/** A document has few of them; an unusual log shows the others without a name. */
const namesMax = 20

export async function actorNames(
  gateway: Gateway,
  caller: Caller,
  lines: readonly AuditEntry[],
): Promise<ActorNames> {
  const actors = new Set(
    lines.map(({ actor }) => actor).filter((actor) => actor.startsWith('token:')),
  )
  const named = await Promise.all(
    [...actors].slice(0, namesMax).map(async (actor): Promise<[string, string] | undefined> => {
      const name = await nameOf(gateway, caller, actor.slice('token:'.length))
      return name === undefined ? undefined : [actor, name]
    }),
  )
  return new Map(named.filter((pair) => pair !== undefined))
}

async function nameOf(gateway: Gateway, caller: Caller, id: string): Promise<string | undefined> {
  try {
    return (await showToken(gateway, caller, id)).name
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
