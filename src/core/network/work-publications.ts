// Carries out what callers asked for of the SMP: by the process that gets the lease, with the same
// functions as the commands. What was asked for is kept until it is done, so that another process
// goes on after one that died.
import { NetworkError } from '../../peppol/index.ts'
import type { PublicationWish, Store } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import type { Publishing } from '../publishing.ts'
import {
  type Applied,
  type ApplyNeeds,
  applyPublications,
  type Stopped,
  whyNotWritten,
} from './apply-publication.ts'
import { type OpenRegistrar, useRegistrar } from './open-registrar.ts'
import { leaseTimes, type RegistrarLease, takeLease } from './registrar-lease.ts'
import type { Withdrawn } from './withdraw-publication.ts'
import { withdrawalsMax, withdrawPublications } from './withdraw-publications.ts'

type RegistrarNeeds = Pick<Gateway, 'store' | 'now' | 'log' | 'publishing'>

export type PublicationWork = { stop(limitMs: number): Promise<void> }

/** Looks for wishes every `lookMs`. */
export function startPublications(
  gateway: RegistrarNeeds & Pick<Gateway, 'publicationAsked'>,
  lookMs: number,
): PublicationWork {
  const ending = new AbortController()
  const asked = gateway.publicationAsked.subscribe()

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      await workPublications(gateway, ending.signal).catch((error: unknown) =>
        gateway.log.error({ err: error }, 'what was asked for of the SMP could not be read'),
      )
      await asked.next(lookMs, ending.signal)
    }
  }

  const looping = loop()
  return {
    async stop(limitMs) {
      ending.abort()
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((done) => {
        timer = setTimeout(done, limitMs)
      })
      await Promise.race([looping, limit])
      clearTimeout(timer)
      asked.stop()
    },
  }
}

/** More wait for the next run, which comes at once. */
const wishesMax = 50

/** One run over what is due. */
export async function workPublications(
  gateway: RegistrarNeeds,
  signal?: AbortSignal,
): Promise<void> {
  const { store, publishing, now } = gateway
  if (!publishing) return
  if ((await store.duePublicationWishes(now(), 1)).length === 0) return
  const lease = await takeLease(store, { ...leaseTimes, waitMs: 0 })
  if (!lease) return
  try {
    // What another process did until now is not due any more.
    const due = await store.duePublicationWishes(now(), wishesMax)
    if (due.length > 0) await carryOut(gateway, publishing, { lease, due, signal })
  } finally {
    await lease.end()
  }
}

type Run = { lease: RegistrarLease; due: PublicationWish[]; signal: AbortSignal | undefined }

async function carryOut(
  gateway: RegistrarNeeds,
  publishing: Publishing,
  { lease, due, signal }: Run,
): Promise<void> {
  try {
    await useRegistrar(publishing, gateway.store, async (registrar) => {
      const { needs, facts, writerUnder } = registrar
      const { store } = gateway
      const hindrances = await whyNotWritten({ ...needs, store }, facts)
      if (hindrances.length > 0)
        return putOff(gateway, due, { code: 'publication.held', detail: hindrances.join(' ') })
      const writing = { ...needs, store, lease, writer: writerUnder(lease) }
      for (const wishes of inRuns(due)) {
        if (signal?.aborted) return
        await runOf(gateway, { writing, facts, wishes })
      }
    })
  } catch (error) {
    if (!(error instanceof NetworkError)) gateway.log.error({ err: error }, 'the SMP is not usable')
    const code = error instanceof NetworkError ? error.code : 'publication.not-possible'
    const detail = error instanceof Error ? error.message : String(error)
    await putOff(gateway, due, { code, detail })
  }
}

/** Each run names one actor. First what takes participants off the network. */
function inRuns(due: readonly PublicationWish[]): PublicationWish[][] {
  const runs = new Map<string, PublicationWish[]>()
  const first = due.filter(({ wish }) => wish === 'withdraw').slice(0, withdrawalsMax)
  for (const wish of [...first, ...due.filter((one) => one.wish === 'publish')]) {
    const key = `${wish.wish} ${wish.askedBy}`
    runs.set(key, [...(runs.get(key) ?? []), wish])
  }
  return [...runs.values()]
}

type Writing = Omit<ApplyNeeds, 'actor'>

async function runOf(
  gateway: RegistrarNeeds,
  order: { writing: Writing; facts: OpenRegistrar['facts']; wishes: PublicationWish[] },
): Promise<void> {
  const { writing, facts, wishes } = order
  const [{ wish, askedBy: actor }] = wishes as [PublicationWish]
  const participants = wishes.map((one) => one.participant)
  const needs = { ...writing, actor }
  const open = new Map(wishes.map((one) => [one.participant, one]))
  const run =
    wish === 'publish'
      ? applyPublications(needs, facts, {
          participants,
          replace: [],
          republish: participants,
          all: false,
        })
      : withdrawPublications(needs, facts, { participants, all: false })
  for await (const outcome of run) {
    if ('stopped' in outcome) {
      const why = { code: 'publication.stopped', detail: outcome.stopped }
      await putOff(gateway, [...open.values()], why)
      continue
    }
    await conclude(gateway, open.get(outcome.participant)!, outcome)
    open.delete(outcome.participant)
  }
}

async function conclude(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  wish: PublicationWish,
  { outcome, code, detail }: Exclude<Applied | Withdrawn, Stopped>,
): Promise<void> {
  if (outcome === 'published' || outcome === 'withdrawn') return store.forgetPublicationWish(wish)
  const tries = wish.tries + 1
  const isOver = outcome === 'refused'
  // DNS and the SMP are slow by nature: what is waited for there has not failed.
  const waitMs = outcome === 'failed' ? backoffMs(tries) : againMs
  await store.notePublicationWish({
    ...{ participant: wish.participant, askedAt: wish.askedAt, tries },
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
    ...(isOver ? {} : { nextAt: new Date(now().getTime() + waitMs) }),
  })
}

const againMs = 60_000
const backoffMsMax = 3_600_000

function backoffMs(tries: number): number {
  return Math.min(againMs * 2 ** Math.min(tries - 1, 10), backoffMsMax)
}

/** They were not tried. */
async function putOff(
  { store, now }: { store: Pick<Store, 'notePublicationWish'>; now(): Date },
  wishes: readonly PublicationWish[],
  why: { code: string; detail: string },
): Promise<void> {
  const nextAt = new Date(now().getTime() + againMs)
  for (const { participant, askedAt, tries } of wishes)
    await store.notePublicationWish({ participant, askedAt, tries, ...why, nextAt })
}
