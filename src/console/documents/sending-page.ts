// /console/send: a document that a person brings is judged, shown as it will be read, and sent
// after a question, once.
import type { FastifyError, FastifyInstance } from 'fastify'
import { refuseUnlessTest } from '../../core/access/may-call.ts'
import type { Gateway } from '../../core/gateway.ts'
import { submit } from '../../core/submit/submit.ts'
import { Problem } from '../../problem.ts'
import { errorSummary } from '../components/field.ts'
import { wrongField } from '../form.ts'
import { digestOf, formPage, type Shown } from '../form-page.ts'
import { useFiles } from '../form-with-file.ts'
import type { Html } from '../html.ts'
import { sendPage } from '../page.ts'
import { bytes as shownBytes } from '../show.ts'
import { sendingWords as words } from '../words/sending.ts'
import { checkedPart, questionPart, refusedPart } from './checked-document.ts'
import { documentForm } from './document-form.ts'
import {
  bytesIn,
  documentBytesMax,
  formBytesMax,
  maySend,
  sendingFields,
  sendingPath,
  typedDocument,
} from './typed-document.ts'

type Sending = Shown<(typeof sendingFields)[number]>

export async function sendingPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const sendOnce = openSending(gateway)
  useFiles(app, { file: 'file', text: 'text', as: 'document' })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.statusCode !== 413) throw error
    const notice = errorSummary([{ name: 'file', message: tooLarge }], 'request.too-large')
    const shown = { caller: request.caller, params: {}, given: {}, errors: { file: tooLarge } }
    const content = documentForm({ ...shown, notice, hidden: undefined })
    return sendPage(reply.code(413), { title: words.title, at: sendingPath, content })
  })

  formPage(app, {
    ...{ path: sendingPath, at: sendingPath, fields: sendingFields, takesFile: true, ...maySend },
    ...{ bytesMax: formBytesMax, charactersMax: formBytesMax },
    show: (shown) => page(documentForm(shown)),
    async act(shown) {
      const { caller, given } = shown
      const bytes = bytesIn(given)
      if (!bytes) throw wrongField('text', words.nothingGiven)
      if (bytes.length > documentBytesMax) throw wrongField('file', tooLarge)
      const typed = typedDocument(bytes, given)
      const isChecked = given.once !== undefined && /^[0-9a-f-]{36}$/.test(given.once)
      try {
        if (given.step === 'change') return page(documentForm(shown))
        if (given.step === 'send' && isChecked)
          return `/console/documents/${await sendOnce(shown, typed)}`
        if (given.step === 'ask' && isChecked)
          return page(await questionPart(gateway, caller, typed, given), words.question)
        return page(await checkedPart(gateway, { ...shown, once: gateway.newId() }, typed))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return { ...page(refusedPart(error, shown)), status: error.status }
      }
    },
  })
}

const tooLarge = words.tooLarge(shownBytes(documentBytesMax))

function page(content: Html, title: string = words.title) {
  return { title, content }
}

/**
 * Sends what was checked, by the name of that check: the second press gets the document of the
 * first, also while that is under way here. Resolves with its id.
 */
function openSending(gateway: Gateway) {
  const underWay = new Map<string, Promise<string>>()

  async function send({ caller, given }: Sending, typed: ReturnType<typeof typedDocument>) {
    const { isTest: testOnly, ...document } = typed
    const idempotencyKey = `console-${given.once}`
    const settings = { options: {}, testOnly, validation: 'true', idempotencyKey } as const
    const { record } = await submit(gateway, {
      caller,
      path: sendingPath,
      ...document,
      ...settings,
    })
    return record.id
  }

  return (shown: Sending, typed: ReturnType<typeof typedDocument>): Promise<string> => {
    refuseUnlessTest(shown.caller, typed.isTest)
    const { tenant, token } = shown.caller
    const key = digestOf([tenant.id, token.id, shown.given])
    const sent = underWay.get(key) ?? send(shown, typed).finally(() => underWay.delete(key))
    underWay.set(key, sent)
    return sent
  }
}
