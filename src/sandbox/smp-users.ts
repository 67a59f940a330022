// The users of the sandbox's SMP: Basic with their token as password, or the token alone. A refusal
// repeats the token, as that of phoss SMP does.
import { SmpRefusal } from './smp-refusal.ts'

export type SmpUser = { user: string; token: string }

/** Throws SmpRefusal. */
export function checkHasCredentials(authorization: string | undefined): asserts authorization {
  if (authorization === undefined)
    throw forbidden("Missing required HTTP header 'Authorization' for user authentication")
}

/** The name of the user. Throws SmpRefusal. */
export function userOf(authorization: string, users: readonly SmpUser[]): string {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +(\S+)$/i.exec(authorization) ?? []
  if (scheme === '')
    throw forbidden(
      "The HTTP header 'Authorization' is malformed. Contains neither a Bearer Token nor Basic " +
        'Auth',
    )
  if (scheme.toLowerCase() === 'bearer') {
    const found = users.find(({ token }) => token === value)
    if (!found) throw forbidden(`Unknown user '{BearerToken}${value}'`)
    return found.user
  }
  const [, name = '', password = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? []
  const found = users.find(({ user }) => user === name)
  if (!found) throw forbidden(`Unknown user '${name}'`)
  if (found.token !== password) throw forbidden('Username and/or password are invalid!')
  return found.user
}

export function forbidden(why: string): SmpRefusal {
  return new SmpRefusal(403, why)
}
