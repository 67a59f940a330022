// A participant: the name if there is one, over the identifier.
import { plain, short } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { marked } from './marked.ts'

type Participant = { id: string; name?: string | undefined }
const nameCharacters = 80
const cellCharacters = 48

export function participant({ id, name }: Participant): Html {
  if (name === undefined) return html`<bdi class="participant">${plain(id)}</bdi>`
  return html`<span class="participant"><bdi>${short(name, nameCharacters)}</bdi>
<bdi class="under">${short(id, nameCharacters)}</bdi></span>`
}

/** One line: the name, or the identifier of one without. */
export function participantName({ id, name }: Participant, searched?: string | undefined): Html {
  const shown = short(name ?? id, cellCharacters)
  return html`<bdi title="${plain(id)}">${marked(shown, searched)}</bdi>`
}
