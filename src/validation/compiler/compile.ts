// Compiles a rule file to the source of a script: the entry point of the compiler.
import { parseXml, XmlError } from '../../xml/index.ts'
import * as runtime from '../runtime/index.ts'
import { positionsIn } from '../structure/positions.ts'
import { CompileError } from './error.ts'
import { generateModule } from './generate/module.ts'
import { sch, xsl } from './read-element.ts'
import { readSchematron } from './read-schematron.ts'
import { readStylesheet } from './read-stylesheet.ts'
import { type Counts, countsOf, type Schema } from './schema.ts'

export type CompiledSchema = { source: string; title: string; counts: Counts }

/**
 * Compiles an ISO Schematron file, or a stylesheet made from one by the ISO skeleton, to the source
 * of a script for engine/script.ts. Throws CompileError, with line and column, for anything
 * unknown: no rule is ever left out.
 */
export function compileSchema(text: string): CompiledSchema {
  try {
    const schema = readSchema(text)
    const source = inAscii(generateModule(schema, Object.keys(runtime)))
    return { source, title: schema.title, counts: countsOf(schema) }
  } catch (error) {
    throw error instanceof CompileError ? withPlace(error, text) : error
  }
}

/**
 * All other characters are in string literals. V8 keeps the source, and takes two bytes for each of
 * its characters if one of them does not fit into one.
 */
function inAscii(source: string): string {
  return source.replace(
    /[^\n -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Parses a rule file without compiling it. Throws CompileError. */
function readSchema(text: string): Schema {
  const document = parseRuleFile(text)
  const { namespace, local } = document.root
  if (namespace === sch && local === 'schema') return readSchematron(document)
  if (namespace === xsl && (local === 'stylesheet' || local === 'transform'))
    return readStylesheet(document)
  throw new CompileError(
    `${document.root.name} is neither a schema nor a stylesheet`,
    document.root.start,
  )
}

function parseRuleFile(text: string) {
  try {
    return parseXml(Buffer.from(text), { instructions: 'keep' })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const refused = new CompileError(error.message)
    refused.line = error.line
    refused.column = error.column
    throw refused
  }
}

function withPlace(error: CompileError, text: string): CompileError {
  if (error.at === undefined || error.line !== undefined) return error
  const { line, column } = positionsIn(text)(error.at)
  error.line = line
  error.column = column
  return error
}
