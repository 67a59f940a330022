// Every statement of the store, under the name by which it is called. Each takes the pool first;
// the store binds it (open.ts). Each call is one transaction; malformed ids find nothing.
export { acceptDocument } from './accept.ts'
export { countRepeat, keepArrival, keepRepeatedArrival, knownArrival } from './arrivals.ts'
export { attemptsOf, finishAttempt, recordAttempt } from './attempts.ts'
export { auditOf, auditPage } from './audit.ts'
export {
  addHead,
  headOver,
  headsAfter,
  lastHead,
  linesNow,
  uncover,
  uncoveredLines,
} from './audit-heads.ts'
export { auditedAfter } from './audited.ts'
export { documentById, documentByReference, sameNumber, versions } from './documents.ts'
export { addCertificateEvent, eventPage, forgetEvents, lastEvents, numberEvents } from './events.ts'
export {
  countExchanges,
  endUserGroups,
  exchangeGroups,
  ownServiceLevel,
  participantsWithoutCountry,
  partnerServiceLevel,
} from './exchanges.ts'
export { expectWrite } from './expect.ts'
export { figures } from './figures.ts'
export { filePieces } from './file-pieces.ts'
export { fileById, filesOf, filesPage, latestFile, readFile } from './files.ts'
export { claimKey, forgetAnswers, releaseKey, renewKey } from './idempotency.ts'
export { acknowledgeInbound, claimInbound, endInbound, openInbound } from './inbound.ts'
export { beginSenderAnswer, claimSenders, settleSender } from './inbound-senders.ts'
export {
  backlog,
  cancelDocument,
  claimJobs,
  oldestInQueue,
  renewLease,
  retryDocument,
} from './jobs.ts'
export {
  changeLane,
  failingLanes,
  pauseQueue,
  pauseRestored,
  pausesOf as pauses,
  resumeQueue,
} from './lanes.ts'
export { listDocuments } from './list.ts'
export { addLogLine, logChains, logLinesAfter, logPage } from './log.ts'
export {
  addAnswer,
  answeredBy,
  answersTo,
  markMlsOverdue,
  mlsAnswerTo,
  noteAbout,
  recordMls,
  sentDocument,
} from './mls.ts'
export { makeMonths } from './months.ts'
export { sweepPayloads } from './payloads/sweep.ts'
export { queue } from './queue.ts'
export { recordOf } from './record-digest.ts'
export {
  addRegistration,
  changeRegistration,
  registeredParticipants,
  registrationOf,
  registrationsOf,
  removeRegistration,
} from './registrations.ts'
export {
  areBytesKept,
  claimSchedule,
  removeBytesLeft,
  removeOldBytes,
  removeOldMonth,
} from './retention.ts'
export {
  claimRevocationFetch,
  failRevocation,
  forgetRevocations,
  keepRevocation,
  revocationBytes,
  revocationSource,
} from './revocation.ts'
export { keepSmpAnswers, smpAnswer } from './smp-answers.ts'
export { forgetStoredBytes, reserveBytes } from './stored-bytes.ts'
export {
  addParticipants,
  changeTenant,
  createTenant,
  ensureTenant,
  isListedByAnother,
  maySend,
  orphans,
  removeTenant,
  tenantById,
  tenants,
} from './tenants.ts'
export {
  changeToken,
  countTokens,
  createToken,
  listTokens,
  noteTokenUse,
  replaceToken,
  revokeToken,
  tokenById,
  tokenByPublicId,
  tokensOf,
  validPublicIds,
} from './tokens.ts'
export {
  claimDeliveries,
  concludeDelivery,
  deliveriesOf,
  deliveryById,
  redeliver,
} from './webhook-deliveries.ts'
export {
  addTestEvent,
  anyWebhookSecret,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  hasEnabledWebhook,
  replaceWebhookSecret,
  webhookById,
  webhooksOf,
} from './webhooks.ts'
