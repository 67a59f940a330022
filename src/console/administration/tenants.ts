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
import { facts } from '../components/facts.ts'
import { form, longTextField, selectField, textField } from '../components/field.ts'
import { wholeId } from '../components/shown-id.ts'
import { linkedTable } from '../components/table.ts'
import { foreign, plain, short } from '../foreign.ts'
import { nameIn, oneOf, queryOf, readFields } from '../form.ts'
import { digestOf, formPage, type Shown } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { sendPage } from '../page.ts'
import { pageLinks } from '../paging.ts'
import { labels } from '../words/labels.ts'
import { shownOnce } from './secret.ts'
import { tokenFields, tokenForm, toTokenWish } from './token-form.ts'

type Params = { Params: { id: string } }
const path = '/console/tenants'
const config = { scope: 'operator', testToken: 'nothing' } as const
const fields = ['name', 'participants', 'duplicates', 'frenchProcess'] as const
const duplicates = ['refuse', 'warn'] as const
// Some thousand participants, each on a line of its own; the API takes more.
const tenantBytesMax = 200_000
const ofForm = { fields, bytesMax: tenantBytesMax, charactersMax: tenantBytesMax }
const newToken = 'A new token'
const forTenant = 'For this tenant. With the scope admin, it makes the others.'
const up = { text: labels.tenants, href: path }
type TenantShown = Shown<(typeof fields)[number]>
type Given = TenantShown['given']

export async function tenantPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const { data, page } = await listTenants(gateway, { limit: 50, ...given })
    return sendPage(reply, {
      title: labels.tenants,
      at: path,
      actions: linkButton({ text: 'Create a tenant', href: `${path}/new`, look: 'primary' }),
      content: html`${tenantsTable(data)}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  formPage(app, {
    ...{ path: `${path}/new`, at: path, ...config, ...ofForm },
    show: (shown) => ({
      ...{ title: 'A new tenant', up },
      content: tenantForm(shown, {
        ...{ action: `${path}/new`, text: 'Create the tenant', back: path },
      }),
    }),
    async act({ caller, given }) {
      const { id } = await addTenant(gateway, actorOf(caller), tenantIn(given))
      return `${path}/${id}`
    },
  })

  app.get<Params>(`${path}/:id`, { config }, async ({ params, url }, reply) => {
    readFields(queryOf(url), [])
    const tenant = await showTenant(gateway, idOf(params.id))
    const here = `${path}/${tenant.id}`
    return sendPage(reply, {
      title: short(tenant.name, 80),
      at: path,
      up,
      actions: html`${linkButton({ text: 'Change', href: `${here}/change`, look: 'primary' })}
${linkButton({ text: 'Create a token', href: `${here}/tokens` })}
${linkButton({ text: 'Delete the tenant …', href: `${here}/delete`, look: 'danger' })}`,
      content: tenantFacts(tenant),
    })
  })

  formPage(app, {
    ...{ path: `${path}/:id/change`, at: path, ...config, ...ofForm },
    state: async ({ params }) => digestOf(await showTenant(gateway, idOf(params.id!))),
    async show(shown) {
      const tenant = await showTenant(gateway, idOf(shown.params.id!))
      const here = `${path}/${tenant.id}`
      const isFilled = Object.keys(shown.given).length > 0
      const name = short(tenant.name, 80)
      return {
        ...{ title: `Change ${name}`, up: { text: name, href: here } },
        content: tenantForm(
          { ...shown, given: isFilled ? shown.given : givenOf(tenant) },
          { action: `${here}/change`, text: 'Save', back: here },
        ),
      }
    },
    async act({ caller, params, given }) {
      const changed = { id: idOf(params.id!), actor: actorOf(caller) }
      const { id } = await changeTenant(gateway, changed, tenantIn(given))
      return `${path}/${id}`
    },
  })

  formPage(app, {
    ...{ path: `${path}/:id/tokens`, at: path, ...config, fields: tokenFields },
    async show(shown) {
      const { id, name } = await showTenant(gateway, idOf(shown.params.id!))
      const here = `${path}/${id}`
      return {
        ...{ title: newToken, up: { text: short(name, 80), href: here } },
        content: html`<p class="lead">${forTenant}</p>
${tokenForm(`${here}/tokens`, shown, { now: gateway.now(), back: here })}`,
      }
    },
    async act({ caller, params, given }) {
      const id = idOf(params.id!)
      const wish = toTokenWish(given, gateway.now())
      const { token, expiresAt } = await issueTokenFor(gateway, caller, id, wish)
      const use = 'Give it to the tenant through a private channel.'
      const content = shownOnce(token, { use, back: `${path}/${id}`, ends: expiresAt })
      return { title: newToken, content }
    },
  })

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

function tenantIn(given: Given): Omit<Tenant, 'id'> {
  return {
    name: nameIn(given, 'name'),
    participants: (given.participants ?? '').split(/[\s,]+/).filter((one) => one !== ''),
    duplicates: oneOf('duplicates', given.duplicates ?? '', duplicates),
    frenchProcess: oneOf('frenchProcess', given.frenchProcess ?? 'none', frenchProcesses),
  }
}

/** What a form begins with: the tenant as it is. */
function givenOf({ name, participants, duplicates, frenchProcess }: Tenant): Given {
  return { name, participants: participants.join('\n'), duplicates, frenchProcess }
}

function tenantForm(
  { given, errors, notice, hidden }: TenantShown,
  { action, text, back }: { action: string; text: string; back: string },
): Html {
  return html`${notice}${form(
    action,
    html`${hidden}${textField({
      ...{ name: 'name', label: 'Name', isRequired: true, max: 255, hasFocus: true },
      ...{ value: given.name, error: errors.name },
    })}${longTextField({
      ...{ name: 'participants', label: words.participants, value: given.participants },
      ...{
        error: errors.participants,
        hint: 'One participant on each line, or * for all participants.',
      },
    })}${selectField({
      ...{ name: 'duplicates', label: words.duplicates, error: errors.duplicates },
      ...{ choices: duplicateChoices, value: given.duplicates },
    })}${selectField({
      ...{ name: 'frenchProcess', label: words.frenchProcess, error: errors.frenchProcess },
      ...{ choices: frenchChoices, value: given.frenchProcess },
    })}`,
    html`${button({ text, look: 'primary' })}
${linkButton({ text: 'No, go back', href: back, look: 'quiet' })}`,
  )}`
}

function tenantFacts({ id, participants, duplicates, frenchProcess }: Tenant): Html {
  const labelOf = (choices: readonly { value: string; label: string }[], value: string) =>
    choices.find((one) => one.value === value)?.label
  return facts([
    [words.participants, listOf(participants)],
    [words.duplicates, labelOf(duplicateChoices, duplicates)],
    [words.frenchProcess, labelOf(frenchChoices, frenchProcess)],
    ['Id', wholeId(id)],
  ])
}

/** The first of them; all are in the form. */
function listOf(participants: readonly string[]): Html {
  if (participants.length === 0) return html`none`
  if (participants.includes('*')) return html`all participants`
  const more = participants.length - listedMax
  return html`<ul>${participants
    .slice(0, listedMax)
    .map(
      (one) => html`<li><bdi>${plain(one)}</bdi></li>`,
    )}${more > 0 && html`<li>and ${more} more</li>`}</ul>`
}

const listedMax = 50

const words = {
  participants: 'May send for',
  duplicates: 'A second document with the same number',
  frenchProcess: 'The process of French documents that state none',
} as const

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
    [{ head: 'Name', as: 'title' }, words.participants, words.duplicates],
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
