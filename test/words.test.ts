// Words that the code and the documents do not use: a plain noun says what is meant.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const banned = /\b(nobody|somebody|whoever|everybody|meanwhile|in vain|laps?)\b|companyMs/gi

/** Words that callers may write, and an example of the model. */
const data = /^src\/billing\/meant\//

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile() && /\.(ts|mjs|css|md|json)$/.test(name))
}

function bannedIn(text: string): string[] {
  return [...text.matchAll(banned)].map(([word]) => word.toLowerCase())
}

it('they occur neither in the sources nor in the documents', () => {
  const written = ['src', 'docs', 'README.md', 'CHANGELOG.md', 'openapi', '.env.example']
    .flatMap(filesIn)
    .filter((path) => !data.test(path))
  expect(written.length).toBeGreaterThan(800)
  const found = written.flatMap((path) =>
    bannedIn(readFileSync(path, 'utf8')).map((word) => `${path}: ${word}`),
  )
  expect(found).toEqual([])
})

it('they are found', () => {
  expect(bannedIn('Nobody waits in vain for a lap, meanwhile companyMs')).toEqual([
    ...['nobody', 'in vain', 'lap', 'meanwhile', 'companyms'],
  ])
  expect(bannedIn('anybody, overlap, lapse, everyone')).toEqual([])
})

const fragment = /^\s*(?:\/\/|\/\*\*|\*) ?(?:Of|By|As|With|Those)\b/

/** The first lines of comments that begin as a fragment does. */
function fragmentsIn(source: string): string[] {
  const lines = source.split('\n')
  return lines.filter((line, at) => {
    const before = lines[at - 1]?.trim() ?? ''
    const isFirst = before === '/**' || !/^(\/\/|\/?\*)/.test(before) || before.endsWith('*/')
    // A sentence may begin a line in the middle of a comment.
    const isSentence = /^(\/\/|\*)/.test(before) && /[.:]$/.test(before)
    return fragment.test(line) && (isFirst || isSentence)
  })
}

it('no comment begins with Of, By, As, With or Those', () => {
  const found = filesIn('src')
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => fragmentsIn(readFileSync(path, 'utf8')).map((line) => `${path}: ${line}`))
  expect(found).toEqual([])
})

it('such a comment is found', () => {
  expect(fragmentsIn('/** Of the end user. */\nconst a = 1\n// As sent.')).toHaveLength(2)
  expect(fragmentsIn('/**\n * With both.\n */')).toHaveLength(1)
  expect(fragmentsIn('/** Bytes\n * Of note */\n// Offers\n')).toEqual([])
})
