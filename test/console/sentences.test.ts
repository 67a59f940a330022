// Where the sentences of the console stand: in the tables of words, so that a language is one more
// file. No page holds one.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const room = 'src/console/'

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

it.each(files)('%s has no sentence', (file) => {
  expect(sentencesIn(readFileSync(room + file, 'utf8'))).toEqual([])
})
