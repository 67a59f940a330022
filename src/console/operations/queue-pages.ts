// /console/queue: what waits, why and for whom; and stopping what leaves, with a question before.
import type { FastifyInstance } from 'fastify'
import { mayCall } from '../../core/access/may-call.ts'
import type { Gateway } from '../../core/gateway.ts'
import { type CircuitEntry, openCircuits } from '../../core/operations/circuits.ts'
import {
  type PauseEntry,
  pauseSending,
  pausesInForce,
  resumeSending,
} from '../../core/operations/pause.ts'
import { queueOf } from '../../core/tracking/track.ts'
import { askFirst } from '../ask-first.ts'
import { linkButton } from '../components/button.ts'
import { figures } from '../components/facts.ts'
import { emptyList } from '../components/list-state.ts'
import { participantName } from '../components/participant.ts'
import { linkedTable, table } from '../components/table.ts'
import { duration, time } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html, type Part } from '../html.ts'
import { sendPage } from '../page.ts'
import { brief, linkTo, section } from '../show.ts'
import { labels } from '../words/labels.ts'
import { queueWords } from '../words/queue.ts'
import { type WaitingReason, waitingReason } from '../words/reasons.ts'

const path = '/console/queue'

export async function queuePages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(
    path,
    { config: { scope: 'documents:read', testToken: 'read' } },
    async ({ caller, url }, reply) => {
      readFields(queryOf(url), [])
      const queue = await queueOf(gateway, caller)
      const isOperator = mayCall(caller, { scope: 'operator', testToken: 'nothing' })
      const [pauses, circuits] = isOperator
        ? await Promise.all([pausesInForce(gateway), openCircuits(gateway)])
        : []
      return sendPage(reply, {
        title: labels.queue,
        at: path,
        actions: pauses?.some(isOfAll) ? resumeAll : undefined,
        content: html`${summary(queue, gateway.now())}
${pauses && pausesSection(pauses)}
${circuits && circuitsSection(circuits, gateway.now())}
${queue.byReceiver.length > 0 && receiversSection(queue, isOperator)}
${queue.data.length > 0 && documentsSection(queue)}`,
      })
    },
  )

  for (const [name, { title, consequence, button, act }] of Object.entries(actionsOn(gateway)))
    askFirst(app, {
      path: `${path}/${name}`,
      at: path,
      scope: 'operator',
      testToken: 'nothing',
      fields: ['receiver'],
      async ask({ given: { receiver } }) {
        const pauses = await pausesInForce(gateway)
        const inForce = pauses.find((one) => one.receiver === (receiver ?? null))
        const isPossible = (name === 'resume') === (inForce !== undefined)
        return {
          title,
          consequence: html`<p>${
            receiver ? foreign(receiver) : queueWords.everyReceiver
          }</p><p>${isPossible && consequence} ${
            inForce ? pausedBy(inForce) : !isPossible && queueWords.notPaused
          }</p>`,
          inputs: receiver && html`<input type="hidden" name="receiver" value="${receiver}">`,
          button: isPossible ? button : undefined,
          state: inForce ? `paused ${inForce.since}` : 'not paused',
          back: path,
        }
      },
      async act({ caller, given: { receiver } }) {
        await act(caller, receiver)
        return path
      },
    })
}

function pausedBy({ since, actor, by }: PauseEntry): Html {
  return queueWords.pausedBy(time(since), brief(by ?? actor))
}

type Act = (caller: Parameters<typeof pauseSending>[1], receiver?: string) => Promise<unknown>
type Action = { title: string; consequence: string; button: string; act: Act }

function actionsOn(gateway: Gateway): Record<'pause' | 'resume', Action> {
  return {
    pause: {
      ...queueWords.pause,
      act: (caller, receiver) => pauseSending(gateway, caller, receiver),
    },
    resume: {
      ...queueWords.resume,
      act: (caller, receiver) => resumeSending(gateway, caller, receiver),
    },
  }
}

type Queue = Awaited<ReturnType<typeof queueOf>>

function summary({ depth, oldestAt, byReason }: Queue, now: Date): Html {
  if (depth === 0) return emptyList(queueWords.nothingWaits)
  const seconds = oldestAt ? (now.getTime() - Date.parse(oldestAt)) / 1000 : undefined
  return html`${figures([
    { name: queueWords.waiting, value: String(depth) },
    { name: queueWords.oldest, value: seconds === undefined ? '–' : duration(seconds) },
  ])}
${section(
  'reasons',
  queueWords.why,
  linkedTable(
    queueWords.byReason,
    [
      { head: queueWords.reason, as: 'title' },
      { head: queueWords.documents, as: 'figure' },
    ],
    Object.entries(byReason).map(([reason, count]) => [
      html`<a href="${listPath(reason)}">${waitingReason(reason as WaitingReason)}</a>`,
      count,
    ]),
  ),
)}`
}

// A document before its first attempt may be accepted, and not waiting by status.
function listPath(reason: string): string {
  return reason === 'first-attempt'
    ? '/console/documents?state=sending'
    : `/console/documents?waitingReason=${encodeURIComponent(reason)}`
}

/** The button of the page while it is there, and that of its row. */
const resumeAll = linkButton({
  ...{ text: queueWords.resumeLink, href: `${path}/resume`, look: 'primary' },
})

function isOfAll({ receiver }: PauseEntry): boolean {
  return receiver === null
}

function pausesSection(pauses: readonly PauseEntry[]): Html {
  return section(
    'pauses',
    queueWords.pauses,
    html`${
      pauses.length > 0
        ? table(
            queueWords.pauses,
            queueWords.pauseHeads,
            pauses.map(({ receiver, since, actor, by, restored }) => [
              html`<bdi>${plain(
                receiver ?? (restored ? queueWords.restored : queueWords.everyOne),
              )}</bdi>`,
              time(since),
              brief(by ?? actor),
              receiver !== null &&
                html`<a href="${actionPath('resume', receiver)}">${queueWords.resumeLink}</a>`,
            ]),
          )
        : html`<p>${queueWords.nothingPaused}</p>`
    }
${
  !pauses.some(isOfAll) &&
  html`<p>${linkButton({
    ...{ text: queueWords.pauseAll, href: `${path}/pause`, look: 'danger', icon: 'pause' },
  })}</p>`
}`,
  )
}

function circuitsSection(circuits: readonly CircuitEntry[], now: Date): Html {
  const rows = circuits.map(({ lane, failures, openUntil, documents }) => [
    foreign(lane),
    failures,
    probe(openUntil, now),
    documents,
  ])
  return section(
    'circuits',
    queueWords.circuits,
    rows.length > 0
      ? table(
          queueWords.circuits,
          [
            queueWords.endpoint,
            { head: queueWords.failuresInRow, as: 'figure' },
            queueWords.nextTry,
            { head: queueWords.documentsOfAll, as: 'figure' },
          ],
          rows,
        )
      : html`<p>${queueWords.noCircuits}</p>`,
  )
}

function probe(openUntil: string | undefined, now: Date): Part {
  return openUntil && Date.parse(openUntil) > now.getTime() ? time(openUntil) : queueWords.now
}

function receiversSection({ byReceiver }: Queue, isOperator: boolean): Html {
  return section(
    'receivers',
    queueWords.byReceiver,
    table(
      queueWords.byReceiver,
      [
        queueWords.receiver,
        { head: queueWords.documents, as: 'figure' },
        ...(isOperator ? [''] : []),
      ],
      byReceiver.map(({ receiver, depth }) => [
        html`<a href="/console/documents?receiver=${encodeURIComponent(receiver)}"><bdi>${plain(
          receiver,
        )}</bdi></a>`,
        depth,
        ...(isOperator
          ? [html`<a href="${actionPath('pause', receiver)}">${queueWords.pauseLink}</a>`]
          : []),
      ]),
    ),
  )
}

function actionPath(action: 'pause' | 'resume', receiver: string | null): string {
  return receiver === null
    ? `${path}/${action}`
    : `${path}/${action}?${new URLSearchParams({ receiver })}`
}

function documentsSection({ data }: Queue): Html {
  return section(
    'documents',
    queueWords.oldestFirst,
    linkedTable(
      queueWords.waitingDocuments,
      [
        { head: labels.number, as: 'title' },
        labels.to,
        queueWords.why,
        queueWords.since,
        queueWords.nextTry,
      ],
      data.map((document) => [
        linkTo(document),
        participantName(document.receiver),
        waitingReason(document.waiting?.reason ?? 'first-attempt'),
        time(document.waiting?.since ?? document.createdAt),
        document.waiting && time(document.waiting.nextAttemptAt),
      ]),
    ),
  )
}
