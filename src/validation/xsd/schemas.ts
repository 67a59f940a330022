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
const shared = new RegExp(
  [
    '^UBL-(?:Common|CoreComponent|Extension|Qualified|Signature|Unqualified)',
    '^(?:CCTS_|XAdES|xmldsig|UNECE_|ISO_|EDIFICAS)',
    '_urn_un_unece_|^CrossIndustryInvoice_(?:Qualified|Unqualified|Reusable)',
  ].join('|'),
)

/** All editions of a document of UN/CEFACT have one namespace; the files name the edition. */
const edition = /_100p(D\d\d[AB])\.xsd$/

/** What a document's schema depends on; `edition` only where the namespace is that of several. */
export type SchemaKey = { namespace: string; edition?: string | undefined }

export type SchemaFiles = {
  /** The bytes of a file by its name; undefined if there is none. */
  read(name: string): Uint8Array | undefined
  /**
   * The file that describes documents of a kind, by its key as text; the last one by name if there
   * are several.
   */
  mains: Map<string, string>
}

export function textOfKey({ namespace, edition }: SchemaKey): string {
  return edition === undefined ? namespace : `${namespace}@${edition}`
}

/** Reads the folder; undefined when it does not exist or holds no schema. */
export function readSchemas(folder: string): SchemaFiles | undefined {
  const names = listing(folder).filter((name) => name.endsWith('.xsd'))
  if (names.length === 0) return undefined
  const known = new Set(names)
  // There are two hundred of them, and a gateway that meets no CII needs sixteen.
  const read = (name: string) => (known.has(name) ? readFileSync(join(folder, name)) : undefined)
  const mains = names.sort().flatMap((name) => {
    if (shared.test(name)) return []
    const namespace = targetOf(read(name)!)
    return [[textOfKey({ namespace, edition: edition.exec(name)?.[1] }), name] as const]
  })
  return { read, mains: new Map(mains) }
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
export function umbrellaSchema({ read }: SchemaFiles, namespace: string, main: string): string {
  const imports = [
    ...(main.startsWith('Cross') ? [] : Object.entries(modules)).filter(([, name]) => read(name)),
    [namespace, main],
  ]
  const lines = imports.map(
    ([namespace, name]) =>
      `<xs:import namespace="${namespace}" schemaLocation="${encodeURI(name!)}"/>`,
  )
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${lines.join('')}</xs:schema>`
}
