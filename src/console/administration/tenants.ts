// /console/tenants: the tenants of the installation, for its operators.
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../core/access/actor.ts'
import {
  addTenant,
  changeTenant,
  issueTokenFor,
  listTenants,
  removeTenant,
  showTenant,
  type Tenant,
} from '../../core/access/tenants.ts'
import type { Gateway } from '../../core/gateway.ts'
import { frenchProcesses } from '../../core/record.ts'
import { askFirst } from '../ask-first.ts'
import { button, linkButton } from '../components/button.ts'
import { form, longTextField, selectField, textField } from '../components/field.ts'
import { wholeId } from '../components/shown-id.ts'
import { linkedTable } from '../components/table.ts'
import { foreign, plain, short } from '../foreign.ts'
import { formBytesMax, nameIn, oneOf, queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { sendPage } from '../page.ts'
import { pageLinks } from '../paging.ts'
import { section } from '../show.ts'
import { shownOnce } from './secret.ts'
import { tokenFields, tokenForm, toTokenWish } from './token-form.ts'

type Params = { Params: { id: string } }
const path = '/console/tenants'
const config = { scope: 'operator', testToken: 'nothing' } as const
const fields = ['name', 'participants', 'duplicates', 'frenchProcess'] as const
const duplicates = ['refuse', 'warn'] as const
// Some thousand participants, each on a line of its own; the API takes more.
const tenantBytesMax = 200_000

export async function tenantPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const { data, page } = await listTenants(gateway, { limit: 50, ...given })
    return sendPage(reply, {
      title: 'Tenants',
      at: path,
      content: html`${tenantsTable(data)}
${pageLinks(path, given, page.nextCursor)}
${section('new', 'A new tenant', tenantForm(path, 'Create the tenant'))}`,
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
      title: short(tenant.name, 80),
      at: path,
      up: { text: 'Tenants', href: path },
      content: html`<p class="hint">${wholeId(tenant.id)}</p>
${tenantForm(here, 'Change the tenant', tenant)}
${section(
  'token',
  'A new token for this tenant',
  html`<p>With the scope admin, it makes the others.</p>
${tokenForm(`${here}/tokens`, caller, gateway.now())}`,
)}
${section(
  'delete',
  'Delete',
  html`<p>${linkButton({
    ...{ text: 'Delete the tenant …', href: `${here}/delete`, look: 'danger' },
  })}</p>`,
)}`,
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
      return sendPage(reply, { title: 'A new token', at: path, content })
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
        destroys: true,
        back: `${path}/${id}`,
      }
    },
    async act({ caller, params }) {
      const by = { actor: actorOf(caller), ownId: caller.tenant.id }
      await removeTenant(gateway, { ...by, id: idOf(params.id!) })
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
    frenchProcess: oneOf('frenchProcess', given.frenchProcess ?? 'none', frenchProcesses),
  }
}

function tenantForm(action: string, text: string, tenant?: Tenant): Html {
  return form(
    action,
    html`${textField({
      ...{ name: 'name', label: 'Name', isRequired: true, max: 255 },
      value: tenant?.name,
    })}${longTextField({
      ...{ name: 'participants', label: 'May send for' },
      hint: 'One participant on each line, or * for all participants.',
      value: tenant?.participants.join('\n'),
    })}${selectField({
      ...{ name: 'duplicates', label: 'A second document with the same number' },
      choices: duplicateChoices,
      value: tenant?.duplicates,
    })}${selectField({
      ...{ name: 'frenchProcess', label: 'The process of French documents that state none' },
      choices: frenchChoices,
      value: tenant?.frenchProcess,
    })}`,
    button({ text, look: 'primary' }),
  )
}

const duplicateChoices = [
  { value: 'refuse', label: 'Refuse it' },
  { value: 'warn', label: 'Accept it, with a warning' },
] as const satisfies { value: Tenant['duplicates']; label: string }[]

const frenchChoices = [
  { value: 'none', label: 'None: they have to state it' },
  { value: 'regulated', label: 'Regulated' },
  { value: 'non-regulated', label: 'Non-regulated' },
] as const satisfies { value: Tenant['frenchProcess']; label: string }[]

function tenantsTable(tenants: readonly Tenant[]): Html {
  return linkedTable(
    'Tenants',
    [{ head: 'Name', as: 'title' }, 'May send for', 'A second document with the same number'],
    tenants.map(({ id, name, participants, duplicates }) => [
      html`<a href="${path}/${id}"><bdi>${short(name, 48)}</bdi></a>`,
      summaryOf(participants),
      duplicates === 'refuse' ? 'is refused' : 'gets a warning',
    ]),
  )
}

function summaryOf(participants: readonly string[]): Html {
  if (participants.includes('*')) return html`all participants`
  const more = participants.length - 3
  const shown = participants.slice(0, 3).map(plain).join(', ')
  return html`<bdi>${shown || 'none'}</bdi>${more > 0 && ` and ${more} more`}`
}
