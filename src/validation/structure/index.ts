// The structure of a document: by the official schemas where they are installed, else by tables of
// ours.
import type { XmlDocument } from '../../xml/index.ts'
import type { Finding } from '../verdict.ts'
import type { Xsd } from '../xsd/open.ts'
import { checkTables } from './check.ts'
import { isKnownRoot } from './model.ts'

/**
 * In so long a text libxml2 may find thousands of faults, and takes the square of their number to
 * say where each is; the tables stop at a hundred.
 */
const schemaFirstMax = 256 * 1024

/**
 * Finds what breaks the structure of a document; a root for which there is neither schema nor table
 * is a finding. What the official schema lets pass is right, where there is one: it knows
 * signatures, and documents of which there is no table. What it refuses the tables explain, if they
 * can, because they say more clearly what is wrong.
 */
export function checkStructure(document: XmlDocument, xsd?: Xsd): Finding[] {
  if (!xsd?.knows(document.root)) return checkTables(document)
  if (!isKnownRoot(document.root)) return xsd.check(document)
  if (document.text.length > schemaFirstMax) {
    const clear = checkTables(document)
    return clear.length > 0 ? clear : xsd.check(document)
  }
  const found = xsd.check(document)
  if (found.length === 0) return found
  const clear = checkTables(document)
  return clear.length > 0 ? clear : found
}
