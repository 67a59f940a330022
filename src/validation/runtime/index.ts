// What compiled rules call at run time. A generated module takes these functions by their names.
export {
  absolute,
  arithmetic,
  ceiling,
  extreme,
  floor,
  opposite,
  round,
  sum,
} from './arithmetic.ts'
export {
  attributesOf,
  attributesOfAll,
  childrenOf,
  childrenOfAll,
  elementsIn,
  except,
  hasAttribute,
  hasChild,
  hasElements,
  inOrder,
  intersect,
  parentOf,
  parentsOf,
  placeAmong,
  someAncestor,
  someHasChild,
  union,
  walk,
} from './axes.ts'
export { cast, castOne, convert, isCastable, numberOf } from './casts.ts'
export {
  compareNodes,
  compareOnes,
  compareSequences,
  compareValues,
  compareWithOne,
  someDiffers,
  someEquals,
} from './comparison.ts'
export { adjustDateTime, currentDateTime } from './date-time.ts'
export { integer, parseDecimal } from './decimal.ts'
export {
  along,
  attributesNamed,
  elementsNamed,
  elementsOf,
  fromRoot,
  leadsSomewhere,
  pathsFrom,
  pathTree,
  precedingNamed,
  somePrecedingEquals,
} from './document-index.ts'
export { meansNoMatch } from './error.ts'
export { filterByValue, filterKept } from './kept-answers.ts'
export { keyed } from './keys.ts'
export { intern } from './node.ts'
export { once } from './once.ts'
export { isFound, matches, regularExpression, replace, tokenize } from './regular-expression.ts'
export {
  distinctValues,
  every,
  exactlyOne,
  filter,
  filterByPlace,
  flatMap,
  flatMapByPlace,
  indexesOf,
  isOneNode,
  itemAt,
  lastItem,
  mapSome,
  optional,
  pick,
  picks,
  quoteValue,
  range,
  reverse,
  some,
  stringJoin,
} from './sequences.ts'
export {
  fromCodepoints,
  isListed,
  localName,
  localNameOf,
  namespaceUri,
  namespaceUriOf,
  normalizeSpace,
  qualifiedName,
  qualifiedNameOf,
  stringLength,
  substring,
  substringAfter,
  substringBefore,
  toCodepoints,
  translate,
  wordList,
} from './text.ts'
export {
  isTrue,
  isTrueValue,
  nothing,
  oneAtomic,
  oneString,
  textOf,
  textOrEmpty,
  Untyped,
} from './values.ts'
