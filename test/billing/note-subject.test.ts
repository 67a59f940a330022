// Notes and their subjects, in JSON and in UBL.
import { describe, expect, test } from 'vitest'
import { completeDocument, convertUbl, kinds, toUbl } from '../../src/billing/index.ts'
import { readCaseJson } from '../cases/read-case.ts'
import { fatalRules } from '../schematron/own-rules.ts'
import { accept, faultsOf, invoice } from './fixtures.ts'

function written(note: object): string {
  const document = accept(kinds.invoice, invoice({ notes: [note] }))
  return toUbl(kinds.invoice, completeDocument(kinds.invoice, document).document).toString()
}

function notesOf(ubl: string): unknown {
  const read = convertUbl(Buffer.from(ubl))
  return read.kind === 'read' ? read.document.notes : undefined
}

const noted = (text: string) => written({ text: 'x' }).replace('<cbc:Note>x<', `<cbc:Note>${text}<`)

describe('a note', () => {
  test.each([
    { text: 'Text' },
    { text: 'Text', subjectCode: 'AAI' },
    { text: '#AAI#Text' },
    { text: '#AAI#Text', subjectCode: 'REG' },
    { text: '#AAI#' },
    { text: '#AAI# Text' },
    { text: 'Room #AAI# second floor' },
    { text: '#1#, #22# and #4444#' },
    { text: 'C# and F#' },
    { text: '#12', subjectCode: 'AAI' },
  ])('comes back as it was sent, and breaks no rule: %j', (note) => {
    const ubl = written(note)
    expect(notesOf(ubl)).toEqual([note])
    expect(fatalRules(ubl, 'en16931', 'peppol-billing')).toEqual([])
  })

  test.each(['Room #A12# second floor', '#XYZ#Text', '#aai#Text', 'a ## b #1', '# x#y'])(
    'is refused where the rule takes for a subject what is none: %s',
    (text) => {
      const between = text.split('#')[1]
      const faults = faultsOf(kinds.invoice, invoice({ notes: [{ text }] }))
      if (between?.length !== 3) return expect(faults).toEqual([])
      expect(faults).toMatchObject([
        {
          pointer: '/notes/0/text',
          rule: 'BR-CL-08',
          message: expect.stringMatching(/write the subject as subjectCode, or another sign in /),
        },
      ])
      expect(fatalRules(noted(text), 'en16931')).toEqual(['BR-CL-08'])
    },
  )

  test('is refused in the case of a room', () => {
    const json = readCaseJson('note-with-hashes.json')
    expect(faultsOf(kinds.invoice, json)).toMatchObject([{ pointer: '/notes/0/text' }])
  })
})

describe('a note in the UBL of others', () => {
  test.each([
    ['#AAI#Text', { text: 'Text', subjectCode: 'AAI' }],
    ['\n  #AAI#Text\n', { text: 'Text', subjectCode: 'AAI' }],
    ['#GS7#Text', { text: 'Text', subjectCode: 'GS7' }],
    ['#XYZ#Text', { text: '#XYZ#Text' }],
    [' #AAI#Text', { text: '#AAI#Text' }],
  ])('%j has its subject, if it is a code', (text, note) => {
    expect(notesOf(noted(text))).toEqual([note])
  })
})
