// The nodes of the database, as `fourcorner doctor` lists them.
import { nodeWarnings } from '../../core/identity/nodes.ts'
import type { SeenNode } from '../../store/index.ts'
import type { Finding } from './examination.ts'

/** One line for each process that works on the database, and in what they differ. */
export function nodesFinding(nodes: readonly SeenNode[]): Finding {
  const rows = nodes.map(
    ({ name, version, network, seatId, keys, secretsKey, seenSecondsAgo }) =>
      `${name}  ${version}  ${network}  ${seatId}  ` +
      `keys ${keys.map((key) => key.slice(0, 8)).join(',')}  ` +
      `secrets key ${secretsKey?.slice(0, 8) ?? 'none'}  seen ${Math.round(seenSecondsAgo)} s ago`,
  )
  const [first, ...others] = nodes
  const differing = first ? nodeWarnings(first, others) : []
  const detail = rows.join('\n')
  if (differing.length === 0) return { check: 'nodes', outcome: 'ok', detail }
  return { check: 'nodes', outcome: 'warning', detail, remedy: differing.join(' ') }
}
