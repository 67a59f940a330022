// Fields of a form: the label over each, a hint, and below it what is wrong with it.
import { type Html, html, type Part } from '../html.ts'
import { formWords } from '../words/frame.ts'

export type Choice = { value: string; label: string; hint?: string }

type Field = {
  name: string
  label: string
  hint?: string | undefined
  /** What stands around the field says the same: the label is for those who do not see it. */
  isLabelUnseen?: boolean
  /** What is wrong with the value that was sent. */
  error?: string | undefined
}
type TextField = Field & {
  value?: string | undefined
  type?: 'text' | 'date' | 'password' | 'search' | 'url' | 'email'
  isRequired?: boolean
  max?: number
  autocomplete?: string
  hasFocus?: boolean
}

export function textField(field: TextField): Html {
  const { name, value, type = 'text', isRequired, max, hasFocus } = field
  const { autocomplete = 'off' } = field
  return around(
    field,
    html`<input id="${idOf(name)}" name="${name}" type="${type}" value="${value}"${
      isRequired && html` required`
    }${max !== undefined && html` maxlength="${max}"`} autocomplete="${autocomplete}"${
      hasFocus && html` autofocus`
    } spellcheck="false"${described(field)}>${type === 'password' && reveal(idOf(name))}`,
  )
}

/** Hidden until the script, without which it could do nothing, shows it. */
function reveal(id: string): Html {
  return html`<button type="button" class="button quiet" data-reveals="${id}" hidden>Show</button>`
}

export function longTextField(
  field: Field & { value?: string | undefined; rows?: number; max?: number },
): Html {
  const { name, value, rows = 4, max } = field
  return around(
    field,
    html`<textarea id="${idOf(name)}" name="${name}" rows="${rows}"${
      max !== undefined && html` maxlength="${max}"`
    } spellcheck="false"${described(field)}>${value}</textarea>`,
  )
}

/** A browser never fills it in: what was chosen before is chosen again. */
export function fileField(field: Field & { accept: string }): Html {
  const { name, accept } = field
  return around(
    field,
    html`<input id="${idOf(name)}" name="${name}" type="file" accept="${accept}"${described(
      field,
    )}>`,
  )
}

export function selectField(
  field: Field & { choices: readonly Choice[]; value?: string | undefined },
): Html {
  const { name, choices, value } = field
  return around(
    field,
    html`<select id="${idOf(name)}" name="${name}"${described(field)}>${choices.map(
      (one) =>
        html`<option value="${one.value}"${one.value === value && html` selected`}>${
          one.label
        }</option>`,
    )}</select>`,
  )
}

/** One of few, each with a sentence that says what it leads to. */
export function radioField(
  field: Field & { choices: readonly Choice[]; value?: string | undefined },
): Html {
  return group(
    field,
    field.choices.map((one) => tick('radio', field.name, one, one.value === field.value)),
  )
}

/** Some of few; each has a name of its own, and the value `yes` when it is ticked. */
export function checkFields(
  field: Field & { choices: readonly Choice[]; chosen?: readonly string[] },
): Html {
  const { choices, chosen = [] } = field
  const ticks = choices.map((one) =>
    tick('checkbox', one.value, { ...one, value: 'yes' }, chosen.includes(one.value)),
  )
  const isLong = choices.length >= longListFrom
  return group(field, isLong ? html`<div class="ticks">${ticks}</div>` : ticks)
}

/** From so many on, they stand in columns. */
const longListFrom = 6

/** All that is wrong with a form, over it: each line leads to its field. */
export function errorSummary(
  errors: readonly { name?: string; message: string }[],
  code?: string,
): Html {
  const named = code && html` data-code="${code}"`
  return html`<div class="callout bad" role="alert" tabindex="-1" data-focus${named}>
<div><p><strong>${formWords.notRightYet(errors.length)}</strong></p>
<ul>${errors.map(({ name, message }) =>
    name ? html`<li><a href="#${idOf(name)}">${message}</a></li>` : html`<li>${message}</li>`,
  )}</ul></div></div>`
}

/** A form of one column. */
export function form(
  action: string,
  fields: Part,
  buttons: Part,
  { hasFile = false }: { hasFile?: boolean } = {},
): Html {
  const encoding = hasFile && html` enctype="multipart/form-data"`
  return html`<form method="post" action="${action}" class="form"${encoding}>${fields}
<div class="actions">${buttons}</div></form>`
}

function group(field: Field, ticks: Part): Html {
  const { name, label, isLabelUnseen, hint, error } = field
  const unseen = isLabelUnseen && html` class="unseen"`
  return html`<fieldset id="${idOf(name)}"${described(field)}><legend${unseen}>${label}</legend>
${hint && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}${ticks}${
  error && errorOf(name, error)
}</fieldset>`
}

function tick(type: 'radio' | 'checkbox', name: string, one: Choice, isChosen: boolean): Html {
  return html`<label class="tick"><input type="${type}" name="${name}" value="${one.value}"${
    isChosen && html` checked`
  }><span>${one.label}${one.hint && html`<span class="hint">${one.hint}</span>`}</span></label>`
}

function around({ name, label, hint, error }: Field, input: Html): Html {
  return html`<div class="field"><label for="${idOf(name)}">${label}</label>
${hint && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}${input}${
  error && errorOf(name, error)
}</div>`
}

function errorOf(name: string, error: string): Html {
  return html`<p class="error" id="${idOf(name)}-error">${error}</p>`
}

function described({ name, hint, error }: Field): Html | undefined {
  const ids = [error && `${idOf(name)}-error`, hint && `${idOf(name)}-hint`].filter(Boolean)
  if (ids.length === 0) return undefined
  const isInvalid = error !== undefined && html` aria-invalid="true"`
  return html` aria-describedby="${ids.join(' ')}"${isInvalid}`
}

function idOf(name: string): string {
  return `field-${name.replace(/[^\w-]/g, '-')}`
}
