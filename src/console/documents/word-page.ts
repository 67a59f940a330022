// /console/documents/{id}/status: what becomes of a received document, told to its sender by
// Message Level Status.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { showInbound } from '../../core/receive/inbound.ts'
import { sayWord } from '../../core/receive/say-word.ts'
import { type WordWish, wordIssueCodes } from '../../core/receive/word.ts'
import { mlsCodes } from '../../core/record.ts'
import { button, linkButton } from '../components/button.ts'
import { form, longTextField, radioField, selectField, textField } from '../components/field.ts'
import { short } from '../foreign.ts'
import { wrongField } from '../form.ts'
import { formPage, type Shown } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { issueWords, wordLabels, wordWords } from '../words/word.ts'

const fields = ['code', 'description', 'issue', 'location', 'text'] as const
type Field = (typeof fields)[number]

const bytesMax = 16_000
const charactersMax = 1000
const numberCharacters = 60

export async function wordPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  formPage(app, {
    ...{ path: '/console/documents/:id/status', at: '/console/inbound', bytesMax, fields },
    ...{ charactersMax, scope: 'documents:write', testToken: 'nothing' },
    async state({ caller, params }) {
      const { status, mls } = await showInbound(gateway, caller, idOf(params.id!))
      return [status, mls.status, mls.word?.code].filter(Boolean).join(' ')
    },
    async show(shown) {
      const { id, number } = await showInbound(gateway, shown.caller, idOf(shown.params.id!))
      const name = short(number ?? id, numberCharacters)
      return {
        ...{ title: wordLabels.title, up: { text: name, href: `/console/documents/${id}` } },
        content: choosing(id, shown),
      }
    },
    async act({ caller, params, given }) {
      const { id } = await sayWord(gateway, caller, idOf(params.id!), wishIn(given))
      return `/console/documents/${id}`
    },
  })
}

function choosing(id: string, { given, errors, notice, hidden }: Shown<Field>): Html {
  return html`${notice}
${form(
  `/console/documents/${id}/status`,
  html`${hidden}${radioField({
    ...{ name: 'code', label: wordLabels.code, error: errors.code, value: given.code },
    choices: mlsCodes.map((value) => ({ value, ...wordWords[value] })),
  })}
${longTextField({
  ...{ name: 'description', label: wordLabels.description, value: given.description },
  ...{ max: charactersMax, error: errors.description, hint: wordLabels.optional },
})}
${selectField({
  ...{ name: 'issue', label: wordLabels.issue, error: errors.issue, value: given.issue },
  choices: wordIssueCodes.map((value) => ({ value, label: issueWords[value] })),
})}
${textField({
  ...{ name: 'location', label: wordLabels.location, value: given.location, max: charactersMax },
  ...{ error: errors.location, hint: wordLabels.locationHint },
})}
${longTextField({
  ...{ name: 'text', label: wordLabels.text, value: given.text, max: charactersMax },
  error: errors.text ?? errors.issues,
})}`,
  html`${button({ text: wordLabels.send, look: 'primary' })}
${linkButton({ text: wordLabels.back, href: `/console/documents/${id}`, look: 'quiet' })}`,
)}`
}

/** Throws Problem `request.invalid-field`, named by the field of the form. */
function wishIn({ code: chosen, description, issue, location, text }: Shown<Field>['given']) {
  const code = mlsCodes.find((one) => one === chosen)
  if (!code) throw wrongField('code', wordLabels.codeMissing)
  const kind = wordIssueCodes.find((one) => one === issue)
  if (code === 'RE' && (!text || !kind || kind === 'BW'))
    throw wrongField(text ? 'issue' : 'text', wordLabels.issueMissing)
  if (code !== 'RE' && text && kind !== 'BW') throw wrongField('issue', wordLabels.warningsOnly)
  const issues = text && kind ? [{ code: kind, text, ...(location ? { location } : {}) }] : []
  const wish: WordWish = { code, issues, ...(description ? { description } : {}) }
  return wish
}
