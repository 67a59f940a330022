// The limits on all input, and all waiting times: bytes and milliseconds unless the name says
// otherwise. What a format or a protocol fixes is kept with its code.

export const limits = {
  submission: {
    bodyBytesMax: 20_000_000,
    multipartBytesMax: 50_000_000,
    attachmentsMax: 20,
    backlogMax: 100_000,
    // Room for one document of the largest size.
    diskFreeBytesMin: 50_000_000,
    idempotencyMs: 7 * 24 * 3_600_000,
    deadlineMsMax: 30 * 24 * 3_600_000,
  },
  requests: {
    // The slowest acceptable connection sends the largest body in that time.
    timeoutMs: 300_000,
    referenceBytesMax: 16 * 1024,
    lookAgainMs: 500,
    tokenUseNotedMs: 60_000,
    readinessMs: 1_000,
    bodiesBytesMax: 256 * 1024 * 1024,
    paceBytesPerSecondMin: 4 * 1024,
    paceFromMs: 10_000,
    piecesFree: 10_000,
    pieceBytesMin: 16,
    longPollsMax: 5_000,
    longPollsPerTokenMax: 200,
  },
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
    concurrency: 16,
    endpointCacheMs: 15 * 60_000,
    endpointMissCacheMs: 60_000,
    endpointsCachedMax: 10_000,
    recentUblBytesMax: 32_000_000,
    // A larger payload is compressed, digested and encrypted piece by piece.
    inlineBytesMax: 1_000_000,
    lookAgainMs: 1_000,
    sweepMs: 3_600_000,
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
    connectionsPerDestination: 16,
    connections: 256,
    dnsTryMs: 5_000,
    dnsTries: 3,
  },
  revocation: {
    // Half of the validity of a list, within these bounds.
    renewMsMin: 5_000,
    renewMsMax: 6 * 3_600_000,
    // Less than the wait before the second attempt to deliver.
    retryMs: 15_000,
    graceMs: 7 * 24 * 3_600_000,
    // For so long a process that dies keeps the others from fetching; a fetch that takes longer may
    // be made twice.
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
  reception: {
    bodyBytesMax: 100_000_000,
    inflatedBytesMax: 300_000_000,
    ratioMax: 100,
    partsMax: 20,
    inlineBytesMax: 1_000_000,
    idleMs: 30_000,
    totalMs: 300_000,
    lingerMs: 2_000,
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
    // 64 MB would save a large document a tenth of its time and cost 50 MB of memory.
    nurseryMegabytes: 24,
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
  stop: { requestsMs: 10_000, jobsMs: 15_000, closeMs: 5_000 },
} as const
