// What the network says of a participant: the page that asks it, and the lookup step by step.
import type { ParticipantTrace } from '../../core/network/trace-participant.ts'

export const networkWords = {
  about: 'What the network says of a participant, asked now.',
  lookUp: 'Look up',
  participant: 'Participant',
  participantHint: 'Such as 0208:0123456749.',
  documentType: 'Document type',
  documentTypeHint: 'An invoice, unless you say another.',
  notFound: {
    happened: 'The network does not find this participant.',
    toDo: 'Nothing can be sent to it: check the identifier, or ask the participant for theirs.',
  },
  takesIt: 'The network finds it, and it takes this document type.',
  takesNone: 'The network finds it, but it does not take this document type.',
  reachable: 'The network finds it, and an invoice can be sent to it.',
  unreachable: 'The network finds it, but an invoice cannot be sent to it.',
  steps: 'Step by step',
  onNetwork: (name: string) => `Asked on the network ${name}, as a delivery does.`,
  technical: 'Technical',
  smp: 'SMP',
  endpoint: 'Endpoint',
  accessPoint: 'Access point',
  certificate: 'Certificate',
  certificateEnds: 'Certificate ends',
  profiles: 'Profiles of JSON',
  takes: 'Takes',
  type: 'type',
} as const

export const stepHeads = {
  step: 'Step',
  outcome: 'Outcome',
  took: 'Took',
  said: 'What the network says',
} as const

const steps: Record<ParticipantTrace['steps'][number]['step'], string> = {
  identifier: 'Read the identifier',
  'SML name': 'Make its name in the directory',
  DNS: 'Find its address book in the directory',
  SMP: 'Ask its address book',
  'document type': 'Choose the document type',
  metadata: 'Read the entry of this type',
  signature: 'Check who signed the entry',
  redirect: 'Follow to another address book',
  endpoint: 'Find the address of its provider',
  certificate: 'Check the certificate of its provider',
  revocation: 'Check that no certificate was revoked',
}

export function stepWords(step: keyof typeof steps): string {
  return steps[step]
}
