// What can be done with a document, each with a question before.
import type { FastifyInstance } from 'fastify'
import { refuseUnlessTest } from '../../core/access/may-call.ts'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { cancelDocument } from '../../core/operations/cancel.ts'
import { type ReportAction, reportAgain } from '../../core/operations/report-again.ts'
import { sendAgain } from '../../core/operations/send-again.ts'
import { setAside, takeBack } from '../../core/operations/set-aside.ts'
import { acknowledge } from '../../core/receive/inbound.ts'
import type { DocumentRecord } from '../../core/record.ts'
import { trackDocument } from '../../core/tracking/track.ts'
import { askFirst } from '../ask-first.ts'
import { badge } from '../components/badge.ts'
import { textField } from '../components/field.ts'
import { plain } from '../foreign.ts'
import { html } from '../html.ts'
import { idOf } from '../id.ts'
import { actionNote, actionWords, notPossible } from '../words/actions.ts'
import { ways } from '../words/labels.ts'
import { stateOf } from '../words/states.ts'
import { possibleActions } from './possible.ts'

const actions = {
  cancel: {
    testToken: 'test',
    act: cancelDocument,
  },
  retry: {
    testToken: 'test',
    act: sendAgain,
  },
  acknowledge: {
    testToken: 'nothing',
    act: (gateway: Gateway, caller: Caller, { id }: { id: string }) =>
      acknowledge(gateway, caller, id),
  },
  'set-aside': {
    testToken: 'test',
    act: (gateway: Gateway, caller: Caller, { id }: { id: string }, note?: string) =>
      setAside(gateway, caller, { id }, note),
  },
  'take-back': {
    testToken: 'test',
    act: takeBack,
  },
  'report-again': {
    testToken: 'test',
    act: reporting('resubmit'),
  },
  'withdraw-report': {
    testToken: 'test',
    act: reporting('withdraw'),
  },
} as const

function reporting(action: ReportAction) {
  return async (gateway: Gateway, caller: Caller, { id }: { id: string }) =>
    (await reportAgain(gateway, caller, { id }, { action })).record
}

const noteField = { name: 'note', ...actionNote, max: 500 }

export async function documentActions(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  for (const [name, { testToken, act }] of Object.entries(actions)) {
    const { question, button, consequence } = actionWords[name as keyof typeof actions]
    askFirst(app, {
      path: `/console/documents/:id/${name}`,
      at: '/console/documents',
      scope: 'documents:write',
      testToken,
      fields: name === 'set-aside' ? ['note'] : [],
      async ask({ caller, params }) {
        const document = await trackDocument(gateway, caller, { id: idOf(params.id!) })
        refuseUnlessTest(caller, document.test)
        const partner = document.direction === 'outbound' ? document.receiver : document.sender
        const isPossible = possibleActions(document).some((one) => one === name)
        return {
          title: question,
          consequence: html`<p><bdi>${plain(document.number ?? document.id)}</bdi>
${ways[document.direction]} <bdi>${plain(partner.name ?? partner.id)}</bdi>
${badge(stateOf(document))}</p>
<p>${isPossible ? consequence(document) : notPossible}</p>`,
          button: isPossible ? button : undefined,
          state: stateAsked(document, name),
          inputs: name === 'set-aside' && textField(noteField),
          back: `/console/documents/${document.id}`,
        }
      },
      async act({ caller, params, given: { note } }) {
        const { id } = await act(gateway, caller, { id: idOf(params.id!) }, note)
        return `/console/documents/${id}`
      },
    })
  }
}

/** What a question rests on: where the document stands, and what another person did about it. */
function stateAsked(document: DocumentRecord, name: string) {
  const { direction, status, certainty, setAside, sentAnewAs, taxReport } = document
  const report = name.includes('report') && taxReport
  const stands = direction === 'inbound' ? status : `${status} ${certainty}`
  const reported = report && `${report.documentId} ${report.status}`
  return [stands, setAside?.at, sentAnewAs, reported].filter(Boolean).join(' ')
}
