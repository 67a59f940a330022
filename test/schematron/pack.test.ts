// The files of our rule pack: the made ones are up to date, and each rule has an id, a flag and a
// sentence of ours.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { madeFiles } from '../../schematron/build.ts'
import { assertionsIn, folder, ruleSets, sourceOf } from './own-rules.ts'

const files = readdirSync(folder).filter((name) => name.endsWith('.sch'))

describe('our rule pack', () => {
  it('holds the files that schematron/build.ts makes, as it makes them', () => {
    const made = [...madeFiles()]
    expect(made.length).toBeGreaterThan(4)
    for (const [name, text] of made) {
      expect(
        sourceOf(name) === text,
        `${name} has drifted: node --import tsx schematron/build.ts`,
      ).toBe(true)
    }
  })

  it('names every file in its manifest, and no other', () => {
    const named = new Set(ruleSets.flatMap((set) => set.files))
    expect([...named].sort()).toEqual([...files].sort())
  })

  it.each(ruleSets)('counts the patterns, rules and assertions of $id', ({ files, ...set }) => {
    const text = files.map(sourceOf).join('')
    const count = (tag: string) => text.split(`<${tag}`).length - 1
    expect({
      patterns: count('pattern>'),
      rules: count('rule '),
      asserts: count('assert '),
    }).toEqual({
      patterns: set.patterns,
      rules: set.rules,
      asserts: set.asserts,
    })
    expect(assertionsIn(text)).toHaveLength(set.asserts)
  })

  it.each(ruleSets)(
    'has each rule of $id once, or under contexts that exclude each other',
    ({ files }) => {
      const ids = files.flatMap((file) => assertionsIn(sourceOf(file))).map(({ id }) => id)
      // BR-CL-01 asks for one list in invoices and for another in credit notes.
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual(
        ids.includes('BR-CL-01') ? ['BR-CL-01'] : [],
      )
    },
  )

  it.each(files)('says in %s what to do, in a sentence', (file) => {
    for (const { id, flag, message } of assertionsIn(sourceOf(file))) {
      expect(flag, id).toMatch(/^(fatal|warning)$/)
      const sentence = message.replace(/<value-of select="[^"]*"\/>/g, '…')
      expect(sentence, id).toMatch(/^[A-Z][^[\]<]*\.$/)
      expect(sentence, id).not.toMatch(/\b(MUST|SHALL|shall)\b/)
      expect(sentence.length, id).toBeGreaterThan(20)
    }
  })
})
