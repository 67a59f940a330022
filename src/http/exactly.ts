// Ties a schema to a type in both directions. With `satisfies`, a member that core has and the
// schema lacks would compile, and be stripped from every answer.
import type { z } from 'zod'

/** Expands every member, so that two ways to write one type compare as equal. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T

type IsSame<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

type Mismatch = 'The schema has other members or values than the type.'

/** `exactly<T>()(schema)` is the schema; it compiles only where its output is exactly T. */
export function exactly<T>() {
  return <S extends z.ZodType>(schema: IsSame<z.output<S>, T> extends true ? S : Mismatch): S =>
    schema as S
}
