// The Message Level Status of a scenario: a real one, from nobody.
import { buildMls } from '../reporting/index.ts'
import type { Document, InboundClaim } from '../store/index.ts'
import type { Gateway } from './gateway.ts'
import { mlsOf } from './scenarios.ts'
import { recordMls } from './take-status-message.ts'

export async function playMls(
  gateway: Gateway,
  { document, ...claim }: InboundClaim & { document: Document },
): Promise<void> {
  const { store, now, newId } = gateway
  const played = document.scenario && mlsOf(document.scenario)
  if (played) {
    const { code } = played
    const ubl = buildMls({
      ...{ id: newId(), issuedAt: now(), sender: '000000', receiver: '000000' },
      ...{ code, documentId: document.instanceIdentifier },
      ...(code === 'RE' ? { description: 'As the scenario says.' } : {}),
      issues:
        code === 'RE' ? [{ line: 'NA', text: 'As the scenario says.', reason: 'BV' as const }] : [],
    })
    const detail = 'as the scenario says'
    await recordMls(gateway, document, { answerId: newId(), code, ubl, actor: 'scenario', detail })
  }
  await store.endInbound(claim)
}
