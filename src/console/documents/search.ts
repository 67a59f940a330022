// /console/search: takes what is known of a document, and finds it.
import type { FastifyInstance } from 'fastify'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { directions } from '../../core/record.ts'
import { listRecords, trackDocument } from '../../core/tracking/track.ts'
import { Problem } from '../../problem.ts'
import { button } from '../components/button.ts'
import { textField } from '../components/field.ts'
import { emptyList } from '../components/list-state.ts'
import { plain } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { isId } from '../id.ts'
import { sendPage } from '../page.ts'
import { labels } from '../words/labels.ts'

export async function searchPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(
    '/console/search',
    { config: { scope: 'documents:read', testToken: 'read' } },
    async ({ caller, url }, reply) => {
      const { q } = readFields(queryOf(url), ['q'])
      const id = q && (await found(gateway, caller, q))
      if (id) return reply.redirect(`/console/documents/${id}`, 303)
      return sendPage(reply, {
        title: labels.search,
        searched: q,
        content: html`${searchForm(q)}
${q && emptyList(`Nothing was found for ${plain(q)}.`)}`,
      })
    },
  )
}

function searchForm(q: string | undefined): Html {
  return html`<form action="/console/search" class="form" role="search" aria-label="Search for">
${textField({
  ...{ name: 'q', label: 'Search for', type: 'search', value: q, isRequired: true },
  hint: 'An id, a message id, or your reference.',
})}<div class="actions">${button({ text: labels.search, look: 'primary' })}</div></form>`
}

/** Looks for an id, a reference, a message id: the newest, if two senders gave the same. */
async function found(gateway: Gateway, caller: Caller, q: string): Promise<string | undefined> {
  const { data } = await listRecords(gateway, caller, {
    ...{ direction: [...directions], messageId: [q] },
    ...{ sort: '-createdAt', limit: 1 },
  })
  if (data[0]) return data[0].id
  const reference = { reference: q, ...(isId(q) ? { id: q } : {}) }
  return trackDocument(gateway, caller, reference).then(
    ({ id }) => id,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'document.not-found') return undefined
      throw error
    },
  )
}
