// /console/tokens: the tokens of the caller's own tenant.
import type { FastifyInstance } from 'fastify'
import {
  issueToken,
  listTokens,
  revokeToken,
  rotateToken,
  showToken,
  type TokenRecord,
} from '../../core/access/tokens.ts'
import type { Gateway } from '../../core/gateway.ts'
import { askFirst } from '../ask-first.ts'
import { tag } from '../components/badge.ts'
import { linkButton } from '../components/button.ts'
import { selectField } from '../components/field.ts'
import { table } from '../components/table.ts'
import { time } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { oneOf, queryOf, readFields } from '../form.ts'
import { formPage } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { sendPage } from '../page.ts'
import { pageLinks } from '../paging.ts'
import { labels } from '../words/labels.ts'
import { type OtherState, otherBadge } from '../words/other-states.ts'
import { shownOnce } from './secret.ts'
import { tokenFields, tokenForm, toTokenWish } from './token-form.ts'

const path = '/console/tokens'
const config = { scope: 'admin', testToken: 'test' } as const
const newToken = 'A new token'
const send = 'Send it in the header X-API-Token, or sign in here with it.'

export async function tokenPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const { data, page } = await listTokens(gateway, caller, { limit: 50, ...given })
    return sendPage(reply, {
      title: labels.tokens,
      at: path,
      actions: linkButton({ text: 'Create a token', href: `${path}/new`, look: 'primary' }),
      content: html`${tokensTable(data, { now: gateway.now(), own: caller.token.id })}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  formPage(app, {
    ...{ path: `${path}/new`, at: path, ...config, fields: tokenFields },
    show: (shown) => ({
      ...{ title: newToken, up: { text: labels.tokens, href: path } },
      content: tokenForm(`${path}/new`, shown, { now: gateway.now(), back: path }),
    }),
    async act({ caller, given }) {
      const wish = toTokenWish(given, gateway.now())
      const issued = await issueToken(gateway, caller, caller.tenant, wish)
      const content = shownOnce(issued.token, { use: send, back: path, ends: issued.expiresAt })
      return { title: newToken, content }
    },
  })

  askFirst(app, {
    path: `${path}/:id/revoke`,
    at: path,
    ...config,
    async ask({ caller, params }) {
      const { id, name } = await showToken(gateway, caller, idOf(params.id!))
      const isOwn = id === caller.token.id
      return {
        title: 'Revoke this token?',
        consequence: html`<p>${foreign(name)}</p>
<p>No call that begins later is served. It cannot be undone.</p>
${isOwn && html`<p><strong>It is the token that you are signed in with.</strong></p>`}`,
        button: 'Revoke',
        destroys: true,
        back: path,
      }
    },
    async act({ caller, params }) {
      await revokeToken(gateway, caller, idOf(params.id!))
      return path
    },
  })

  askFirst(app, {
    path: `${path}/:id/rotate`,
    at: path,
    ...config,
    fields: ['overlap'],
    async ask({ caller, params }) {
      const { name } = await showToken(gateway, caller, idOf(params.id!))
      return {
        title: 'Replace this token by a new one?',
        consequence: html`<p>${foreign(name)}</p>
<p>The new one has the same name and scopes; the old one ends after a while.</p>`,
        inputs: selectField({
          ...{ name: 'overlap', label: 'The old one works for another' },
          choices: Object.keys(overlaps).map((value) => ({ value, label: value })),
        }),
        button: 'Replace',
        back: path,
      }
    },
    async act({ caller, params, given }) {
      const names = Object.keys(overlaps) as (keyof typeof overlaps)[]
      const hours = overlaps[oneOf('overlap', given.overlap ?? '', names)]
      const issued = await rotateToken(gateway, caller, idOf(params.id!), hours * 3_600_000)
      const content = shownOnce(issued.token, { use: send, back: path, ends: issued.expiresAt })
      return { title: 'The new token', content }
    },
  })
}

const overlaps = { day: 24, hour: 1, week: 7 * 24, 'moment: it ends now': 0 }

type Shown = { now: Date; own: string }

function tokensTable(tokens: readonly TokenRecord[], { now, own }: Shown): Html {
  return table(
    labels.tokens,
    [{ head: 'Name', as: 'title' }, 'May', 'Last used', 'Ends', 'State', ''],
    tokens.map((token) => {
      const { id, name, publicId, environment, lastUsedAt, expiresAt } = token
      const state = stateOf(token, now)
      return [
        html`${foreign(name)} ${environment === 'test' && tag('test')}
<span class="hint"><code>${publicId}</code>${id === own && ' (yours)'}</span>`,
        plain(token.scopes.join(', ')),
        lastUsedAt && time(lastUsedAt),
        expiresAt ? time(expiresAt) : 'never',
        html`${otherBadge(state)} ${token.revokedAt && time(token.revokedAt)}`,
        state === 'valid' &&
          html`<a href="${path}/${id}/rotate">Replace …</a>
<a href="${path}/${id}/revoke">Revoke …</a>`,
      ]
    }),
  )
}

function stateOf({ revokedAt, expiresAt }: TokenRecord, now: Date): OtherState {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= now.getTime() ? 'ended' : 'valid'
}
