// What UBL invoices and credit notes of other specifications are judged by: those that the code
// list of document types names beside BIS Billing, BIS Self-Billing and PINT, and whose own rules
// are not here.
import { isListedCustomization } from '../../codelists/index.ts'

const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:`
const ownRules = [`${bis}billing:3.0`, `${bis}selfbilling:3.0`]

/**
 * `core`: EN 16931, with which the specification is compliant. `none`: it is an extension, or older
 * than EN 16931. Undefined for all others, whose rule sets say whom they are for; so that what no
 * list knows is judged as BIS Billing, and reported.
 */
export function basisOf(customizationId: string): 'core' | 'none' | undefined {
  if (ownRules.includes(customizationId) || customizationId.startsWith('urn:peppol:pint:'))
    return undefined
  if (!isListedCustomization(customizationId)) return undefined
  if (/#(conformant|extended)#/.test(customizationId)) return 'none'
  return customizationId === core || customizationId.includes('#compliant#') ? 'core' : 'none'
}
