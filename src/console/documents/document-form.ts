// The form of a document that a person brings, empty or with what was given before.
import { button } from '../components/button.ts'
import {
  type Choice,
  checkFields,
  fileField,
  form,
  longTextField,
  selectField,
} from '../components/field.ts'
import type { Shown } from '../form-page.ts'
import { type Html, html, type Part } from '../html.ts'
import { bytes as shownBytes } from '../show.ts'
import { kinds } from '../words/labels.ts'
import { sendingWords as words } from '../words/sending.ts'
import {
  bytesIn,
  documentBytesMax,
  isMarkedTest,
  type SendingGiven,
  type sendingFields,
  sendingPath,
  textOf,
  typedKinds,
} from './typed-document.ts'

type Sending = Shown<(typeof sendingFields)[number]>

const kindChoices: readonly Choice[] = typedKinds.map((value) => ({ value, label: kinds[value] }))
const textRows = 12

export function documentForm(
  { caller, given, errors, notice, hidden }: Sending,
  isSecond = false,
): Html {
  const bytes = bytesIn(given)
  const text = textOf(bytes)
  const again = bytes && text === undefined ? words.chooseAgain : undefined
  return html`${notice}
${form(
  sendingPath,
  html`${hidden}${fileField({
    ...{ name: 'file', label: words.file, error: errors.file ?? again },
    ...{ hint: words.fileHint(shownBytes(documentBytesMax)), accept: '.json,.xml' },
  })}
${longTextField({
  ...{ name: 'text', label: words.text, value: text, rows: textRows },
  ...{ hint: words.textHint, error: errors.text },
})}
${selectField({
  ...{ name: 'kind', label: words.kind, value: given.kind, choices: kindChoices },
  ...{ hint: words.kindHint, error: errors.kind },
})}
${testField(caller, given)}`,
  button({ text: words.check, look: isSecond ? 'secondary' : 'primary' }),
  { hasFile: true },
)}`
}

/** What is of test only can be nothing else. */
function testField(caller: Sending['caller'], given: SendingGiven): Part {
  if (caller.testOnly)
    return html`<p class="hint">${words.alwaysTest}</p>
<input type="hidden" name="test" value="yes">`
  return checkFields({
    ...{ name: 'how', label: words.test, chosen: isMarkedTest(caller, given) ? ['test'] : [] },
    choices: [{ value: 'test', label: words.testLabel, hint: words.testHint }],
  })
}
