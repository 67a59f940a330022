// Cancel and retry, each with a question before.
import type { FastifyInstance } from 'fastify'
import { cancelDocument } from '../core/cancel.ts'
import type { Gateway } from '../core/gateway.ts'
import type { DocumentRecord } from '../core/record.ts'
import { sendAgain } from '../core/send-again.ts'
import { trackDocument } from '../core/track.ts'
import { idOf } from './document-page.ts'
import { plain } from './foreign.ts'
import { formBytesMax, queryOf, readFields } from './form.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'

const actions = {
  cancel: {
    question: 'Cancel this document?',
    button: 'Cancel the document',
    consequence: () => 'It will not be sent. The same document can be submitted again.',
    act: cancelDocument,
  },
  retry: {
    question: 'Try this document again?',
    button: 'Try again',
    consequence: ({ certainty }: DocumentRecord) =>
      certainty === 'unknown'
        ? 'It may have arrived already: ask the receiver first, who gets it twice otherwise.'
        : 'It gets a new deadline and all attempts again.',
    act: sendAgain,
  },
}

type Params = { Params: { id: string } }
const config = { scope: 'documents:write' } as const

export async function documentActions(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  for (const [name, { question, button, consequence, act }] of Object.entries(actions)) {
    const path = `/console/documents/:id/${name}`

    app.get<Params>(path, { config }, async ({ caller, params, url }, reply) => {
      readFields(queryOf(url), [])
      const document = await trackDocument(gateway, caller, { id: idOf(params.id) })
      const page = `/console/documents/${document.id}`
      return sendPage(reply, {
        title: question,
        at: '/console/documents',
        caller,
        content: html`<p><bdi>${plain(document.number ?? document.id)}</bdi> to
<bdi>${plain(document.receiver.name ?? document.receiver.id)}</bdi></p>
<p>${consequence(document)}</p>
<form method="post" action="${page}/${name}" class="row">
<button type="submit">${button}</button> <a href="${page}">No, go back</a></form>`,
      })
    })

    app.post<Params>(path, { config, bodyLimit: formBytesMax }, async (request, reply) => {
      readFields(String(request.body ?? ''), [])
      const { id } = await act(gateway, request.caller, { id: idOf(request.params.id) })
      return reply.redirect(`/console/documents/${id}`, 303)
    })
  }
}
