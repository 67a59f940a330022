// The types of XML Schema that expressions may name.
import { type CastName, casts } from '../../runtime/casts.ts'
import type { SequenceType } from '../ast.ts'
import { CompileError } from '../error.ts'
import { quote } from './code.ts'
import { type ModuleParts, schemaType } from './module-parts.ts'

export function castName(local: string): CastName {
  if (Object.hasOwn(casts, local)) return local as CastName
  throw new CompileError(`The type xs:${local} is not supported`)
}

/**
 * JavaScript that converts a sequence to the declared type; the sequence itself
 * if any type will do.
 */
export function convertTo(parts: ModuleParts, type: SequenceType | undefined, js: string): string {
  if (type === undefined || type.name === 'item()' || type.name === 'node()') return js
  if (type.name.endsWith('()')) return js
  const name = castName(schemaType(parts, type.name))
  return `convert(${js}, ${quote(name)}, ${quote(type.occurrence)})`
}
