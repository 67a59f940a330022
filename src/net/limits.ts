// How long we wait for others, and how much we take from them.

export type NetLimits = {
  /** Until a connection stands, TLS included. */
  connectMs: number
  /** Everything about one GET. */
  getTotalMs: number
  /** Without progress, while a body goes out or comes in. */
  idleMs: number
  /** From the last byte of a POST's body to the last of its answer. */
  postAnswerMs: number
  /** Everything about one POST. */
  postTotalMs: number
  answerBytesMax: number
  connectionsPerDestination: number
  connections: number
  /** One try at one DNS server. */
  dnsTryMs: number
  dnsTries: number
}
