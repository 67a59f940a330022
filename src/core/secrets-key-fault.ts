// Why there can be no webhooks here, and what an operator does about it.
import type { Gateway } from './gateway.ts'

export type SecretsKeyFault = 'missing' | 'other'

/** What is wrong, and what to do. */
export const secretsKeyFaults: Record<SecretsKeyFault, { detail: string; remedy: string }> = {
  missing: {
    detail: 'SECRETS_KEY_FILE is not set, so no webhook can be made or called.',
    remedy:
      'Make a key once, for all nodes: openssl rand -hex 32 > FILE; then set ' +
      'SECRETS_KEY_FILE=FILE.',
  },
  other: {
    detail:
      'The secrets of webhooks were encrypted with another key than the one here ' +
      '(SECRETS_KEY_FILE, or DATA_DIR/secrets-key), so no webhook can be made or called.',
    remedy:
      'Put that key back. If it is lost, make one (openssl rand -hex 32 > FILE), delete the ' +
      'webhooks, restart all nodes, and make the webhooks again.',
  },
}

/** Undefined when webhooks can be made and called. Resolved once the store is open. */
export async function secretsKeyFault({
  webhooks: { secretsKey, isKeyNamed },
}: Pick<Gateway, 'webhooks'>): Promise<SecretsKeyFault | undefined> {
  if (await secretsKey) return undefined
  return isKeyNamed ? 'other' : 'missing'
}

/** What is wrong and what to do, in two sentences. */
export function describeSecretsKeyFault(fault: SecretsKeyFault): string {
  const { detail, remedy } = secretsKeyFaults[fault]
  return `${detail} ${remedy}`
}
