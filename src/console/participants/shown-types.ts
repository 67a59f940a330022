// What a participant receives, in words.
import { namedTypesOf } from '../../core/network/received-types.ts'
import type { RegistrationEntry } from '../../core/network/registrations.ts'
import { plain } from '../foreign.ts'
import { typeWords } from '../words/document-types.ts'
import { participantWords } from '../words/participants.ts'

type Types = RegistrationEntry['documentTypes']
const shownInRow = 2

/** One line for each. */
export function typesInWords(documentTypes: Types): string[] {
  if (documentTypes === 'all') return [participantWords.everything]
  const { names, others } = namedTypesOf(documentTypes)
  return [...names.map(typeWords), ...others.map(({ name }) => plain(name))]
}

export function typesInShort(documentTypes: Types): string {
  const all = typesInWords(documentTypes)
  const more = all.length - shownInRow
  return more > 0
    ? participantWords.andMore(all.slice(0, shownInRow).join(', '), more)
    : all.join(', ')
}
