// The structure of a document: by the official schemas where they are installed, else by tables of ours.
import type { XmlDocument } from '../../xml/index.ts'
import type { Finding } from '../verdict.ts'
import type { Xsd } from '../xsd/open.ts'
import { checkTables } from './check.ts'
import { isKnownRoot } from './model.ts'

/**
 * Finds what breaks the structure of a document; a root for which there is neither schema nor table is a finding. The
 * tables are asked first: they say more clearly what is wrong, and their findings have a limit. What they let pass the
 * official schema judges, where there is one: it knows signatures, and documents of which there is no table.
 */
export function checkStructure(document: XmlDocument, xsd?: Xsd): Finding[] {
  if (!xsd?.knows(document.root)) return checkTables(document)
  const clear = isKnownRoot(document.root) ? checkTables(document) : []
  return clear.length > 0 ? clear : xsd.check(document)
}
