// Function calls: XPath functions by a table, casts by type names, and functions of the rule file.
import { XPathError } from '../../runtime/error.ts'
import { regularExpression } from '../../runtime/regular-expression.ts'
import type { Expression } from '../ast.ts'
import { CompileError } from '../error.ts'
import {
  asAtomic,
  asBoolean,
  asDouble,
  asSequence,
  asString,
  type Code,
  type Kind,
  quote,
} from './code.ts'
import { compile, contextItem } from './expression.ts'
import { constant, resolveCall } from './module-parts.ts'
import type { Scope } from './scope.ts'
import { castName } from './types.ts'

type Call = Extract<Expression, { type: 'call' }>

export function compileCall(call: Call, scope: Scope): Code {
  const target = resolveCall(scope.parts, call.name)
  const given = call.arguments.map((argument) => compile(argument, scope))
  if (target.of === 'file') {
    const { parameters, as } = target.definition
    if (given.length !== parameters.length) wrongArity(call)
    const js = `${target.id}(${given.map(asSequence).join(', ')})`
    const isBoolean = as?.occurrence === '' && as.name.endsWith(':boolean')
    return isBoolean ? { kind: 'boolean', js: `isTrue(${js})` } : { kind: 'sequence', js }
  }
  if (target.of === 'type') {
    if (given.length !== 1) wrongArity(call)
    return { kind: 'atomic', js: `cast(${asAtomic(given[0]!)}, ${quote(castName(target.local))})` }
  }
  const known = Object.hasOwn(functions, target.local) ? functions[target.local] : undefined
  if (!known) throw new CompileError(`The function ${call.name} is not supported`)
  if (given.length < known.from || given.length > known.to) wrongArity(call)
  return known.make(given, scope)
}

function wrongArity(call: Call): never {
  throw new CompileError(`${call.name} does not take ${call.arguments.length} arguments`)
}

type Known = { from: number; to: number; make: (given: Code[], scope: Scope) => Code }

/** A function that uses all its arguments the same way and becomes a call of the runtime. */
function plain(
  kind: Kind,
  name: string,
  use: ((code: Code) => string)[],
  from = use.length,
): Known {
  const make = (given: Code[]): Code => ({
    kind,
    js: `${name}(${given.map((code, at) => use[at]!(code)).join(', ')})`,
  })
  return { from, to: use.length, make }
}

/** A function of one string, by default the context item's. */
function ofString(kind: Kind, make: (text: string) => string): Known {
  return {
    from: 0,
    to: 1,
    make: ([given], scope) => ({ kind, js: make(given ? asString(given) : contextText(scope)) }),
  }
}

function contextText(scope: Scope): string {
  return `textOf(${contextItem(scope).only})`
}

/** A function of one node, by default the context node. */
function ofNode(name: string): Known {
  const make = ([given]: Code[], scope: Scope): Code => {
    const code = given ?? contextItem(scope)
    const js = code.only === undefined ? `${name}(${asSequence(code)})` : `${name}Of(${code.only})`
    return { kind: 'string', js }
  }
  return { from: 0, to: 1, make }
}

/** A string method with one string argument. */
function method(kind: Kind, name: string): Known {
  const make = ([text, other]: Code[]): Code => ({
    kind,
    js: `${asString(text!)}.${name}(${asString(other!)})`,
  })
  return { from: 2, to: 2, make }
}

function make(kind: Kind, count: number, js: (...given: Code[]) => string): Known {
  return { from: count, to: count, make: (given) => ({ kind, js: js(...given) }) }
}

const functions: Record<string, Known> = {
  true: make('boolean', 0, () => 'true'),
  false: make('boolean', 0, () => 'false'),
  not: make('boolean', 1, (given) => `!${asBoolean(given)}`),
  boolean: make('boolean', 1, asBoolean),
  exists: make('boolean', 1, (given) => given.exists ?? `(${asSequence(given)}.length > 0)`),
  empty: make('boolean', 1, (given) => `!${given.exists ?? `(${asSequence(given)}.length > 0)`}`),
  count: make('integer', 1, (given) => `${asSequence(given)}.length`),
  sum: plain('atomic', 'sum', [asSequence]),
  max: make('atomic', 1, (given) => `extreme(${asSequence(given)}, 'max')`),
  min: make('atomic', 1, (given) => `extreme(${asSequence(given)}, 'min')`),
  round: plain('atomic', 'round', [asAtomic]),
  floor: plain('atomic', 'floor', [asAtomic]),
  ceiling: plain('atomic', 'ceiling', [asAtomic]),
  abs: plain('atomic', 'absolute', [asAtomic]),
  number: {
    from: 0,
    to: 1,
    make: ([given], scope) => ({ kind: 'double', js: asDouble(given ?? contextItem(scope)) }),
  },
  string: ofString('string', (text) => text),
  'normalize-space': ofString('string', (text) => `normalizeSpace(${text})`),
  'string-length': ofString('integer', (text) => `stringLength(${text})`),
  'upper-case': make('string', 1, (given) => `${asString(given)}.toUpperCase()`),
  'lower-case': make('string', 1, (given) => `${asString(given)}.toLowerCase()`),
  concat: {
    from: 2,
    to: Number.POSITIVE_INFINITY,
    make: (given) => ({
      kind: 'string',
      js: `(${given.map(asString).join(' + ')})`,
      joined: given,
    }),
  },
  contains: { from: 2, to: 2, make: compileContains },
  'starts-with': method('boolean', 'startsWith'),
  'ends-with': method('boolean', 'endsWith'),
  substring: plain('string', 'substring', [asString, asDouble, asDouble], 2),
  'substring-before': plain('string', 'substringBefore', [asString, asString]),
  'substring-after': plain('string', 'substringAfter', [asString, asString]),
  translate: plain('string', 'translate', [asString, asString, asString]),
  replace: plain('string', 'replace', [asString, asString, asString, asString], 3),
  matches: { from: 2, to: 3, make: compileMatches },
  tokenize: { from: 2, to: 3, make: compileTokenize },
  'string-join': plain('string', 'stringJoin', [asSequence, asString]),
  'string-to-codepoints': plain('sequence', 'toCodepoints', [asString]),
  'codepoints-to-string': plain('string', 'fromCodepoints', [asSequence]),
  reverse: plain('sequence', 'reverse', [asSequence]),
  'distinct-values': plain('sequence', 'distinctValues', [asSequence]),
  'index-of': plain('sequence', 'indexesOf', [asSequence, asAtomic]),
  'exactly-one': plain('sequence', 'exactlyOne', [asSequence]),
  'local-name': ofNode('localName'),
  name: ofNode('qualifiedName'),
  'namespace-uri': ofNode('namespaceUri'),
  'current-dateTime': make('atomic', 0, () => 'currentDateTime()'),
  'adjust-dateTime-to-timezone': plain('atomic', 'adjustDateTime', [asAtomic, asAtomic]),
  position: {
    from: 0,
    to: 0,
    make: (_, scope) => ({ kind: 'integer', js: placeOf(scope).position }),
  },
  last: { from: 0, to: 0, make: (_, scope) => ({ kind: 'integer', js: placeOf(scope).last }) },
  current: { from: 0, to: 0, make: (_, scope) => currentNode(scope) },
  root: { from: 0, to: 0, make: () => ({ kind: 'nodes', js: '[document]', only: 'document' }) },
  key: { from: 2, to: 2, make: compileKey },
}

function placeOf(scope: Scope): { position: string; last: string } {
  if (!scope.place) throw new CompileError('There is no position here')
  return scope.place
}

function currentNode({ current }: Scope): Code {
  if (current === undefined) throw new CompileError('There is no current node here')
  return { kind: 'nodes', js: `[${current}]`, only: current }
}

// contains(' AED AFN … ', concat(' ', code, ' ')) is how rules look up a code.
function compileContains([text, part]: Code[], { parts }: Scope): Code {
  const [list, sought] = [text!.literal, betweenSpaces(part!)]
  if (list === undefined || !isWordList(list) || sought === undefined)
    return { kind: 'boolean', js: `${asString(text!)}.includes(${asString(part!)})` }
  const words = constant(parts, `wordList(${quote(list)})`, 'words')
  return { kind: 'boolean', js: `isListed(${words}, ${asString(sought)})` }
}

/** One space before and after each word, and no other white space. */
function isWordList(text: string): boolean {
  return /^( \S+)+ $/.test(text)
}

function betweenSpaces({ joined }: Code): Code | undefined {
  const isBetween = joined?.length === 3 && joined[0]!.literal === ' ' && joined[2]!.literal === ' '
  return isBetween ? joined[1] : undefined
}

function compileMatches([text, pattern, flags]: Code[], scope: Scope): Code {
  const isKnown =
    pattern!.literal !== undefined && (flags === undefined || flags.literal !== undefined)
  if (!isKnown) {
    const given = [text!, pattern!, ...(flags ? [flags] : [])]
    return { kind: 'boolean', js: `matches(${given.map(asString).join(', ')})` }
  }
  checkPattern(pattern!.literal!, flags?.literal ?? '')
  const js = `regularExpression(${quote(pattern!.literal!)}, ${quote(flags?.literal ?? '')})`
  return {
    kind: 'boolean',
    js: `isFound(${constant(scope.parts, js, 'expression')}, ${asString(text!)})`,
  }
}

// A pattern written in the rule file is refused with the file, not when a document arrives.
function checkPattern(pattern: string, flags: string): void {
  try {
    regularExpression(pattern, flags)
  } catch (error) {
    if (error instanceof XPathError) throw new CompileError(error.message)
    throw error
  }
}

function compileTokenize([text, pattern, flags]: Code[], scope: Scope): Code {
  const given = [text!, pattern!, ...(flags ? [flags] : [])]
  if (pattern!.literal !== undefined) checkPattern(pattern!.literal, flags?.literal ?? '')
  const js = `tokenize(${given.map(asString).join(', ')})`
  const isKnown = given.every(({ literal }) => literal !== undefined)
  return { kind: 'sequence', js: isKnown ? constant(scope.parts, js) : js, strings: 'unknown' }
}

function compileKey([name, values]: Code[], scope: Scope): Code {
  const key = name!.literal === undefined ? undefined : scope.parts.keys.get(name!.literal)
  if (!key) throw new CompileError(`There is no key ${name!.literal ?? 'with a computed name'}`)
  return { kind: 'nodes', js: `keyed(document, ${key.id}, ${asSequence(values!)})` }
}
