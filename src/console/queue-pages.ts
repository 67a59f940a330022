// /console/queue: what waits, why and for whom; and stopping what leaves, with a question before.
import type { FastifyInstance } from 'fastify'
import { mayCall } from '../core/access/may-call.ts'
import type { Gateway } from '../core/gateway.ts'
import { type CircuitEntry, openCircuits } from '../core/operations/circuits.ts'
import {
  type PauseEntry,
  pauseSending,
  pausesInForce,
  resumeSending,
} from '../core/operations/pause.ts'
import { queueOf } from '../core/tracking/track.ts'
import { foreign, plain } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { askFirst } from './question.ts'
import { cell, duration, facts, linkTo, nameOf, table, time } from './show.ts'

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
        title: 'Queue',
        at: path,
        caller,
        content: html`${summary(queue, gateway.now())}
${pauses && pausesSection(pauses)}
${circuits && circuitsSection(circuits, gateway.now())}
${queue.byReceiver.length > 0 && receiversSection(queue, isOperator)}
${queue.data.length > 0 && html`<h2>Oldest first</h2>${documentsTable(queue)}`}`,
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
      ask: ({ given: { receiver } }) => ({
        title,
        consequence: html`<p>${
          receiver ? foreign(receiver) : 'Every receiver, of every tenant.'
        }</p><p>${consequence}</p>`,
        inputs: receiver && html`<input type="hidden" name="receiver" value="${receiver}">`,
        button,
        back: path,
      }),
      async act({ caller, given: { receiver } }) {
        await act(caller, receiver)
        return path
      },
    })
}

type Act = (caller: Parameters<typeof pauseSending>[1], receiver?: string) => Promise<unknown>
type Action = { title: string; consequence: string; button: string; act: Act }

function actionsOn(gateway: Gateway): Record<'pause' | 'resume', Action> {
  return {
    pause: {
      title: 'Pause sending?',
      consequence: 'Documents are still accepted, and wait. What is being sent is not interrupted.',
      button: 'Pause',
      act: (caller, receiver) => pauseSending(gateway, caller, receiver),
    },
    resume: {
      title: 'Resume sending?',
      consequence: 'What waits because of the pause is sent, oldest first.',
      button: 'Resume',
      act: (caller, receiver) => resumeSending(gateway, caller, receiver),
    },
  }
}

type Queue = Awaited<ReturnType<typeof queueOf>>

function summary({ depth, oldestAt, byReason }: Queue, now: Date): Html {
  const seconds = oldestAt ? (now.getTime() - Date.parse(oldestAt)) / 1000 : undefined
  return html`${facts([
    ['Waiting', String(depth)],
    ['Oldest', seconds !== undefined && duration(seconds)],
    ['Circuits open', html`${byReason['receiver-circuit-open'] ?? 0} documents wait for one`],
  ])}
${
  depth > 0 &&
  table(
    'By reason',
    ['Reason', 'Documents'],
    Object.entries(byReason).map(
      ([reason, count]) => html`<tr>
<th scope="row"><a href="${listPath(reason)}"><code>${reason}</code></a></th>
<td>${count}</td></tr>`,
    ),
  )
}`
}

// A document before its first attempt may be accepted, and not waiting by status.
function listPath(reason: string): string {
  return reason === 'first-attempt'
    ? '/console/documents?outcome=in-progress'
    : `/console/documents?waitingReason=${encodeURIComponent(reason)}`
}

function pausesSection(pauses: readonly PauseEntry[]): Html {
  return html`<h2>Pauses</h2>
${
  pauses.length > 0
    ? table(
        'Pauses',
        ['Receiver', 'Since', 'By', 'Resume'],
        pauses.map(
          ({ receiver, since, actor, restored }) => html`<tr>
<th scope="row"><bdi>${plain(receiver ?? (restored ? 'what was restored' : 'all'))}</bdi></th>
<td>${time(since)}</td>${cell(actor)}
<td><a href="${actionPath('resume', receiver)}">Resume …</a></td></tr>`,
        ),
      )
    : html`<p>None.</p>`
}
<p><a class="button" href="${path}/pause">Pause everything …</a></p>`
}

function circuitsSection(circuits: readonly CircuitEntry[], now: Date): Html {
  return html`<h2>Open circuits</h2>
${
  circuits.length > 0
    ? table(
        'Open circuits',
        ['Endpoint', 'Failures in a row', 'Next probe', 'Documents of all tenants'],
        circuits.map(
          ({ lane, failures, openUntil, documents }) => html`<tr>
<th scope="row">${foreign(lane)}</th><td>${failures}</td>
<td>${probe(openUntil, now)}</td><td>${documents}</td></tr>`,
        ),
      )
    : html`<p>None: every endpoint that documents wait for has worked lately.</p>`
}`
}

function probe(openUntil: string | undefined, now: Date): Html {
  return openUntil && Date.parse(openUntil) > now.getTime() ? time(openUntil) : html`now`
}

function receiversSection({ byReceiver }: Queue, isOperator: boolean): Html {
  return html`<h2>By receiver</h2>
${table(
  'By receiver',
  ['Receiver', 'Documents', ...(isOperator ? ['Pause'] : [])],
  byReceiver.map(
    ({ receiver, depth }) => html`<tr>
<th scope="row"><a href="/console/documents?receiver=${encodeURIComponent(receiver)}"><bdi>${plain(
      receiver,
    )}</bdi></a></th><td>${depth}</td>
${isOperator && html`<td><a href="${actionPath('pause', receiver)}">Pause …</a></td>`}</tr>`,
  ),
)}`
}

function actionPath(action: 'pause' | 'resume', receiver: string | null): string {
  return receiver === null
    ? `${path}/${action}`
    : `${path}/${action}?${new URLSearchParams({ receiver })}`
}

function documentsTable({ data }: Queue): Html {
  return table(
    'Waiting documents',
    ['Number', 'To', 'Reason', 'Since', 'Next attempt'],
    data.map(
      (document) => html`<tr><th scope="row">${linkTo(document)}</th>
${cell(nameOf(document.receiver))}${cell(document.waiting?.reason ?? 'first-attempt')}
<td>${time(document.waiting?.since ?? document.createdAt)}</td>
<td>${document.waiting && time(document.waiting.nextAttemptAt)}</td></tr>`,
    ),
  )
}
