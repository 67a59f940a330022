// The secrets of webhooks and what they sign (Standard Webhooks 1.0).
import { decodeBase64, hmacSha256, openSecret, randomHex, sealSecret } from '../../crypto/index.ts'

const prefix = 'whsec_'
const secretBytes = 32

/** `whsec_` and base64, as the libraries of Standard Webhooks take it. */
export function newSecret(): string {
  return prefix + Buffer.from(randomHex(secretBytes), 'hex').toString('base64')
}

/** The secret as it is stored: for one webhook only. */
export function seal(key: Buffer, webhookId: string, secret: string): Buffer {
  return sealSecret(key, Buffer.from(secret), `webhook ${webhookId}`)
}

/** Throws for another key. */
export function unseal(key: Buffer, webhookId: string, sealed: Buffer): string {
  return openSecret(key, sealed, `webhook ${webhookId}`).toString()
}

/** `webhook-id`, `webhook-timestamp` and `webhook-signature`, which every secret signs. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = decodeBase64(secret.slice(prefix.length))
    return `v1,${hmacSha256(key, `${id}.${timestamp}.${body}`).toString('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
