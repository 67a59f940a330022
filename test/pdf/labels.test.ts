// Every language has every word.
import { describe, expect, it } from 'vitest'
import { english } from '../../src/pdf/labels/english.ts'
import { type Words, wordsFor } from '../../src/pdf/labels/index.ts'
import { locales } from '../../src/pdf/labels/locales.ts'

/** `documents.380` for every word, groups included. */
function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )
}

function valuesOf(words: object): string[] {
  return Object.values(words).flatMap((value) =>
    typeof value === 'string' ? [value] : valuesOf(value),
  )
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

/** What a table lacks: keys, texts, or placeholders. */
function faultsOf(words: Words): string[] {
  const keys = keysOf(words)
  return [
    ...keysOf(english).filter((key) => !keys.includes(key)),
    ...keys.filter((key) => !keysOf(english).includes(key)),
    ...valuesOf(words).filter((value) => value.trim() !== value || value === ''),
    ...(['page', 'rendering'] as const).filter(
      (key) => placeholders(words[key]).join() !== placeholders(english[key]).join(),
    ),
  ]
}

describe('the printed words', () => {
  it('exist in thirteen languages', () => {
    expect(locales).toEqual([
      'en',
      'de',
      'fr',
      'es',
      'it',
      'nl',
      'nb',
      'da',
      'sv',
      'fi',
      'pl',
      'sk',
      'ar',
    ])
    expect(new Set(locales.map((locale) => wordsFor(locale).dueDate)).size).toBe(13)
  })

  it.each(locales)('are complete in %s', (locale) => {
    expect(faultsOf(wordsFor(locale))).toEqual([])
  })

  it(
    'would be missed: a table without a key, with an empty word, or without a ' +
      'placeholder is at fault',
    () => {
      const { seller, ...rest } = english
      expect(faultsOf(rest as Words)).toEqual(['seller'])
      expect(faultsOf({ ...english, buyer: '' })).toEqual([''])
      expect(faultsOf({ ...english, documents: {} })).toContain('documents.380')
      expect(faultsOf({ ...english, page: 'Page {page}' })).toEqual(['page'])
      expect(seller).toBe('Seller')
    },
  )
})
