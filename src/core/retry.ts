// When the next attempt is made.
import type { DeliveryLimits } from './gateway.ts'

/**
 * The time of attempt `attempts` + 1, or undefined when attempts or time are used up. `chance`
 * (0…1) spreads the wait by ±20 %, so that documents that failed together do not return together.
 */
export function nextAttemptAt(
  { attempts, deadline, now }: { attempts: number; deadline: Date; now: Date },
  { retryDelaysMs, attemptsMax }: Pick<DeliveryLimits, 'retryDelaysMs' | 'attemptsMax'>,
  chance: number,
): Date | undefined {
  if (attempts >= attemptsMax) return undefined
  const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0
  const at = new Date(now.getTime() + delayMs * (0.8 + 0.4 * chance))
  return at <= deadline ? at : undefined
}
