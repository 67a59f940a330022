// The second engine: the same rules as stylesheets in saxon-js. Correct but slow, so it only ever
// runs in a thread of the pool.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type { RawFinding } from '../engine/script.ts'
import type { ChosenSet } from '../rules/choose.ts'
import { kinds, type RuleNode } from '../runtime/node.ts'
import { ValidationUnavailable } from '../verdict.ts'
import { sefFiles } from './sef-files.ts'

type SaxonJs = {
  getResource(options: { text: string; type: 'xml' }): Promise<unknown>
  transform(options: object, mode: 'sync'): { principalResult: unknown }
  XPath: { evaluate(expression: string, context: unknown, options: object): unknown }
}

const svrl = { svrl: 'http://purl.oclc.org/dsdl/svrl' }
const findingsPath = `array { //(svrl:failed-assert|svrl:successful-report) ! map {
  'id': string(@id), 'flag': string((@flag, @role)[1]),
  'location': string(@location), 'message': string(svrl:text) } }`

type Reported = { id: string; flag: string; location: string; message: string }

const require = createRequire(import.meta.url)
const loaded = new Map<string, unknown>()
let library: SaxonJs | undefined

/**
 * The results of the rule sets for a document. Throws ValidationUnavailable when their
 * stylesheets were not built.
 */
export async function askSaxon(
  rulesDir: string,
  chosen: readonly ChosenSet[],
  { text, tree }: { text: string; tree: RuleNode },
): Promise<RawFinding[]> {
  // Only users of this engine pay for loading it.
  library ??= require('saxon-js') as SaxonJs
  const source = await library.getResource({ text, type: 'xml' })
  return chosen.flatMap((each) =>
    sefFiles(rulesDir, each)
      .flatMap((file) => transform(library!, file, source, tree))
      .filter(({ id }) => !each.without?.includes(id)),
  )
}

function transform(saxon: SaxonJs, file: string, source: unknown, tree: RuleNode): RawFinding[] {
  const stylesheetInternal = stylesheetIn(file)
  try {
    const options = { stylesheetInternal, sourceNode: source, destination: 'document' }
    const report = saxon.transform(options, 'sync').principalResult
    const reported = saxon.XPath.evaluate(findingsPath, report, {
      namespaceContext: svrl,
      resultForm: 'any',
    })
    return (reported as Reported[]).map(({ id, flag, location, message }) => ({
      id,
      flag,
      message,
      node: nodeAt(tree, location),
    }))
  } catch (error) {
    // A rule that fails ends the whole stylesheet, so this cannot say which one it was.
    return [{ id: 'of this set', flag: 'fatal', node: tree, message: '', error }]
  }
}

function stylesheetIn(file: string): unknown {
  const known = loaded.get(file)
  if (known) return known
  try {
    const stylesheet: unknown = JSON.parse(readFileSync(file, 'utf8'))
    loaded.set(file, stylesheet)
    return stylesheet
  } catch (cause) {
    const how = 'npm run schematron makes it (with -- --pack own, those of our own rules)'
    throw new ValidationUnavailable(`There is no stylesheet ${basename(file)}: ${how}`, { cause })
  }
}

/** The node at a path in the notation of the ISO skeleton. */
function nodeAt(document: RuleNode, location: string): RuleNode {
  let at = document
  for (const [, local, namespace, position, attribute] of location.matchAll(
    /\/\*:([^[]+)\[namespace-uri\(\)='([^']*)'\]\[(\d+)\]|\/@([^/]+)/g,
  )) {
    const next =
      attribute === undefined
        ? at.children.filter((node) => isNamed(node, local, namespace))[Number(position) - 1]
        : at.attributes.find((node) => node.local === attribute.replace(/^.*:/, ''))
    if (!next) return at
    at = next
  }
  return at
}

function isNamed(
  node: RuleNode,
  local: string | undefined,
  namespace: string | undefined,
): boolean {
  return node.kind === kinds.element && node.local === local && node.namespace === namespace
}
