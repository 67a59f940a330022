// Where the sentences of the console stand: in the tables of words, so that a language is one more
// file; and in the pages that are listed here, which still hold theirs.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const room = 'src/console/'

const withSentences = [
  'administration/log.ts',
  'administration/reports.ts',
  'administration/secret.ts',
  'administration/tenants.ts',
  'administration/tokens.ts',
  'components/header.ts',
  'components/list-state.ts',
  'components/table.ts',
  'documents/advice.ts',
  'documents/another-receiver.ts',
  'documents/answer-page.ts',
  'documents/answers.ts',
  'documents/attempts.ts',
  'documents/file-list.ts',
  'documents/forget.ts',
  'documents/lead.ts',
  'form-page.ts',
  'operations/lookup-steps.ts',
  'operations/needs-you.ts',
  'operations/network-page.ts',
  'operations/queue-pages.ts',
  'page.ts',
  'participants/fields.ts',
  'participants/participant-forms.ts',
  'participants/participant-page.ts',
  'participants/soon.ts',
  'sign-in-again.ts',
  'sign-in.ts',
]

/** Three words in a row, the first with a capital: none of our code is written like this. */
const sentence = /(?<![\w'’])[A-Z][a-z]+(?: (?!extends|export|satisfies)[a-z’]+){2,}/g

function sentencesIn(source: string): string[] {
  const texts = source
    .replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/^import [^']*'.*$/gm, '')
    .replace(/<[a-z!/][^<>$]*>/g, ' ')
    .replace(/\s+/g, ' ')
  return texts.match(sentence) ?? []
}

const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('words/'))
  .sort()

it('tells a sentence from code', () => {
  expect(sentencesIn('const a = html`<p>It will\nnot be sent.</p>`')).toEqual([
    'It will not be sent',
  ])
  expect(sentencesIn("label: 'Your reference',")).toEqual([])
  expect(sentencesIn('// It will not be sent.\n/** As it is. */\nconst b = readFields(x)')).toEqual(
    [],
  )
})

it.each(files.filter((file) => !withSentences.includes(file)))('%s has no sentence', (file) => {
  expect(sentencesIn(readFileSync(room + file, 'utf8'))).toEqual([])
})

it.each(withSentences)('%s still has some: take it off the list once it has none', (file) => {
  expect(sentencesIn(readFileSync(room + file, 'utf8'))).not.toEqual([])
})
