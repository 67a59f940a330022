// The structure of a document: by the official schemas if they are installed, else
// by tables of ours.
import type { XmlDocument } from '../../xml/index.ts'
import type { Finding } from '../verdict.ts'
import type { Xsd } from '../xsd/open.ts'
import type { SchemaKey } from '../xsd/schemas.ts'
import { checkTables } from './check.ts'
import { isKnownRoot } from './model.ts'

/**
 * In a longer text libxml2 may find thousands of faults, and takes the square of their number to
 * locate them; the tables stop at a hundred.
 */
const schemaFirstMax = 256 * 1024

/**
 * Finds faults of structure; a root with neither schema nor table is a finding. Where there is an
 * official schema, what it accepts is right: it knows signatures, and documents that have no table.
 * What it refuses is explained by the tables if possible, because they are clearer.
 */
export function checkStructure(
  document: XmlDocument,
  xsd?: Xsd,
  key: SchemaKey = document.root,
): Finding[] {
  if (!xsd?.knows(key)) return checkTables(document)
  if (!isKnownRoot(document.root)) return xsd.check(document, key)
  if (document.text.length > schemaFirstMax) {
    const clear = checkTables(document)
    return clear.length > 0 ? clear : xsd.check(document, key)
  }
  const found = xsd.check(document, key)
  if (found.length === 0) return found
  const clear = checkTables(document)
  return clear.length > 0 ? clear : found
}
