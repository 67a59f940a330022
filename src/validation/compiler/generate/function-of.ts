// The functions that expressions pass to the runtime: what to do with each item of a sequence, or
// with the node above.
import { constant, type ModuleParts } from './module-parts.ts'

/**
 * The names of parameters and variables inside rules and functions. Each name is
 * used once in a module.
 */
const localNames = /\b(?:node|own|(?:item|each|from|above|place|given)\d+(?:At|Last)?)\b/g
const parameterLists = /\(([\w, ]*)\) =>/g

/**
 * JavaScript of a function. If its body uses nothing from its surroundings, it becomes a constant
 * of the module, shared by equal functions. A function created anew for each node loses its machine
 * code at every garbage collection, and V8 compiles it again and again: that was a third of the
 * time of large documents.
 */
export function functionOf(
  parts: ModuleParts,
  parameters: readonly string[],
  body: string,
): string {
  return closedFunction(parts, parameters, body) ?? `(${parameters.join(', ')}) => ${body}`
}

/**
 * The constant that holds the function; undefined if its body uses something from its surroundings.
 */
export function closedFunction(
  parts: ModuleParts,
  parameters: readonly string[],
  body: string,
): string | undefined {
  const own = new Set(parameters)
  for (const [, list] of body.matchAll(parameterLists)) {
    for (const name of list!.split(', ')) own.add(name)
  }
  const isClosed = (body.match(localNames) ?? []).every((name) => own.has(name))
  if (!isClosed) return undefined
  const plain = parameters.map((name) => name.replace(/\d+/, ''))
  const shared = parameters.reduce(
    (js, name, at) => js.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), plain[at]!),
    body,
  )
  return constant(parts, `(${plain.join(', ')}) => ${shared}`, 'closed')
}
