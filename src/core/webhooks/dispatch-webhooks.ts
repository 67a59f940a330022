// Sends events to webhooks, signed, a few at a time. A lease recovers what a dead process left
// behind, so any number of processes may share the work.
import { randomHex } from '../../crypto/index.ts'
import type { ClaimedDelivery, WebhookAttempt } from '../../store/index.ts'
import { retryAfter } from '../deliver/retry-after.ts'
import type { Gateway } from '../gateway.ts'
import { makeNotifier } from '../runtime/notifier.ts'
import { toEvent } from '../tracking/feed.ts'
import { signedHeaders, unseal } from './webhook-secret.ts'

type DispatchWebhooksNeeds = Pick<
  Gateway,
  'store' | 'webhooks' | 'events' | 'service' | 'metrics' | 'log' | 'now'
>

/**
 * Numbers events and sends them. Without a webhook to call, it only numbers them, once a second:
 * readers of the feed number for themselves.
 */
export function startDispatch(
  gateway: DispatchWebhooksNeeds,
  owner: string,
): { stop(limitMs: number): Promise<void> } {
  const { events, webhooks, log } = gateway
  const { lookAgainMs, restMs, restWhileBusyMs } = webhooks.limits
  const ending = new AbortController()
  const happened = events.subscribe()
  const freed = makeNotifier()
  const free = freed.subscribe()
  const underWay = new Map<Promise<void>, { isSlow: boolean }>()

  /** Resolves with how long to rest. */
  async function take(): Promise<number> {
    await events.number()
    if (!(await hasEnabledWebhook(gateway))) return lookAgainMs
    const claimed = await claim(gateway, owner, [...underWay.values()])
    for (const delivery of claimed) {
      const work = deliverEvent(gateway, delivery)
        .catch((error: unknown) =>
          // Its lease runs out, and it is sent again.
          log.error({ err: error, webhookId: delivery.webhookId }, 'an event was not delivered'),
        )
        .finally(() => {
          underWay.delete(work)
          freed.notify()
          events.wakeDispatcher()
        })
      underWay.set(work, delivery)
    }
    return claimed.length > 0 ? restWhileBusyMs : restMs
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      const nextRestMs = await take().catch((error: unknown) => {
        log.error({ err: error }, 'deliveries to webhooks could not be claimed')
        return restMs
      })
      const rest = makeNotifier().subscribe()
      await rest.next(nextRestMs, ending.signal)
      await happened.next(lookAgainMs, ending.signal)
    }
  }

  const looping = loop()
  return {
    async stop(limitMs) {
      ending.abort()
      await looping
      const deadline = Date.now() + limitMs
      while (underWay.size > 0 && Date.now() < deadline) await free.next(deadline - Date.now())
      happened.stop()
    },
  }
}

async function hasEnabledWebhook({ store, webhooks }: DispatchWebhooksNeeds): Promise<boolean> {
  return (await webhooks.secretsKey) !== undefined && (await store.hasEnabledWebhook())
}

async function claim(
  { store, webhooks, now }: DispatchWebhooksNeeds,
  owner: string,
  underWay: { isSlow: boolean }[],
): Promise<ClaimedDelivery[]> {
  const { slots, leaseMs } = webhooks.limits
  const free = slots.total - underWay.length
  const freeForSlow = slots.ofSlow - underWay.filter(({ isSlow }) => isSlow).length
  if (free <= 0) return []
  return store.claimDeliveries({ owner, now: now(), leaseMs, free, freeForSlow, slots })
}

/** One attempt, recorded with what follows from it. */
export async function deliverEvent(
  gateway: DispatchWebhooksNeeds,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { store, webhooks, metrics, log, now } = gateway
  const { webhookId, epoch, tries, event } = delivery
  const { attempt, isGone, notBefore } = await call(gateway, delivery)
  const arrived = attempt.error === undefined
  const delayMs = webhooks.limits.retryDelaysMs[tries]
  const isOver = !arrived && (isGone || delayMs === undefined)
  const end = arrived ? 'delivered' : isOver ? 'failed' : 'waiting'
  metrics.webhookCalled(end, attempt.durationMs)
  const at = now()
  const dueAt = new Date(Math.max(at.getTime() + spread(delayMs ?? 0), notBefore?.getTime() ?? 0))
  const { slowMs, slowForMs } = webhooks.limits.slots
  const held = await store.concludeDelivery({
    ...{ webhookId, epoch, id: event.id, attempt, now: at, status: end },
    ...(attempt.durationMs >= slowMs ? { slowUntil: new Date(at.getTime() + slowForMs) } : {}),
    ...(end === 'waiting' ? { dueAt } : {}),
    ...(isGone ? { disabledReason: 'It answered 410: it is gone.' } : {}),
    ...(end === 'failed'
      ? { disabledReasonIfSilent: `Nothing has arrived for days. Last: ${attempt.error}` }
      : {}),
  })
  const facts = { webhookId, eventId: event.id, attempt: tries + 1, status: end }
  if (!held) log.warn(facts, 'another process took over this delivery to a webhook')
  else if (arrived) log.info(facts, 'a webhook took an event')
  else log.warn({ ...facts, error: attempt.error }, 'a webhook did not take an event')
}

type Called = { attempt: WebhookAttempt; isGone: boolean; notBefore?: Date | undefined }

async function call(
  { webhooks, service, now }: DispatchWebhooksNeeds,
  { webhookId, url, secrets, event }: ClaimedDelivery,
): Promise<Called> {
  const key = (await webhooks.secretsKey)!
  let at = now()
  const body = JSON.stringify(toEvent(event))
  const signed = signedHeaders(
    secrets.map((sealed) => unseal(key, webhookId, sealed)),
    { id: event.id, at, body },
  )
  const message = {
    contentType: 'application/json',
    body: Buffer.from(body),
    headers: { ...signed, 'user-agent': `fourcorner/${service.version}` },
    // What it waited for a connection is not the webhook's time.
    onStart: () => {
      at = now()
    },
  }
  const answer = await webhooks.post(url, message, webhookId)
  const started = { at: at.toISOString(), durationMs: now().getTime() - at.getTime() }
  if (answer.kind === 'failed')
    return { attempt: { ...started, error: answer.detail }, isGone: false }
  const { status } = answer
  const error = status >= 200 && status < 300 ? {} : { error: refusalOf(status) }
  const said = readable(answer.body, webhooks.limits.answerCharactersLogged)
  return {
    attempt: { ...started, httpStatus: status, ...error, ...(said ? { body: said } : {}) },
    isGone: status === 410,
    notBefore: retryAfter(answer.retryAfter, now()),
  }
}

function refusalOf(status: number): string {
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
}

// Without control characters: PostgreSQL takes no U+0000.
function readable(body: Buffer, charactersMax: number): string {
  const text = body.toString('utf8').replaceAll(/[^\P{Cc}\n\t]/gu, '')
  return text.slice(0, charactersMax).toWellFormed()
}

function spread(delayMs: number): number {
  const chance = Number.parseInt(randomHex(2), 16) / 0xffff
  return delayMs * (0.8 + 0.4 * chance)
}
