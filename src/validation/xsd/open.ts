// Validates documents against the official schemas with libxml2, and locates the faults.
import { type XmlDocument, xpathOf } from '../../xml/index.ts'
import { positionsIn } from '../structure/positions.ts'
import { type Finding, ValidationUnavailable } from '../verdict.ts'
import { isPaddedDate, readableMessage } from './messages.ts'
import { findNode } from './node-path.ts'
import {
  readSchemas,
  type SchemaFiles,
  type SchemaKey,
  textOfKey,
  umbrellaSchema,
} from './schemas.ts'

type Libxml2 = typeof import('libxml2-wasm')
type Schema = import('libxml2-wasm').XsdValidator

export type Xsd = {
  /** Whether there is a schema for such documents. */
  knows(key: SchemaKey): boolean
  /**
   * Loads the schema for such documents, if there is one and it is not loaded yet: some 75 ms.
   */
  load(key: SchemaKey): void
  /** Whether such a document would have to wait for its schema to be loaded. */
  isUnloaded(key: SchemaKey): boolean
  /**
   * The findings of the schema; none for a valid document. The first call for a kind of
   * document loads its schema.
   */
  check(document: XmlDocument, key?: SchemaKey): Finding[]
  close(): void
}

/**
 * Opens the schemas in a folder, each file under its official name; undefined when there are none.
 */
export async function openXsd(folder: string): Promise<Xsd | undefined> {
  const schemas = readSchemas(folder)
  if (!schemas) return undefined
  const library = await import('libxml2-wasm')
  const loaded = new Map<string, Schema>()

  function schemaFor(key: SchemaKey): Schema {
    const text = textOfKey(key)
    const known = loaded.get(text)
    if (known) return known
    const main = schemas!.mains.get(text)
    if (!main) throw new ValidationUnavailable(`There is no schema for ${text}`)
    const umbrella = umbrellaSchema(schemas!, key.namespace, main)
    const schema = loadSchema(library, schemas!, umbrella)
    loaded.set(text, schema)
    return schema
  }

  const knows = (key: SchemaKey) => schemas.mains.has(textOfKey(key))
  return {
    knows,
    load: (key) => void (knows(key) && schemaFor(key)),
    isUnloaded: (key) => knows(key) && !loaded.has(textOfKey(key)),
    check: (document, key = document.root) => checkWith(library, schemaFor(key), document),
    close() {
      for (const schema of loaded.values()) schema.dispose()
      loaded.clear()
    },
  }
}

/**
 * Only while a schema is being loaded, libxml2 may read: from memory, by the last part of a name.
 */
function loadSchema(library: Libxml2, { read }: SchemaFiles, umbrella: string): Schema {
  library.xmlRegisterInputProvider(readerOf(library, read))
  try {
    const document = library.XmlDocument.fromString(umbrella, { url: 'memory:///umbrella.xsd' })
    try {
      return library.XsdValidator.fromDoc(document)
    } finally {
      document.dispose()
    }
  } catch (cause) {
    throw new ValidationUnavailable('The official schema cannot be loaded', { cause })
  } finally {
    library.xmlCleanupInputProvider()
  }
}

function readerOf(library: Libxml2, read: SchemaFiles['read']) {
  const fileOf = (name: string) => read(decodeURI(name.slice(name.lastIndexOf('/') + 1)))
  return {
    match: (name: string) => fileOf(name) !== undefined,
    open: (name: string) => library.openBuffer(fileOf(name)!),
    read: (id: number, into: Uint8Array) => library.readBuffer(id, into),
    close: (id: number) => {
      library.closeBuffer(id)
      return true
    },
  }
}

function checkWith(library: Libxml2, schema: Schema, document: XmlDocument): Finding[] {
  // Our own parser ran before: there is no DTD and no entity, depth and size are within limits. So
  // large attachments may be parsed. White space between elements has no meaning in any of these
  // schemas, and is half of all nodes. CDATA sections that stand side by side are one text: joining
  // them as nodes of their own takes the square of their number.
  const {
    XML_PARSE_NONET,
    XML_PARSE_HUGE,
    XML_PARSE_BIG_LINES,
    XML_PARSE_COMPACT,
    XML_PARSE_NOBLANKS,
    XML_PARSE_NOCDATA,
  } = library.ParseOption
  const option =
    XML_PARSE_NONET |
    XML_PARSE_HUGE |
    XML_PARSE_BIG_LINES |
    XML_PARSE_COMPACT |
    XML_PARSE_NOBLANKS |
    XML_PARSE_NOCDATA
  let parsed: InstanceType<Libxml2['XmlDocument']> | undefined
  try {
    parsed = library.XmlDocument.fromBuffer(document.bytes, { option })
    schema.validate(parsed)
    return []
  } catch (error) {
    if (!(error instanceof library.XmlLibError)) throw error
    return toFindings(document, error.details)
  } finally {
    parsed?.dispose()
  }
}

type Detail = { message: string; xpath?: string; line: number }

function toFindings(document: XmlDocument, details: readonly Detail[]): Finding[] {
  const positionOf = positionsIn(document.text)
  return details.flatMap(({ message, xpath: path, line }): Finding[] => {
    const element = path === undefined ? undefined : findNode(document.root, path)
    if (element && isPaddedDate(message, element)) return []
    const place = element
      ? { xpath: xpathOf(element), ...positionOf(element.start) }
      : { xpath: '/', line }
    return [
      {
        layer: 'structure',
        rule: 'structure.schema',
        severity: 'error',
        message: readableMessage(message),
        ...place,
      },
    ]
  })
}
