// Where the compiled rules and Saxon-HE are known to differ, and why. docs/validation.md lists
// the same for readers.
import type { OursSaid, Said } from './official.ts'

// The operands of `and`, of `or` and of a comparison: they may be looked at in any order, and one
// need not be looked at when the other decides (XPath 2.0, 2.3.4 and 3.6). We take them as they
// stand and meet an error; Saxon takes the cheap one first. Each rule asks for a number or for one
// element where these documents, which break the structure, have another thing.
const operandsInOtherOrder = [
  ...['BR-CO-14', 'NL-R-007', 'PEPPOL-EN16931-F001'],
  ...['PEPPOL-T19-R015', 'PEPPOL-T110-R024', 'CII-SR-470'],
  ...['ibr-co-13', 'ibr-co-15', 'ibr-127-ae'],
]

// NaN is neither above nor below 0 (IEEE 754; XPath Functions 6.3.3), but Saxon says it is when the
// number is written in the rule.
const beyondNaN = ['BR-S-07', 'PEPPOL-EN16931-R055']

/** All rules with an explained difference. */
export const explainedRules = [...operandsInOtherOrder, ...beyondNaN]

/** Whether these differences explain everything. */
export function isExplained(ours: OursSaid, theirs: Said, document: Buffer): boolean {
  return (
    isOtherOrder(ours, theirs) || isAboutNaN(ours, theirs, document) || isAskedTwice(ours, theirs)
  )
}

/** All our errors are in such rules; on other rules both agree. */
function isOtherOrder(ours: OursSaid, theirs: Said): boolean {
  const isNamed = (rule: string) => operandsInOtherOrder.includes(rule)
  if (ours.errors.length === 0 || !ours.errors.every(({ rule }) => isNamed(rule))) return false
  if ('error' in theirs) return theirs.rule !== undefined && isNamed(theirs.rule)
  const failed = ours.errors.map(({ rule }) => `${rule}|`)
  const others = theirs.findings.filter(
    (finding) => !failed.some((start) => finding.startsWith(start)),
  )
  return others.join('\n') === ours.findings.join('\n')
}

// A variable of the file whose value is an error: when it is asked for again, Saxon says that it is
// defined by itself (XTDE0640). Ours is the error that it was the first time.
function isAskedTwice(ours: OursSaid, theirs: Said): boolean {
  if (!('error' in theirs) || theirs.error !== 'XTDE0640') return false
  return ours.errors.some(({ rule }) => rule === theirs.rule)
}

function isAboutNaN(ours: OursSaid, theirs: Said, document: Buffer): boolean {
  if ('error' in theirs || ours.errors.length > 0 || !document.includes('>NaN<')) return false
  const only = ours.findings.filter((finding) => !theirs.findings.includes(finding))
  const isNamed = only.every((finding) => beyondNaN.includes(finding.split('|')[0]!))
  return isNamed && only.length === ours.findings.length - theirs.findings.length
}
