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
import { tokenWords, tenantWords as words } from '../words/administration.ts'
import { formWords } from '../words/frame.ts'
import { labels } from '../words/labels.ts'
import { taxRegimeWords, taxReportWords } from '../words/tax-reports.ts'
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
      actions: linkButton({ text: words.create, href: `${path}/new`, look: 'primary' }),
      content: html`${tenantsTable(data)}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  formPage(app, {
    ...{ path: `${path}/new`, at: path, ...config, ...ofForm },
    show: (shown) => ({
      ...{ title: words.isNew, up },
      content: tenantForm(shown, {
        ...{ action: `${path}/new`, text: words.createIt, back: path },
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
      actions: html`${linkButton({ text: words.change, href: `${here}/change`, look: 'primary' })}
${linkButton({ text: tokenWords.create, href: `${here}/tokens` })}
${linkButton({ text: words.delete.link, href: `${here}/delete`, look: 'danger' })}`,
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
        ...{ title: words.changeOf(name), up: { text: name, href: here } },
        content: tenantForm(
          { ...shown, given: isFilled ? shown.given : givenOf(tenant) },
          { action: `${here}/change`, text: words.save, back: here },
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
        ...{ title: tokenWords.isNew, up: { text: short(name, 80), href: here } },
        content: html`<p class="lead">${words.tokenFor}</p>
${tokenForm(`${here}/tokens`, shown, { now: gateway.now(), back: here })}`,
      }
    },
    async act({ caller, params, given }) {
      const id = idOf(params.id!)
      const wish = toTokenWish(given, gateway.now())
      const { token, expiresAt } = await issueTokenFor(gateway, caller, id, wish)
      const use = words.tokenUse
      const content = shownOnce(token, { use, back: `${path}/${id}`, ends: expiresAt })
      return { title: tokenWords.isNew, content }
    },
  })

  askFirst(app, {
    path: `${path}/:id/delete`,
    at: path,
    ...config,
    async ask({ params }) {
      const { id, name } = await showTenant(gateway, idOf(params.id!))
      return {
        title: words.delete.title,
        consequence: html`<p>${foreign(name)}</p>
<p>${words.delete.consequence}</p>`,
        button: words.delete.button,
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
      ...{ name: 'name', label: words.name, isRequired: true, max: 255, hasFocus: true },
      ...{ value: given.name, error: errors.name },
    })}${longTextField({
      ...{ name: 'participants', label: words.participants, value: given.participants },
      ...{ error: errors.participants, hint: words.participantsHint },
    })}${selectField({
      ...{ name: 'duplicates', label: words.duplicates, error: errors.duplicates },
      ...{ choices: choicesOf(words.duplicateChoices), value: given.duplicates },
    })}${selectField({
      ...{ name: 'frenchProcess', label: words.frenchProcess, error: errors.frenchProcess },
      ...{ choices: choicesOf(words.frenchChoices), value: given.frenchProcess },
    })}`,
    html`${button({ text, look: 'primary' })}
${linkButton({ text: formWords.back, href: back, look: 'quiet' })}`,
  )}`
}

function tenantFacts({ id, participants, duplicates, frenchProcess, taxReporting }: Tenant): Html {
  return facts([
    [words.participants, listOf(participants)],
    [words.duplicates, words.duplicateChoices[duplicates]],
    [words.frenchProcess, words.frenchChoices[frenchProcess]],
    [taxReportWords.tenant, reportingOf(taxReporting)],
    [words.id, wholeId(id)],
  ])
}

/** What is reported of whose documents, and where to. The API sets it. */
function reportingOf(entries: Tenant['taxReporting'] = []): Html {
  if (entries.length === 0) return html`${taxReportWords.noneOfTenant}`
  return html`<ul>${entries.map(
    ({ regime, participants, receiver, from }) =>
      html`<li>${taxRegimeWords[regime] ?? regime}: <bdi>${plain(
        taxReportWords.fromDay(participants.slice(0, 3).join(', '), receiver, from),
      )}</bdi></li>`,
  )}</ul>`
}

/** The first of them; all are in the form. */
function listOf(participants: readonly string[]): Html {
  if (participants.length === 0) return html`${words.noParticipants}`
  if (participants.includes('*')) return html`${words.allParticipants}`
  const more = participants.length - listedMax
  return html`<ul>${participants
    .slice(0, listedMax)
    .map(
      (one) => html`<li><bdi>${plain(one)}</bdi></li>`,
    )}${more > 0 && html`<li>${words.more(more)}</li>`}</ul>`
}

const listedMax = 50

function choicesOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

function tenantsTable(tenants: readonly Tenant[]): Html {
  return linkedTable(
    labels.tenants,
    [{ head: words.name, as: 'title' }, words.participants, words.duplicates],
    tenants.map(({ id, name, participants, duplicates }) => [
      html`<a href="${path}/${id}"><bdi>${short(name, 48)}</bdi></a>`,
      summaryOf(participants),
      words.duplicateOutcomes[duplicates],
    ]),
  )
}

function summaryOf(participants: readonly string[]): Html {
  if (participants.includes('*')) return html`${words.allParticipants}`
  const more = participants.length - 3
  const shown = participants.slice(0, 3).map(plain).join(', ')
  return html`<bdi>${shown || words.noParticipants}</bdi>${more > 0 && ` ${words.more(more)}`}`
}
