// The form of a new token, for one's own tenant or for another one.

import { scopes } from '../core/access/token.ts'
import type { TokenWish } from '../core/access/tokens.ts'
import type { Caller } from '../core/gateway.ts'
import { tokenEnvironments } from '../core/record.ts'
import { nameIn, oneOf } from './form.ts'
import { type Html, html } from './html.ts'
import { choice, select } from './show.ts'

export const tokenFields = ['name', 'environment', 'ends', ...scopes] as const

const lives = {
  ...{ '90 days': 90, never: 0, '30 days': 30, '1 year': 365 },
  'with your own token': 0,
}
const names = Object.keys(lives) as (keyof typeof lives)[]
const dayMs = 24 * 3_600_000

/** It grants nothing that the own token lacks, and no longer life. */
export function tokenForm(action: string, { token }: Caller, now: Date): Html {
  return html`<form method="post" action="${action}" class="stack">
<label>What it is for <input name="name" required maxlength="255" autocomplete="off"></label>
<fieldset><legend>What it may do</legend>${scopes
    .filter((scope) => token.scopes.includes(scope))
    .map((scope) => choice(scope, scope))}</fieldset>
${select('environment', 'Environment: test never reaches production', environmentsOf(token))}
${select('ends', 'It ends', livesWithin(token, now))}
<button type="submit">Create the token</button></form>`
}

function environmentsOf({ environment }: Caller['token']): readonly string[] {
  return environment === 'live' ? tokenEnvironments : ['test']
}

function livesWithin({ expiresAt }: Caller['token'], now: Date): readonly string[] {
  const own = 'with your own token'
  if (!expiresAt) return names.filter((name) => name !== own)
  const leftMs = expiresAt.getTime() - now.getTime()
  return [own, ...names.filter((name) => lives[name] > 0 && lives[name] * dayMs < leftMs)]
}

/** Throws Problem `request.invalid-field`. */
export function toTokenWish(
  given: { [name in (typeof tokenFields)[number]]?: string },
  now: Date,
): TokenWish {
  const days = lives[oneOf('ends', given.ends ?? '', names)]
  return {
    name: nameIn(given, 'name'),
    scopes: scopes.filter((scope) => given[scope] === 'yes'),
    environment: oneOf('environment', given.environment ?? '', tokenEnvironments),
    ...(days > 0 ? { expiresAt: new Date(now.getTime() + days * dayMs) } : {}),
  }
}
