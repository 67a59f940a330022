// Peppol BIS Billing 3.0 and BIS Self-Billing 3.0.
import type { Profile, Specification } from '../profile.ts'

const sharedProcesses = [
  'urn:peppol:bis:billing_with_response',
  'urn:peppol:france:billing:regulated',
  'urn:peppol:france:billing:non-regulated',
]

function specification(segment: 'billing' | 'selfbilling'): Specification {
  const businessProcess = `urn:fdc:peppol.eu:2017:poacc:${segment}:01:1.0`
  return {
    specificationId: `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${segment}:3.0`,
    continuedBy: '',
    businessProcess,
    businessProcesses: [businessProcess, ...sharedProcesses],
  }
}

export const bis = {
  name: 'bis',
  title: 'BIS Billing 3.0 and BIS Self-Billing 3.0',
  billing: specification('billing'),
  selfBilling: specification('selfbilling'),
} as const satisfies Profile
