// /console/documents/{id}/forget: the contents of a document are removed, after a question that
// says what stays, and why.
import type { FastifyInstance } from 'fastify'
import { refuseUnlessTest } from '../../core/access/may-call.ts'
import { forget, notReached, stays } from '../../core/evidence/forget.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { DocumentRecord } from '../../core/record.ts'
import { trackDocument } from '../../core/tracking/track.ts'
import { askFirst } from '../ask-first.ts'
import { textField } from '../components/field.ts'
import { plain } from '../foreign.ts'
import { nameIn } from '../form.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { forgetWords as words } from '../words/document-page.ts'
import { isForgettable } from './possible.ts'

export async function forgetPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  askFirst(app, {
    ...{ path: '/console/documents/:id/forget', at: '/console/documents' },
    ...{ scope: 'admin', testToken: 'test', fields: ['reason'] },
    async ask({ caller, params, given }) {
      const document = await trackDocument(gateway, caller, { id: idOf(params.id!) })
      refuseUnlessTest(caller, document.test)
      const isPossible = isForgettable(document)
      return {
        title: words.title,
        consequence: isPossible ? consequence(document) : html`<p>${words.notPossible}</p>`,
        button: isPossible ? words.button : undefined,
        destroys: true,
        state: `${document.status} ${document.forgottenAt ?? ''}`.trim(),
        inputs: textField({ ...reasonField, value: given.reason }),
        back: `/console/documents/${document.id}`,
      }
    },
    async act({ caller, params, given }) {
      const reason = nameIn(given, 'reason')
      const { id } = await forget(gateway, caller, { id: idOf(params.id!) }, reason)
      return `/console/documents/${id}`
    },
  })
}

const reasonField = {
  ...{ name: 'reason', label: words.reason, max: 255, isRequired: true },
  hint: words.reasonHint,
}

function consequence({ number, id, receiver }: DocumentRecord): Html {
  return html`<p>${words.consequence(
    html`<bdi>${plain(number ?? id)}</bdi>`,
    html`<bdi>${plain(receiver.name ?? receiver.id)}</bdi>`,
  )}</p>
<p>${words.stay}</p><ul>${stays.map(({ what, why }) => html`<li>${what}: ${why}.</li>`)}</ul>
<p>${words.notReached}</p>
<ul>${notReached.map((where) => html`<li>${where}.</li>`)}</ul>`
}
