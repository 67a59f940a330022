// Wakes waiters in this process. Changes made by another process are only noticed by polling.

export type Notifier = {
  /** Given a topic, wakes only its subscriptions and those to every topic. */
  notify(topic?: string): void
  subscribe(topic?: string): Subscription
}

/** Keeps a notification until it is asked for, so looking first and then waiting misses none. */
type Subscription = {
  /**
   * Resolves on a notification since the last call, after `waitMs`, or when `signal` aborts,
   * whichever comes first.
   */
  next(waitMs: number, signal?: AbortSignal): Promise<void>
  /** Acts like a notification for this subscription alone. */
  wake(): void
  stop(): void
}

export function makeNotifier(): Notifier {
  const subscribers = new Set<{ topic: string | undefined; wake(): void }>()
  return {
    notify(topic) {
      for (const subscriber of [...subscribers])
        if (topic === undefined || (subscriber.topic ?? topic) === topic) subscriber.wake()
    },
    subscribe(topic) {
      let isNotified = false
      let resume = () => {}
      const subscriber = {
        topic,
        wake() {
          isNotified = true
          resume()
        },
      }
      subscribers.add(subscriber)
      return {
        async next(waitMs, signal) {
          if (!isNotified && !signal?.aborted) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, waitMs)
              resume = () => {
                clearTimeout(timer)
                resolve()
              }
              signal?.addEventListener('abort', resume, { once: true })
            })
            signal?.removeEventListener('abort', resume)
          }
          // What happens in this tick is one notification.
          await new Promise((resolve) => setImmediate(resolve))
          isNotified = false
        },
        wake: subscriber.wake,
        stop: () => void subscribers.delete(subscriber),
      }
    },
  }
}
