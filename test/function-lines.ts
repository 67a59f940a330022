// Own lines of functions: all lines of one, without the lines that belong to a function inside it.
// (The parser is vitest's: the package `typescript` 7 has no stable one.)
import { parseAst } from 'vitest/node'

type FunctionLines = { line: number; ownLines: number }

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** In the order in which they end. */
export function functionLines(source: string): FunctionLines[] {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index)
  const lineAt = (position: number) => starts.findLastIndex((start) => start <= position) + 1
  const found: FunctionLines[] = []

  /** The lines of the outermost functions in `node`. */
  function visit(node: unknown): Set<number> {
    const inner = new Set<number>()
    if (typeof node !== 'object' || node === null) return inner
    for (const child of Object.values(node)) for (const line of visit(child)) inner.add(line)
    if (!isFunction(node)) return inner
    const line = lineAt(node.start)
    const length = lineAt(node.end - 1) - line + 1
    const lines = Array.from({ length }, (_, at) => line + at)
    // Its first and its last line are its own, also where a function inside it has a part in them.
    const own = lines.filter((one, at) => at === 0 || at === length - 1 || !inner.has(one))
    found.push({ line, ownLines: own.length })
    return new Set(lines)
  }

  visit(parseAst(source, { lang: 'ts' }))
  return found
}

/** `path:line: lines`, for each function of more than `max` own lines. */
export function longFunctions(path: string, source: string, max: number): string[] {
  return functionLines(source)
    .filter(({ ownLines }) => ownLines > max)
    .map(({ line, ownLines }) => `${path}:${line}: ${ownLines} own lines`)
}

function isFunction(node: object): node is { start: number; end: number } {
  return 'type' in node && functions.includes(String(node.type))
}
