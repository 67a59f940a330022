// The fields of a participant: read from a form, and shown in one.
import {
  type NamedTypes,
  namedTypesOf,
  receivedTypeNames,
} from '../../core/network/received-types.ts'
import type { RegistrationEntry, RegistrationWish } from '../../core/network/registrations.ts'
import { disclosure } from '../components/disclosure.ts'
import { checkFields, longTextField, radioField, textField } from '../components/field.ts'
import { wrongField } from '../form.ts'
import type { FieldErrors } from '../form-errors.ts'
import { type Html, html } from '../html.ts'
import { typeGroups } from '../words/document-types.ts'
import { participantWords, participantFormWords as words } from '../words/participants.ts'

export type Given = { [name: string]: string | undefined }

const ownFields = ['participant', 'country', 'endUser', 'documentTypes', 'more'] as const

/** `before`: identifiers that the registration has; each can be kept or dropped by its own tick. */
export function fieldNames(before: readonly string[] = []): string[] {
  return [...ownFields, ...receivedTypeNames, ...namedTypesOf(before).others.map(({ id }) => id)]
}

const endUserCharactersMax = 255
const typeCharactersMax = 500
const typesMax = 400

/** Throws Problem `request.invalid-field`. */
export function wishIn(given: Given, before: readonly string[] = []): RegistrationWish {
  const { country, endUser } = given
  if (endUser && endUser.length > endUserCharactersMax)
    throw wrongField('endUser', words.charactersAtMost(endUserCharactersMax))
  return {
    documentTypes: typesIn(given, before),
    ...(country ? { country: country.toUpperCase() } : {}),
    ...(endUser ? { endUser } : {}),
  }
}

function typesIn(given: Given, before: readonly string[]): 'all' | string[] {
  if (given.documentTypes === 'all') return 'all'
  const more = (given.more ?? '').split(/[\s,]+/).filter((text) => text !== '')
  const ticked = fieldNames(before)
    .slice(ownFields.length)
    .filter((name) => given[name] === 'yes')
  const types = [...ticked, ...more]
  if (given.documentTypes !== 'some') throw wrongField('documentTypes', words.chooseWhat)
  if (types.length === 0) throw wrongField('documentTypes', words.chooseType)
  if (types.length > typesMax || more.some((text) => text.length > typeCharactersMax))
    throw wrongField('more', words.typesAtMost(typesMax, typeCharactersMax))
  return types
}

/** What a form begins with: the registration as it is. */
export function givenOf({ documentTypes, country, endUser }: RegistrationEntry): Given {
  if (documentTypes === 'all') return { documentTypes: 'all', country, endUser }
  const { names, others } = namedTypesOf(documentTypes)
  const ticked = [...names, ...others.map(({ id }) => id)].map((name) => [name, 'yes'])
  return { documentTypes: 'some', country, endUser, ...Object.fromEntries(ticked) }
}

/** All but the participant itself. */
export function factFields(
  given: Given,
  { errors, others }: { errors: FieldErrors } & Pick<NamedTypes, 'others'>,
): Html {
  return html`${radioField({
    ...{ name: 'documentTypes', label: words.what, choices: howMuch },
    ...{ value: given.documentTypes ?? 'all', error: errors.documentTypes },
  })}
<div class="only">${Object.entries(typeGroups).map(([label, group]) =>
    typeFields(label, group, given),
  )}
${others.length > 0 && checkFields({ ...otherTypes(others), chosen: chosenIn(given, others) })}
${disclosure(
  words.other,
  longTextField({
    ...{ name: 'more', label: words.byIdentifier, value: given.more, error: errors.more },
    hint: words.byIdentifierHint,
  }),
  Boolean(given.more),
)}</div>
${textField({
  ...{
    name: 'country',
    label: participantWords.country,
    value: given.country,
    max: 2,
    error: errors.country,
  },
  hint: words.countryHint,
})}
${textField({
  ...{
    name: 'endUser',
    label: participantWords.endUser,
    value: given.endUser,
    max: endUserCharactersMax,
  },
  ...{ hint: words.endUserHint },
  error: errors.endUser,
})}`
}

const howMuch = [
  { value: 'all', ...words.everything },
  { value: 'some', ...words.some },
]

function typeFields(label: string, group: Record<string, string>, given: Given): Html {
  const choices = Object.entries(group).map(([value, text]) => ({ value, label: text }))
  const chosen = choices.map(({ value }) => value).filter((value) => given[value] === 'yes')
  const shown = chosen.length > 0 ? `${label} (${chosen.length})` : label
  const ticks = checkFields({ name: label, label, isLabelUnseen: true, choices, chosen })
  return disclosure(shown, ticks, chosen.length > 0)
}

function otherTypes(others: NamedTypes['others']) {
  const choices = others.map(({ id, name }) => ({ value: id, label: name }))
  return { name: 'others', label: words.besides, choices }
}

function chosenIn(given: Given, others: NamedTypes['others']): string[] {
  return others.map(({ id }) => id).filter((id) => given[id] === 'yes')
}
