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
import { tokenWords } from '../words/administration.ts'
import { labels } from '../words/labels.ts'
import { type OtherState, otherBadge } from '../words/other-states.ts'
import { shownOnce } from './secret.ts'
import { tokenFields, tokenForm, toTokenWish } from './token-form.ts'

const path = '/console/tokens'
const config = { scope: 'admin', testToken: 'test' } as const

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
      actions: linkButton({ text: tokenWords.create, href: `${path}/new`, look: 'primary' }),
      content: html`${tokensTable(data, { now: gateway.now(), own: caller.token.id })}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  formPage(app, {
    ...{ path: `${path}/new`, at: path, ...config, fields: tokenFields },
    show: (shown) => ({
      ...{ title: tokenWords.isNew, up: { text: labels.tokens, href: path } },
      content: tokenForm(`${path}/new`, shown, { now: gateway.now(), back: path }),
    }),
    async act({ caller, given }) {
      const wish = toTokenWish(given, gateway.now())
      const issued = await issueToken(gateway, caller, caller.tenant, wish)
      const content = shownOnce(issued.token, {
        use: tokenWords.use,
        back: path,
        ends: issued.expiresAt,
      })
      return { title: tokenWords.isNew, content }
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
        title: tokenWords.revoke.title,
        consequence: html`<p>${foreign(name)}</p>
<p>${tokenWords.revoke.consequence}</p>
${isOwn && html`<p><strong>${tokenWords.revoke.own}</strong></p>`}`,
        button: tokenWords.revoke.button,
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
        title: tokenWords.rotate.title,
        consequence: html`<p>${foreign(name)}</p>
<p>${tokenWords.rotate.consequence}</p>`,
        inputs: selectField({
          ...{ name: 'overlap', label: tokenWords.rotate.overlap },
          choices: Object.keys(overlaps).map((value) => ({ value, label: value })),
        }),
        button: tokenWords.rotate.button,
        back: path,
      }
    },
    async act({ caller, params, given }) {
      const names = Object.keys(overlaps) as (keyof typeof overlaps)[]
      const hours = overlaps[oneOf('overlap', given.overlap ?? '', names)]
      const issued = await rotateToken(gateway, caller, idOf(params.id!), hours * 3_600_000)
      const content = shownOnce(issued.token, {
        use: tokenWords.use,
        back: path,
        ends: issued.expiresAt,
      })
      return { title: tokenWords.isReplaced, content }
    },
  })
}

const overlaps = { day: 24, hour: 1, week: 7 * 24, 'moment: it ends now': 0 }

type Shown = { now: Date; own: string }

function tokensTable(tokens: readonly TokenRecord[], { now, own }: Shown): Html {
  const [name, ...others] = tokenWords.heads
  return table(
    labels.tokens,
    [{ head: name, as: 'title' }, ...others, ''],
    tokens.map((token) => {
      const { id, name, publicId, environment, lastUsedAt, expiresAt } = token
      const state = stateOf(token, now)
      return [
        html`${foreign(name)} ${environment === 'test' && tag('test')}
<span class="hint"><code>${publicId}</code>${id === own && tokenWords.yours}</span>`,
        plain(token.scopes.join(', ')),
        lastUsedAt && time(lastUsedAt),
        expiresAt ? time(expiresAt) : tokenWords.never,
        html`${otherBadge(state)} ${token.revokedAt && time(token.revokedAt)}`,
        state === 'valid' &&
          html`<a href="${path}/${id}/rotate">${tokenWords.rotate.link}</a>
<a href="${path}/${id}/revoke">${tokenWords.revoke.link}</a>`,
      ]
    }),
  )
}

function stateOf({ revokedAt, expiresAt }: TokenRecord, now: Date): OtherState {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= now.getTime() ? 'ended' : 'valid'
}
