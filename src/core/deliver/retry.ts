// When the next attempt is made.
import type { DeliveryLimits } from '../gateway.ts'

/**
 * The time of attempt `attempts` + 1, or undefined when attempts or time are used up. `chance`
 * (0…1) spreads the wait by ±20 %, so that documents that failed together do not return together.
 * `notBefore`: when the receiver wants to be called again. `speed`: of the time between attempts.
 */
export function nextAttemptAt(
  {
    attempts,
    deadline,
    now,
    notBefore,
    speed = 1,
  }: {
    attempts: number
    deadline: Date
    now: Date
    notBefore?: Date | undefined
    speed?: number | undefined
  },
  { retryDelaysMs, attemptsMax }: Pick<DeliveryLimits, 'retryDelaysMs' | 'attemptsMax'>,
  chance: number,
): Date | undefined {
  if (attempts >= attemptsMax) return undefined
  const delayMs = (retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0) / speed
  const spread = new Date(now.getTime() + delayMs * (0.8 + 0.4 * chance))
  const at = notBefore && notBefore > spread ? notBefore : spread
  return at <= deadline ? at : undefined
}
