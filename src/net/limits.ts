// How long we wait for others, and how much we take from them.

export type NetLimits = {
  /** Until there is a connection, TLS included. */
  connectMs: number
  /** Everything about one GET. */
  getTotalMs: number
  /** Without progress, while a body goes out or comes in. */
  idleMs: number
  /** From the last byte of a POST body to the last byte of the answer. */
  postAnswerMs: number
  /** Everything about one POST. */
  postTotalMs: number
  answerBytesMax: number
  /** The same two of a GET of what carries a signature of its own. */
  signedTotalMs: number
  signedBytesMax: number
  /** For all answers that are kept for their ETag, and for one of them. */
  keptBytesMax: number
  keptAnswerBytesMax: number
  connectionsPerDestination: number
  connections: number
  /** One try at one DNS server. */
  dnsTryMs: number
  dnsTries: number
}
