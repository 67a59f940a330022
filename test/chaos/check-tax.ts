// What has to be true of the reports to the tax authority at the end of a chaos run.
import type { Receipted } from './peer.ts'

/** A line of what the authority took. */
export type TaxLine = {
  type?: string
  role?: string
  transportHeaderId?: string
  messageId: string
  verdict: string
}

/** What has to be reported; `sent` and `refused` by SBDH instance identifiers. */
type Reportable = {
  sent: string[]
  /** Their reports have failed: the authority's access point refused them with an ebMS error. */
  refused: string[]
  receipted: Pick<Receipted, 'instanceIdentifier' | 'isInvalid'>[]
}

/**
 * The authority has accepted one report about each document from its sender's access point, or from
 * its receiver's, and took nothing else; a message that was repeated is one.
 */
export function taxFaults(lines: TaxLine[], { sent, refused, receipted }: Reportable): string[] {
  const expected = new Map([
    ...sent.map((id): [string, string] => [`${id} 01`, 'S']),
    ...receipted.map(({ instanceIdentifier: id, isInvalid }): [string, string] => [
      `${id} 02`,
      isInvalid ? 'F' : 'S',
    ]),
  ])
  for (const id of refused) for (const role of ['01', '02']) expected.delete(`${id} ${role}`)
  const taken = new Map<string, TaxLine[]>()
  const messages = new Set<string>()
  const faults: string[] = []
  for (const line of lines) {
    const key = `${line.transportHeaderId} ${line.role}`
    taken.set(key, [...(taken.get(key) ?? []), line])
    if (messages.has(line.messageId)) faults.push(`${line.messageId} is listed again`)
    messages.add(line.messageId)
    if (line.verdict !== 'AP') faults.push(`the report of ${key} was answered ${line.verdict}`)
    if (!expected.has(key)) faults.push(`${key} was reported, and must not be`)
  }
  for (const [key, type] of expected) {
    const types = (taken.get(key) ?? []).map((line) => line.type)
    if (types.length !== 1) faults.push(`${key} was reported ${types.length} times`)
    else if (types[0] !== type) faults.push(`${key} was reported as ${types[0]}, not ${type}`)
  }
  return faults
}
