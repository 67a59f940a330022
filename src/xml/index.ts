// XML for decisions: one strict tree, canonical form, and a writer whose output is
// already canonical.
export { canonicalize } from './canonicalize.ts'
export { parseDateTime } from './date-time.ts'
export { intern } from './names.ts'
export {
  attributeOf,
  child,
  children,
  descend,
  holdsElements,
  textOf,
  trimSpace,
} from './navigate.ts'
export { parseXml } from './parse.ts'
export { positionAt, xpathOf } from './position.ts'
export { newTagScanner } from './scan.ts'
export type { Tag } from './scan-token.ts'
export { shortened } from './shortened.ts'
export {
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
  XmlError,
  type XmlErrorReason,
  type XmlLimits,
  type XmlNode,
} from './tree.ts'
export { element, escapeAttribute, escapeText } from './write.ts'
