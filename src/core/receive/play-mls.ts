// The Message Level Status of a scenario: a real one, without a sender.
import { buildMls } from '../../reporting/index.ts'
import type { Document, InboundClaim } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { mlsOf } from '../simulation/scenarios.ts'
import { saidIn } from '../tracking/said.ts'
import { recordMls } from './take-status-message.ts'

export async function playMls(
  gateway: Gateway,
  { document, ...claim }: InboundClaim & { document: Document },
): Promise<void> {
  const { store, now, newId } = gateway
  const played = document.scenario && mlsOf(document.scenario)
  if (played) {
    const { code } = played
    const text = 'As the scenario says.'
    const isRefused = code === 'RE'
    const message = {
      ...{ kind: 'mls' as const, code, documentId: document.instanceIdentifier },
      ...(isRefused ? { description: text } : {}),
      issues: isRefused ? [{ line: 'NA', text, reason: 'BV' as const }] : [],
    }
    const sides = { sender: '000000', receiver: '000000' }
    const ubl = buildMls({ id: newId(), issuedAt: now(), ...sides, ...message })
    const isRecorded = await recordMls(gateway, document, {
      ...{ answerId: newId(), code, ubl, said: saidIn(message) },
      ...{ actor: 'scenario', detail: 'as the scenario says', work: claim },
    })
    if (isRecorded) return
  }
  await store.endInbound(claim)
}
