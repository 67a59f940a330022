// Asking for a participant to be published in our SMP, or withdrawn from it.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { askToPublish, askToWithdraw } from '../../core/network/ask-publication.ts'
import { showRegistration } from '../../core/network/registrations.ts'
import { askFirst } from '../ask-first.ts'
import { textField } from '../components/field.ts'
import { plain } from '../foreign.ts'
import { wrongField } from '../form.ts'
import type { About } from '../form-page.ts'
import { html } from '../html.ts'
import { publicationWords as words } from '../words/publication.ts'
import { config, path, pathOf } from './paths.ts'

const charactersMax = 200

export function publicationForms(app: FastifyInstance, gateway: Gateway): void {
  const find = async ({ caller, params }: About) => {
    const tenantId = caller.tenant.id
    const { participant } = await showRegistration(gateway, tenantId, params.id!)
    return { tenantId, participant }
  }

  askFirst(app, {
    ...{ path: `${path}/:id/publish`, at: path, ...config },
    async ask(about) {
      const { participant } = await find(about)
      return {
        title: words.publish.title,
        consequence: words.publish.consequence(html`<bdi>${plain(participant)}</bdi>`),
        button: words.publish.button,
        back: pathOf(participant),
      }
    },
    async act(about) {
      return pathOf(await askToPublish(gateway, about.caller, await find(about)))
    },
  })

  askFirst(app, {
    ...{ path: `${path}/:id/withdraw`, at: path, ...config, fields: ['confirm'] },
    async ask(about) {
      const { participant } = await find(about)
      return {
        title: words.withdraw.title,
        consequence: words.withdraw.consequence(html`<bdi>${plain(participant)}</bdi>`),
        inputs: textField({
          ...{ name: 'confirm', label: words.withdraw.confirm, hint: words.withdraw.confirmHint },
          ...{ isRequired: true, max: charactersMax, value: about.given.confirm },
        }),
        button: words.withdraw.button,
        destroys: true,
        back: pathOf(participant),
      }
    },
    async act(about) {
      const found = await find(about)
      const confirm = about.given.confirm?.trim() ?? ''
      if (confirm !== found.participant)
        throw wrongField('confirm', words.withdraw.notConfirmed(found.participant))
      return pathOf(await askToWithdraw(gateway, about.caller, { ...found, confirm }))
    },
  })
}
