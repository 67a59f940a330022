// The official schemas in their folder: which file describes which document, and one
// schema over them all.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributeOf, parseXml } from '../../xml/index.ts'

/** In the folder of rules; the schemas are side by side in it, under their official names. */
export const schemaFolder = 'xsd'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'

/**
 * What the schemas of documents import without a location, in the order that libxml2 needs: later
 * ones build on earlier ones.
 */
const modules = {
  'http://www.w3.org/2000/09/xmldsig#': 'xmldsig-core-schema.xsd',
  'http://uri.etsi.org/01903/v1.3.2#': 'XAdES01903v132-201601.xsd',
  'http://uri.etsi.org/01903/v1.4.1#': 'XAdES01903v141-201601.xsd',
  'urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2':
    'CCTS_CCT_SchemaModule.xsd',
  [`${ubl}UnqualifiedDataTypes-2`]: 'UBL-UnqualifiedDataTypes-2.1.xsd',
  [`${ubl}CommonBasicComponents-2`]: 'UBL-CommonBasicComponents-2.1.xsd',
  [`${ubl}CommonAggregateComponents-2`]: 'UBL-CommonAggregateComponents-2.1.xsd',
  [`${ubl}CommonExtensionComponents-2`]: 'UBL-CommonExtensionComponents-2.1.xsd',
}

/** Files that do not describe a document of their own. */
const shared =
  /^(?:UBL-(?:Common|CoreComponent|Extension|Qualified|Signature|Unqualified)|CCTS_|XAdES|xmldsig)/

export type SchemaFiles = {
  /** The bytes of every file, by its name. */
  files: Map<string, Uint8Array>
  /**
   * The file that describes documents whose root is in the namespace; the last one by name if
   * there are several.
   */
  mains: Map<string, string>
}

/** Reads the folder; undefined when it does not exist or holds no schema. */
export function readSchemas(folder: string): SchemaFiles | undefined {
  const names = listing(folder).filter((name) => name.endsWith('.xsd'))
  if (names.length === 0) return undefined
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
  const mains = names
    .sort()
    .flatMap((name) => (shared.test(name) ? [] : [[targetOf(files.get(name)!), name] as const]))
  return { files, mains: new Map(mains) }
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}

// Parsing them all would take a tenth of the time to the first verdict of a process.
function targetOf(bytes: Uint8Array): string {
  const stated = /^<(?:\w+:)?schema\b[^>]*?\stargetNamespace="([^"]*)"/m.exec(
    Buffer.from(bytes).toString(),
  )
  return (
    stated?.[1] ??
    attributeOf(parseXml(bytes, { instructions: 'keep' }).root, 'targetNamespace') ??
    ''
  )
}

/**
 * A schema that imports the modules and then the document's own: several of them import others
 * without a location, and whatever is imported first is known to all.
 */
export function umbrellaSchema({ files }: SchemaFiles, namespace: string, main: string): string {
  const imports = [
    ...Object.entries(modules).filter(([, name]) => files.has(name)),
    [namespace, main],
  ]
  const lines = imports.map(
    ([namespace, name]) =>
      `<xs:import namespace="${namespace}" schemaLocation="${encodeURI(name!)}"/>`,
  )
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${lines.join('')}</xs:schema>`
}
