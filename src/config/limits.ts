// The limits on all input, and all waiting times: bytes and milliseconds unless the name says
// otherwise. What a format or a protocol fixes is kept with its code.

export const limits = {
  submission: {
    bodyBytesMax: 20_000_000,
    multipartBytesMax: 50_000_000,
    attachmentsMax: 20,
    backlogMax: 100_000,
    backlogOfTenantMax: 50_000,
    // Room for one document of the largest size.
    diskFreeBytesMin: 50_000_000,
    idempotencyMs: 7 * 24 * 3_600_000,
    // How long a key is held whose request is under way; renewed, since validating may take
    // longer.
    idempotencyLeaseMs: 30_000,
    idempotencyRenewMs: 10_000,
    deadlineMsMax: 30 * 24 * 3_600_000,
  },
  requests: {
    // The slowest acceptable connection sends the largest body in that time.
    timeoutMs: 300_000,
    referenceBytesMax: 16 * 1024,
    lookAgainMs: 500,
    tokenUseNotedMs: 60_000,
    readinessMs: 1_000,
    lingerMs: 5_000,
    lingerBytesMax: 100_000_000,
    bodiesBytesMax: 256 * 1024 * 1024,
    bodiesBytesPerAddressMax: 128 * 1024 * 1024,
    answersBytesMax: 256 * 1024 * 1024,
    paceBytesPerSecondMin: 4 * 1024,
    paceFromMs: 10_000,
    piecesFree: 10_000,
    pieceBytesMin: 16,
    longPollsMax: 5_000,
    longPollsPerTokenMax: 200,
    longPollsPerTenantMax: 800,
    lookupsMax: 32,
    lookupsKeptMax: 1_000,
  },
  // How long the figures of the last hour and the last day are shown before they are counted
  // again. The old ones are shown during the count, up to staleMs.
  figures: { everyMs: 10_000, staleMs: 120_000 },
  // The share of Message Level Status in time is a count of the whole month.
  mlsShare: { everyMs: 15 * 60_000, staleMs: 60 * 60_000 },
  // Reports to tax authorities by where they stand: a count of 30 days.
  taxReportLevels: { everyMs: 60_000, staleMs: 5 * 60_000 },
  // How often a process says that it is there, and for how long it counts as live.
  nodes: { everyMs: 10_000, liveMs: 30_000 },
  attention: { everyMs: 5_000, staleMs: 10_000 },
  // Connections of one process, on a server.
  database: { connections: 16 },
  // Callers whose tokens are not valid, by address.
  failedTokens: { perSecond: 20, burst: 100 },
  intake: {
    inlineBytesMax: 64 * 1024,
    inlineValuesMax: 1_000,
    inlineTagsMax: 4_000,
    threads: 2,
    waitingMax: 64,
    waitingBytesMax: 200_000_000,
    timeMs: 30_000,
    shortMs: 1_000,
    heapMegabytesMax: 1_024,
  },
  delivery: {
    retryDelaysMs: [30, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800].map(
      (seconds) => seconds * 1000,
    ),
    attemptsMax: 10,
    deadlineMs: 24 * 3_600_000,
    leaseMs: 15_000,
    leaseRenewMs: 5_000,
    slots: {
      total: 64,
      ofTenant: 48,
      ofEndpoint: 16,
      ofSlowEndpoint: 4,
      slowMs: 5_000,
      failuresMax: 5,
      sharedMs: 2_500,
    },
    circuit: { openMs: 30_000, openMsMax: 600_000 },
    largeAtOnce: 4,
    endpointCacheMs: 15 * 60_000,
    endpointMissCacheMs: 60_000,
    endpointsCachedMax: 10_000,
    recentUblBytesMax: 32_000_000,
    // A larger payload is compressed, digested and encrypted piece by piece.
    inlineBytesMax: 1_000_000,
    lookAgainMs: 1_000,
    // While more is due than there are slots.
    claimAgainMs: 5,
    sweepMs: 3_600_000,
    auditHeadMs: 60_000,
  },
  inbound: {
    leaseMs: 60_000,
    lookAgainMs: 1_000,
    atOnce: 8,
    overdueEveryMs: 5_000,
    // A submission is stored within that time unless there are many.
    letPassMs: 50,
    largeAtOnce: 2,
    refusalsLogged: { perSecond: 5, burst: 50 },
  },
  mls: {
    // Peppol Network Policy: MLS-2 and MLS-1.
    overdueMs: 25 * 60_000,
    windowMs: 20 * 60_000,
    tenantMs: 5 * 60_000,
    playedAfterMs: 10_000,
  },
  sending: {
    connectMs: 5_000,
    getTotalMs: 10_000,
    idleMs: 30_000,
    postAnswerMs: 120_000,
    postTotalMs: 300_000,
    answerBytesMax: 5 * 1024 * 1024,
    // Revocation lists.
    signedTotalMs: 60_000,
    signedBytesMax: 64 * 1024 * 1024,
    // Metadata of one document type has some 10 KB.
    keptBytesMax: 64 * 1024 * 1024,
    keptAnswerBytesMax: 256 * 1024,
    connectionsPerDestination: 16,
    connections: 256,
    dnsTryMs: 5_000,
    dnsTries: 3,
  },
  // Our own SMP. Its first answers after a restart are slow, and a group waits for the SML.
  smp: {
    connectMs: 5_000,
    getTotalMs: 30_000,
    idleMs: 30_000,
    postAnswerMs: 30_000,
    postTotalMs: 30_000,
    // A document type asks no SML.
    typeMs: 15_000,
    // The list of ten thousand participants has 1 MB.
    answerBytesMax: 16 * 1024 * 1024,
    connectionsPerDestination: 4,
    connections: 4,
    // How often a process looks for what others were asked to write.
    lookMs: 10_000,
  },
  revocation: {
    // Half of the validity of a list, within these bounds.
    renewMsMin: 5_000,
    renewMsMax: 6 * 3_600_000,
    // Less than the wait before the second attempt to deliver.
    retryMs: 15_000,
    graceMs: 7 * 24 * 3_600_000,
    // How long a dead process blocks the others from fetching; a fetch that takes longer may be
    // made twice.
    leaseMs: 10_000,
    lookAgainMs: 250,
    sweepMs: 5_000,
    sourcesMax: 10_000,
    reading: {
      // About 1500 entries, read in a few milliseconds.
      inlineBytesMax: 64 * 1024,
      threads: 1,
      waitingMax: 64,
      waitingBytesMax: 256 * 1024 * 1024,
      timeMs: 60_000,
      shortMs: 1_000,
      heapMegabytesMax: 1_024,
    },
  },
  webhooks: {
    // Standard Webhooks, "Retry schedule"; with ±20 % when used.
    retryDelaysMs: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
      (seconds) => seconds * 1000,
    ),
    slots: {
      total: 64,
      ofSlow: 32,
      ofTenant: 48,
      ofWebhook: 16,
      slowMs: 2_000,
      // A webhook that was slow has one slot until it has been quick for so long.
      slowForMs: 60_000,
      failingAfter: 2,
    },
    // Longer than one attempt can take: the wait for a connection, and then its total.
    leaseMs: 30_000,
    lookAgainMs: 1_000,
    // What happens within this interval is numbered and claimed together.
    restMs: 100,
    // The sixteen slots of a webhook that answers at once then make up to 640 calls a second.
    restWhileBusyMs: 25,
    previousSecretMs: 24 * 3_600_000,
    answerCharactersLogged: 1_000,
    sending: {
      connectMs: 5_000,
      waitMs: 10_000,
      getTotalMs: 15_000,
      idleMs: 15_000,
      postAnswerMs: 15_000,
      postTotalMs: 15_000,
      // None: the rest of a long answer is not read.
      answerBytesMax: -1,
      answerBytesKept: 16 * 1024,
      connectionsPerDestination: 16,
      connections: 64,
    },
  },
  reception: {
    bodyBytesMax: 100_000_000,
    inflatedBytesMax: 300_000_000,
    ratioMax: 100,
    partsMax: 20,
    inlineBytesMax: 1_000_000,
    idleMs: 30_000,
    totalMs: 300_000,
    lingerMs: 2_000,
    paceBytesPerSecondMin: 4 * 1024,
    paceFromMs: 10_000,
    // The SOAP part of a message takes about 10 KB.
    unauthenticated: { connectionsMax: 256, bytesMax: 64 * 1024 * 1024, graceMs: 1_000 },
  },
  validation: {
    // About fifty invoice lines: validated in a few milliseconds, less than a thread would cost.
    // Rules visit elements, and short names make many elements in few bytes.
    inlineBytesMax: 64 * 1024,
    inlineElementsMax: 2_000,
    inlineStepsMax: 300_000,
    threads: 2,
    waitingMax: 64,
    waitingBytesMax: 200_000_000,
    timeMs: 30_000,
    shortMs: 1_000,
    heapMegabytesMax: 1_024,
    // A document of 100 lines leaves 5 MB: with 24 MB here, collecting it took a third of its time.
    // Two busy threads take 30 MB more for it.
    nurseryMegabytes: 48,
  },
  printing: {
    threads: 2,
    waitingMax: 200,
    waitingBytesMax: 200_000_000,
    timeMs: 60_000,
    shortMs: 1_000,
    charactersMax: 3_000_000,
    pagesMax: 2_000,
    heapMegabytesMax: 1_024,
  },
  // How often AS4_NEXT_KEYSTORE_FILE is looked at.
  nextKeystoreMs: 10_000,
  stop: { requestsMs: 10_000, jobsMs: 15_000, closeMs: 5_000 },
} as const

type Widened<T> = T extends number ? number : { readonly [Name in keyof T]: Widened<T[Name]> }

/** A process that is one of several has less of some (src/process/share-limits.ts). */
export type Limits = Widened<typeof limits>
