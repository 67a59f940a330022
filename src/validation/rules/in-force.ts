// What is in force on the network, so that an absent or outdated rule set is reported, not ignored.
import type { RulePack } from './pack.ts'

/** The versions in force when this program was made. */
const inForce = [
  { id: 'peppol-mls', version: '1.0.1', title: 'Message Level Status' },
  { id: 'tdd-ae', version: '1.0.4', title: 'Tax Data Document, United Arab Emirates' },
  { id: 'tdd-om', version: '1.0.1', title: 'Tax Data Document, Oman' },
  { id: 'tdd-vida', version: '1.1.0', title: 'Tax Data Document, ViDA pilot' },
  { id: 'en16931', version: '1.3.16', title: 'EN 16931, UBL syntax' },
  { id: 'peppol-billing', version: '3.0.21', title: 'Peppol BIS Billing' },
  { id: 'peppol-selfbilling', version: '3.0.2', title: 'Peppol BIS Self-Billing' },
] as const

/** A sentence for each rule set in force that no pack has in that version. */
export function gapsOf(packs: readonly RulePack[]): string[] {
  return inForce.flatMap(({ id, version, title }) => {
    const versions = packs.flatMap(({ ruleSets }) =>
      ruleSets.filter((set) => set.id === id).map((set) => set.version),
    )
    if (versions.includes(version)) return []
    const instead =
      versions.length === 0 ? 'there are no rules for it' : `here it is ${versions.join(', ')}`
    return [`${title} (${id}) is in force in version ${version}; ${instead}.`]
  })
}
