// The network: identifiers, where a participant's access point is, whom to trust, and the envelope
// of what is sent.
export { binaryContentOf, openBinaryContent } from './binary-content.ts'
export { isSameName } from './distinguished-name.ts'
export { documentTypeFrom, ownDutyOf, rootOfType } from './document-type-from.ts'
export { documentTypeName, nameInRecord, usualDocumentType } from './document-type-name.ts'
export {
  documentTypeOf,
  formatIdentifier,
  formatParticipant,
  type Identifier,
  IdentifierError,
  isSameIdentifier,
  isSameParticipant,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  participantScheme,
  transportProfile,
} from './identifiers.ts'
export { listedTypeOf, type Service, servicesOfType } from './listed-type.ts'
export {
  checkEndpoint,
  type Endpoint,
  endpointIn,
  findOffer,
  findRegistration,
  findServiceGroup,
  findSmp,
  type LookupNeeds,
  type LookupQuery,
  lookup,
  type Offer,
  type Registration,
} from './lookup.ts'
export { type Network, publicNetworks } from './network.ts'
export { isReceiverFailure, NetworkError, type NetworkFailureCode } from './network-error.ts'
export { parseSbdOutline } from './parse-sbd-outline.ts'
export { type ParsedHeader, parseSbdTree } from './parse-sbd-tree.ts'
export { isJudgedStrictly, participantFault, plainParticipant } from './participant-fault.ts'
export type { WantedEndpoint } from './registrar/own-endpoint.ts'
export { openPhossSmp, type PhossSmp, type SmpAccess } from './registrar/phoss-smp.ts'
export { type Actual, type Plan, planParticipant, type Step } from './registrar/plan.ts'
export {
  planWithdrawal,
  type WithdrawalStep,
} from './registrar/plan-withdrawal.ts'
export type { PublishedType } from './registrar/published.ts'
export { servicesDigest } from './registrar/services-digest.ts'
export type { SmpRequest } from './registrar/smp-write.ts'
export {
  openSmpWriter,
  type SmpWriter,
  type SmpWriterNeeds,
  type WriterFault,
} from './registrar/smp-writer.ts'
export { type RevocationOf, revocationByLists } from './revocation.ts'
export { buildSbd, type MlsType, type SbdHeader, sbdAround } from './sbdh.ts'
export { type NaptrOutcome, type NaptrRecord, type ResolveNaptr, smlName } from './sml.ts'
export type { Get, GetOutcome } from './smp.ts'
export { addressingNamespace, identifiersNamespace, smpNamespace } from './smp-reading.ts'
export { checkAccessPoint, checkSmp, isSeatId, seatOf, type Trust } from './trust.ts'
export { registrationCandidates } from './wildcard.ts'
