// The form of a new token, for one's own tenant or for another one.

import { type Scope, scopes } from '../../core/access/token.ts'
import type { TokenWish } from '../../core/access/tokens.ts'
import type { Caller } from '../../core/gateway.ts'
import { tokenEnvironments } from '../../core/record.ts'
import { button, linkButton } from '../components/button.ts'
import { checkFields, form, selectField, textField } from '../components/field.ts'
import { nameIn, oneOf } from '../form.ts'
import type { Shown } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { formWords } from '../words/frame.ts'

export const tokenFields = ['name', 'environment', 'ends', ...scopes] as const
type TokenField = (typeof tokenFields)[number]

const lives = {
  ...{ '90 days': 90, never: 0, '30 days': 30, '1 year': 365 },
  'with your own token': 0,
}
const names = Object.keys(lives) as (keyof typeof lives)[]
const dayMs = 24 * 3_600_000

const meanings: Record<Scope, string> = {
  'documents:write': 'Submit, cancel, try again, answer, put aside.',
  'documents:read': 'See documents, their files and their history.',
  pdf: 'Print what it sends along, and read nothing.',
  metrics: 'Read the metrics of this installation.',
  admin: 'Manage the participants, tokens and webhooks of your tenant.',
  operator: 'Run this installation: all tenants, pauses, reports.',
}

/** It grants nothing that the own token lacks, and no longer life. */
export function tokenForm(
  action: string,
  { caller: { token }, given, errors, notice, hidden }: Shown<TokenField>,
  { now, back }: { now: Date; back: string },
): Html {
  const allowed = scopes.filter((scope) => token.scopes.includes(scope))
  return html`${notice}${form(
    action,
    html`${hidden}${textField({
      ...{ name: 'name', label: 'What it is for', isRequired: true, max: 255, hasFocus: true },
      ...{ value: given.name, error: errors.name },
    })}
${checkFields({
  ...{ name: 'scopes', label: 'What it may do', error: errors.scopes },
  chosen: allowed.filter((scope) => given[scope] === 'yes'),
  choices: allowed.map((scope) => ({ value: scope, label: scope, hint: meanings[scope] })),
})}
${selectField({
  ...{ name: 'environment', label: 'Environment', hint: 'A test token never reaches production.' },
  choices: environmentsOf(token).map((value) => ({ value, label: value })),
  ...{ value: given.environment, error: errors.environment },
})}
${selectField({
  ...{ name: 'ends', label: 'It ends' },
  choices: livesWithin(token, now).map((value) => ({ value, label: value })),
  ...{ value: given.ends, error: errors.ends ?? errors.expiresAt },
})}`,
    html`${button({ text: 'Create the token', look: 'primary' })}
${linkButton({ text: formWords.back, href: back, look: 'quiet' })}`,
  )}`
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
export function toTokenWish(given: { [name in TokenField]?: string }, now: Date): TokenWish {
  const days = lives[oneOf('ends', given.ends ?? '', names)]
  return {
    name: nameIn(given, 'name'),
    scopes: scopes.filter((scope) => given[scope] === 'yes'),
    environment: oneOf('environment', given.environment ?? '', tokenEnvironments),
    ...(days > 0 ? { expiresAt: new Date(now.getTime() + days * dayMs) } : {}),
  }
}
