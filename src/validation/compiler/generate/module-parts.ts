// What one generated module collects while its expressions are compiled: names, constants, values
// that are constant within a document, and the functions and keys that expressions may call.
import { CompileError } from '../error.ts'
import type { FunctionDefinition, Key, Schema } from '../schema.ts'
import { type Code, quote } from './code.ts'

const schemaTypes = 'http://www.w3.org/2001/XMLSchema'
const functions = 'http://www.w3.org/2005/xpath-functions'

export type ModuleParts = {
  namespaces: ReadonlyMap<string, string>
  functions: ReadonlyMap<string, { definition: FunctionDefinition; id: string }>
  keys: ReadonlyMap<string, { definition: Key; id: string }>
  constants: Map<string, string>
  /** Expressions that depend on the document only. */
  hoisted: Map<string, Code>
  /** How many values are computed once for a document. */
  kept: number
  lastId: { value: number }
}

export function newModuleParts(schema: Schema): ModuleParts {
  const namespaces = new Map([
    ['xs', schemaTypes],
    ['xsd', schemaTypes],
    ['fn', functions],
    ['xml', 'http://www.w3.org/XML/1998/namespace'],
    ...schema.namespaces,
  ])
  const parts: ModuleParts = {
    namespaces,
    functions: new Map(),
    keys: new Map(
      schema.keys.map((definition, at) => [definition.name, { definition, id: `key${at}` }]),
    ),
    constants: new Map(),
    hoisted: new Map(),
    kept: 0,
    lastId: { value: 0 },
  }
  const named = schema.functions.map(
    (definition, at): [string, { definition: FunctionDefinition; id: string }] => [
      expandedName(parts, definition.name),
      { definition, id: `function${at}` },
    ],
  )
  return { ...parts, functions: new Map(named) }
}

/** A name that is unique in the module. */
export function newId(parts: ModuleParts, stem: string): string {
  parts.lastId.value++
  return `${stem}${parts.lastId.value}`
}

/** The name of a constant with this value; equal ones are shared. */
export function constant(parts: ModuleParts, js: string, stem = 'constant'): string {
  const known = parts.constants.get(js)
  if (known !== undefined) return known
  const id = newId(parts, stem)
  parts.constants.set(js, id)
  return id
}

/** JavaScript of a value that depends on the document only: it is computed at most once. */
export function keptValue(parts: ModuleParts, js: string): string {
  return `once(kept, ${parts.kept++}, ${constant(parts, `() => ${js}`, 'value')})`
}

/**
 * JavaScript of a variable of a rule or function, which is computed at most once in each call, of
 * these parameters of it and of other variables. Their values are in `own`.
 */
export function ownValue(
  parts: ModuleParts,
  number: number,
  parameters: readonly string[],
  js: string,
): string {
  const compute = constant(parts, `(${['own', ...parameters].join(', ')}) => ${js}`, 'value')
  return `once(${['own', number, compute, ...parameters].join(', ')})`
}

/**
 * The constant that holds the number of the name of an element, or of an attribute, which has no
 * default namespace.
 */
export function nameId(parts: ModuleParts, name: string): string {
  const [namespace, local] = splitName(parts, name)
  const stem = `_${local.replace(/[^A-Za-z0-9]/g, '_')}_`
  return constant(parts, `intern(${quote(namespace)}, ${quote(local)})`, stem)
}

export function namespaceOf(parts: ModuleParts, prefix: string): string {
  const namespace = parts.namespaces.get(prefix)
  if (namespace === undefined)
    throw new CompileError(`The prefix '${prefix}' is bound to no namespace`)
  return namespace
}

function splitName(parts: ModuleParts, name: string): [namespace: string, local: string] {
  const colon = name.indexOf(':')
  return colon < 0 ? ['', name] : [namespaceOf(parts, name.slice(0, colon)), name.slice(colon + 1)]
}

function expandedName(parts: ModuleParts, name: string): string {
  const [namespace, local] = splitName(parts, name)
  return `{${namespace}}${local}`
}

/**
 * What a called name refers to: a function of XPath, a type of XML Schema, or a
 * function of the rule file.
 */
export function resolveCall(
  parts: ModuleParts,
  name: string,
):
  | { of: 'xpath' | 'type'; local: string }
  | { of: 'file'; definition: FunctionDefinition; id: string } {
  if (!name.includes(':')) return { of: 'xpath', local: name }
  const [namespace, local] = splitName(parts, name)
  if (namespace === functions) return { of: 'xpath', local }
  if (namespace === schemaTypes) return { of: 'type', local }
  const found = parts.functions.get(`{${namespace}}${local}`)
  if (!found) throw new CompileError(`There is no function ${name}`)
  return { of: 'file', ...found }
}

/** The local name of a type of XML Schema. */
export function schemaType(parts: ModuleParts, name: string): string {
  const [namespace, local] = splitName(parts, name)
  if (namespace !== schemaTypes) throw new CompileError(`There is no type ${name}`)
  return local
}
