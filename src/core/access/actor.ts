// Who changes something, as the log of the installation names it.
import type { ChangedBy } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'

/** The command line, which anyone with access to the machine can use. */
export const commandActor = 'command'

/** A caller of the API or of the console. */
export function actorOf({ token }: Caller): string {
  return `token:${token.id}`
}

/** A change that is made now. */
export function changedBy({ now }: Pick<Gateway, 'now'>, actor: string): ChangedBy {
  return { actor, at: now() }
}
