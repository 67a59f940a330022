// The fields of a participant: read from a form, and shown in one.
import { countryCodes, schemeChoices } from '../../core/network/participant-choices.ts'
import {
  type NamedTypes,
  namedTypesOf,
  receivedTypeNames,
} from '../../core/network/received-types.ts'
import type { RegistrationEntry, RegistrationWish } from '../../core/network/registrations.ts'
import { disclosure } from '../components/disclosure.ts'
import {
  type Choice,
  checkFields,
  longTextField,
  radioField,
  selectField,
  textField,
} from '../components/field.ts'
import { wrongField } from '../form.ts'
import type { FieldErrors } from '../form-errors.ts'
import { type Html, html } from '../html.ts'
import { typeGroups } from '../words/document-types.ts'
import {
  countryName,
  participantWords,
  schemeName,
  participantFormWords as words,
} from '../words/participants.ts'

export type Given = { [name: string]: string | undefined }

const ownFields = ['scheme', 'participant', 'country', 'endUser', 'documentTypes', 'more'] as const

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
${selectField({
  ...{ name: 'country', label: participantWords.country, error: errors.country },
  ...{ value: codeOf(given.country), choices: countriesWith(given.country) },
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

/** What was typed by hand stays as it is, if it is no code. */
function codeOf(country: string | undefined): string | undefined {
  const code = country?.toUpperCase()
  return code && countryCodes.includes(code) ? code : country
}

/** All countries by name; and what was there before, if it is none of them. */
function countriesWith(before: string | undefined): Choice[] {
  const named = countryCodes
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
  const own = codeOf(before)
  const isOther = own !== undefined && !countryCodes.includes(own)
  const none = { value: '', label: words.noCountry }
  return [none, ...named, ...(isOther ? [{ value: own, label: own }] : [])]
}

/** The number of a participant, with the register that was chosen for it. */
export function participantIn({ scheme, participant = '' }: Given): string {
  return scheme && !participant.startsWith(`${scheme}:`) ? `${scheme}:${participant}` : participant
}

/** Who it is: a register and a number, or both in one. */
export function participantField(given: Given, errors: FieldErrors, now: Date): Html {
  const schemes = schemeChoices(now)
    .map((one) => ({ value: one.number, label: schemeName(one) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
  return html`${selectField({
    ...{ name: 'scheme', label: words.scheme, hint: words.schemeHint, value: given.scheme },
    choices: [{ value: '', label: words.noScheme }, ...schemes],
  })}${textField({
    ...{ name: 'participant', label: participantWords.participant, isRequired: true },
    ...{ max: participantCharactersMax, hint: words.hint, hasFocus: true },
    ...{ value: given.participant, error: errors.participant },
  })}`
}

const participantCharactersMax = 200

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
