// /console/tenants: the tenants of the installation, for its operators.
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../core/access/actor.ts'
import {
  addTenant,
  changeTenant,
  issueTokenFor,
  listTenants,
  removeTenant,
  showTenant,
  type Tenant,
} from '../core/access/tenants.ts'
import type { Gateway } from '../core/gateway.ts'
import { foreign, plain, short } from './foreign.ts'
import { formBytesMax, nameIn, oneOf, queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { idOf } from './id.ts'
import { sendPage } from './page.ts'
import { pageLinks } from './paging.ts'
import { askFirst } from './question.ts'
import { shownOnce } from './secret.ts'
import { cell, select, table } from './show.ts'
import { tokenFields, tokenForm, toTokenWish } from './token-form.ts'

type Params = { Params: { id: string } }
const path = '/console/tenants'
const config = { scope: 'operator', testToken: 'nothing' } as const
const fields = ['name', 'participants', 'duplicates'] as const
const duplicates = ['refuse', 'warn'] as const
// Some thousand participants, each on a line of its own; the API takes more.
const tenantBytesMax = 200_000

export async function tenantPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const { data, page } = await listTenants(gateway, { limit: 50, ...given })
    return sendPage(reply, {
      title: 'Tenants',
      at: path,
      caller,
      content: html`${tenantsTable(data)}
${pageLinks(path, given, page.nextCursor)}
<h2>A new tenant</h2>
${tenantForm(path, 'Create the tenant')}`,
    })
  })

  app.post(path, { config, bodyLimit: tenantBytesMax }, async (request, reply) => {
    const { id } = await addTenant(gateway, actorOf(request.caller), tenantIn(request.body))
    return reply.redirect(`${path}/${id}`, 303)
  })

  app.get<Params>(`${path}/:id`, { config }, async ({ caller, params, url }, reply) => {
    readFields(queryOf(url), [])
    const tenant = await showTenant(gateway, idOf(params.id))
    const here = `${path}/${tenant.id}`
    return sendPage(reply, {
      title: `Tenant ${short(tenant.name, 80)}`,
      at: path,
      caller,
      content: html`<p><code>${tenant.id}</code></p>
${tenantForm(here, 'Change the tenant', tenant)}
<h2>A new token for this tenant</h2>
<p>With the scope admin, it makes the others.</p>
${tokenForm(`${here}/tokens`, caller, gateway.now())}
<h2>Delete</h2>
<p><a class="button" href="${here}/delete">Delete the tenant …</a></p>`,
    })
  })

  app.post<Params>(`${path}/:id`, { config, bodyLimit: tenantBytesMax }, async (request, reply) => {
    const changed = { id: idOf(request.params.id), actor: actorOf(request.caller) }
    const { id } = await changeTenant(gateway, changed, tenantIn(request.body))
    return reply.redirect(`${path}/${id}`, 303)
  })

  app.post<Params>(
    `${path}/:id/tokens`,
    { config, bodyLimit: formBytesMax },
    async ({ caller, params, body }, reply) => {
      const wish = toTokenWish(readFields(String(body ?? ''), tokenFields), gateway.now())
      const id = idOf(params.id)
      const { token, expiresAt } = await issueTokenFor(gateway, caller, id, wish)
      const use = 'Give it to the tenant through a private channel.'
      const content = shownOnce(token, { use, back: `${path}/${id}`, ends: expiresAt })
      return sendPage(reply, { title: 'A new token', at: path, caller, content })
    },
  )

  askFirst(app, {
    path: `${path}/:id/delete`,
    at: path,
    ...config,
    async ask({ params }) {
      const { id, name } = await showTenant(gateway, idOf(params.id!))
      return {
        title: 'Delete this tenant?',
        consequence: html`<p>${foreign(name)}</p>
<p>Its tokens and webhooks go with it. One that has documents cannot be deleted.</p>`,
        button: 'Delete',
        back: `${path}/${id}`,
      }
    },
    async act({ caller, params }) {
      await removeTenant(gateway, caller, idOf(params.id!))
      return path
    },
  })
}

function tenantIn(body: unknown): Omit<Tenant, 'id'> {
  const given = readFields(String(body ?? ''), fields, tenantBytesMax)
  return {
    name: nameIn(given, 'name'),
    participants: (given.participants ?? '').split(/[\s,]+/).filter((one) => one !== ''),
    duplicates: oneOf('duplicates', given.duplicates ?? '', duplicates),
  }
}

function tenantForm(action: string, button: string, tenant?: Tenant): Html {
  return html`<form method="post" action="${action}" class="stack">
<label>Name <input name="name" required maxlength="255" autocomplete="off"
 value="${tenant?.name}"></label>
<label>For whom it may send: one participant on each line, or * for all participants
<textarea name="participants" rows="4" spellcheck="false">${tenant?.participants.join(
    '\n',
  )}</textarea></label>
${select(
  'duplicates',
  'A second document with the same number: refuse it, or warn',
  duplicates,
  tenant?.duplicates,
)}
<button type="submit">${button}</button></form>`
}

function tenantsTable(tenants: readonly Tenant[]): Html {
  return table(
    'Tenants',
    ['Name', 'May send for', 'Duplicates'],
    tenants.map(
      ({ id, name, participants, duplicates }) => html`<tr>
<th scope="row"><a href="${path}/${id}"><bdi>${short(name, 48)}</bdi></a></th>
<td>${summaryOf(participants)}</td>${cell(duplicates)}</tr>`,
    ),
  )
}

function summaryOf(participants: readonly string[]): Html {
  if (participants.includes('*')) return html`all participants`
  const more = participants.length - 3
  const shown = participants.slice(0, 3).map(plain).join(', ')
  return html`<bdi>${shown || 'none'}</bdi>${more > 0 && ` and ${more} more`}`
}
