// Where something is: line and column for people, a path of local names for reports.
import type { XmlDocument, XmlElement } from './tree.ts'

/** Line and column, both from 1, of a UTF-16 offset. CR LF, LF and a lone CR each end a line. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at)
    const endsLine = code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)
    if (endsLine) {
      line++
      lineStart = at + 1
    }
  }
  return { line, column: offset - lineStart + 1 }
}

/** Line and column, both from 1, of a UTF-16 offset in the document's text. */
export function positionAt(
  document: XmlDocument,
  offset: number,
): { line: number; column: number } {
  return lineAndColumn(document.text, offset)
}

/**
 * The element's path, such as '/Invoice[1]/InvoiceLine[2]': local names, counted among siblings
 * with the same local name.
 */
export function xpathOf(element: XmlElement): string {
  const steps: string[] = []
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    steps.push(`/${at.local}[${indexAmongSiblings(at)}]`)
  }
  return steps.reverse().join('')
}

function indexAmongSiblings(element: XmlElement): number {
  let index = 1
  for (const sibling of element.parent?.children ?? []) {
    if (sibling === element) break
    if (sibling.kind === 'element' && sibling.local === element.local) index++
  }
  return index
}
