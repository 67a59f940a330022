// /console/search: takes what is known of a document, and finds it.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { search, searchHitsMax } from '../../core/tracking/search.ts'
import { button } from '../components/button.ts'
import { textField } from '../components/field.ts'
import { emptyList } from '../components/list-state.ts'
import { short } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { labels } from '../words/labels.ts'
import { searchWords } from '../words/lists.ts'
import { documentsTable } from './rows.ts'

export async function searchPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(
    '/console/search',
    { config: { scope: 'documents:read', testToken: 'read' } },
    async ({ caller, url }, reply) => {
      const { q } = readFields(queryOf(url), ['q'])
      if (!q) return sendPage(reply, { title: labels.search, content: searchForm(q) })
      const { records, isExact, isCut } = await search(gateway, caller, q)
      if (isExact && records.length === 1)
        return reply.redirect(`/console/documents/${records[0]!.id}`, 303)
      const hasHits = records.length > 0
      const { found, nothing } = searchWords
      return sendPage(reply, {
        title: `${searchWords.searchFor} ${short(q, titleCharacters)}`,
        searched: q,
        content: html`${hasHits ? html`<div class="narrow">${searchForm(q)}</div>` : searchForm(q)}
${hasHits ? documentsTable(found, records, { isMixed: true, searched: q }) : emptyList(nothing)}
${isCut && html`<p class="hint">${searchWords.cut(searchHitsMax)}</p>`}`,
      })
    },
  )
}

const titleCharacters = 40

/** The one in the header, for screens that have no room for it there. */
function searchForm(q: string | undefined): Html {
  const label = searchWords.searchFor
  return html`<form action="/console/search" class="form" role="search" aria-label="${label}">
${textField({
  ...{
    name: 'q',
    label,
    type: 'search',
    value: q,
    isRequired: true,
    max: 255,
  },
  hint: searchWords.hint,
})}<div class="actions">${button({ text: labels.search, look: 'primary' })}</div></form>`
}
