// What a call requires of its token: each route of the API and each page of the console says it in
// its config, and one that does not stops the start.
import { Problem } from '../../problem.ts'
import type { Caller } from '../gateway.ts'
import type { Scope } from './token.ts'

/**
 * What a test token may do on the production network: read, change what is itself of test
 * (documents with `test: true`, tokens with the environment `test`), or nothing.
 */
export type TestTokenUse = 'read' | 'test' | 'nothing'

export type Requirements = {
  /** The scope that the token must have, or one of these; 'any': any valid token will do. */
  scope?: Scope | 'any' | readonly Scope[]
  testToken?: TestTokenUse
}

/** Throws an error, no problem, for a route whose config lacks one of them. */
export function checkConfig({
  method,
  url,
  config,
}: {
  method: string | string[]
  url: string
  config?: Requirements | undefined
}): void {
  const missing = !config?.scope
    ? 'which scope it requires'
    : !config.testToken
      ? 'what a test token may do on the production network'
      : undefined
  if (missing) throw new Error(`${method} ${url} does not say ${missing}`)
}

export function mayCall({ token, testOnly }: Caller, { scope, testToken }: Requirements): boolean {
  const hasScope = scope === 'any' || listed(scope).some((one) => token.scopes.includes(one))
  return hasScope && !(testOnly && (testToken ?? 'nothing') === 'nothing')
}

/** Throws Problem `auth.scope-missing`, `auth.environment-mismatch`. */
export function requireOf(caller: Caller, requirements: Requirements): void {
  if (mayCall(caller, requirements)) return
  if (requirements.scope !== 'any') requireScope(caller, requirements.scope)
  throw new Problem('auth.environment-mismatch', {
    detail: 'A test token never reaches the production network; use a live token.',
  })
}

export function requireScope(caller: Caller, scope: Scope | readonly Scope[] | undefined): void {
  const allowed = listed(scope)
  if (allowed.some((one) => caller.token.scopes.includes(one))) return
  const words = allowed.map((one) => `'${one}'`).join(' or ')
  throw new Problem('auth.scope-missing', { detail: `This call requires the scope ${words}.` })
}

function listed(scope: Scope | readonly Scope[] = []): readonly Scope[] {
  return typeof scope === 'string' ? [scope] : scope
}

/**
 * For what a call with `testToken: 'test'` changes. Throws Problem `auth.environment-mismatch`
 * unless it is of test, or the caller is not confined to that.
 */
export function refuseUnlessTest(caller: Caller, isOfTest: boolean): void {
  if (caller.testOnly && !isOfTest)
    throw new Problem('auth.environment-mismatch', {
      detail:
        'On the production network a test token changes only what is of test; use a live one.',
    })
}
