// Nodes of one database must be one access point. What would break evidence or trust is refused at
// the start; what a rolling change passes through is a warning that names the node.
import type { Node, SeenNode } from '../../store/index.ts'

/** Why a node may not work beside these, or undefined. */
export function refusalBeside(own: Node, others: readonly SeenNode[]): string | undefined {
  for (const other of others) {
    const differs = differenceOf(own, other)
    if (differs)
      return (
        `the node ${other.name}, seen ${Math.round(other.seenSecondsAgo)} s ago, works on the ` +
        `same database ${differs}. Stop it first, or give this one a database of its own.`
      )
  }
  return undefined
}

function differenceOf(own: Node, other: Node): string | undefined {
  if (kindOf(own) !== kindOf(other))
    return `in the network '${other.network}', and this one is for '${own.network}'`
  if (own.seatId !== other.seatId)
    return `as the access point ${other.seatId}, and this one is ${own.seatId}`
  if (own.authorities !== other.authorities)
    return own.network === 'sandbox'
      ? 'with a sandbox of its own: its keys and authorities are not those in DATA_DIR of this one'
      : 'with other authorities (TRUST_ROOTS_FILE, ACCESS_POINT_CA_FILE, SMP_CA_FILE)'
  return undefined
}

/** A sandbox may be joined by a node with its authorities, whose network is then a custom one. */
function kindOf({ network }: Node): string {
  return network === 'sandbox' || network === 'custom' ? 'of its own' : network
}

/** In what the other nodes differ, one sentence for each node and difference. */
export function nodeWarnings(own: Node, others: readonly SeenNode[]): string[] {
  const sentences = others
    .filter(({ id }) => id !== own.id)
    .flatMap((other) => [
      ...(own.version === other.version
        ? []
        : [`The node ${other.name} runs version ${other.version}, and this one ${own.version}.`]),
      ...(isSame(own.keys, other.keys)
        ? []
        : [
            `The node ${other.name} has the keys of ${shown(other.keys)}, and this one those of ` +
              `${shown(own.keys)}: give both the same AS4_KEYSTORE_FILE and next keystore.`,
          ]),
      ...(own.secretsKey === other.secretsKey
        ? []
        : [
            `The node ${other.name} has another key in SECRETS_KEY_FILE, or none: one of the two ` +
              'calls no webhooks.',
          ]),
    ])
  // Processes of one node say the same.
  return [...new Set(sentences)]
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

/** The beginnings of fingerprints, which tell them apart. */
function shown(fingerprints: readonly string[]): string {
  return fingerprints.map((one) => `${one.slice(0, 16)}…`).join(' and ')
}
