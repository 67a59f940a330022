// Status messages that were changed at random are read as before, refused in words, or left alone:
// the reader never fails for another reason, and never makes up a document or a status.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildMls, readStatusMessage } from '../../src/reporting/index.ts'
import { XmlError } from '../../src/xml/index.ts'
import { mutate as mutateElements } from '../interop/structure/mutant.ts'
import { accepted, rejected, warning } from '../reporting/mls.ts'
import { pick, type Random, randomNumbers, readCount, readSeed } from './random.ts'

const originals = [
  buildMls(accepted),
  buildMls({ ...rejected, issues: [...rejected.issues, warning] }),
  Buffer.from(
    buildMls(rejected)
      .toString()
      .replace('urn:peppol:edec:mls:1.0', 'urn:fdc:peppol.eu:poacc:trns:mlr:3'),
  ),
  readFileSync('test/fixtures/pdf/invoice-response.xml'),
]

const texts = ['', ' ', '\u00a0', 'AP', 'RE', 'PD', 'toString', '&#10;', '<a/>', '-->', ']]>', '\0']

/** Replaces what is between two tags, or some bytes anywhere. */
function mutateText(document: Buffer, random: Random): Buffer {
  const text = document.toString('latin1')
  const ends = [...text.matchAll(/>[^<]*</g)]
  const { index, 0: found } = pick(random, ends)
  const at = random(3) > 0 ? index + 1 : random(text.length)
  const length = random(3) > 0 ? found.length - 2 : random(20)
  return Buffer.from(text.slice(0, at) + pick(random, texts) + text.slice(at + length), 'latin1')
}

test('a status message that was changed is read, refused in words, or left alone', () => {
  const random = randomNumbers(readSeed('status messages'))
  const count = readCount(20_000)
  const endings = { read: 0, refused: 0, noXml: 0, other: 0 }
  for (let at = 0; at < count; at++) {
    let document = pick(random, originals)
    for (let times = 1 + random(3); times > 0; times--)
      document = random(2) === 0 ? mutateText(document, random) : changed(document, random)
    endings[endingOf(document)]++
  }
  console.log('status messages:', endings)
  for (const ending of Object.values(endings)) expect(ending).toBeGreaterThan(count / 100)
})

function changed(document: Buffer, random: Random): Buffer {
  try {
    return mutateElements(document, random)
  } catch (error) {
    // It takes XML only, and the text may have been changed before.
    if (error instanceof XmlError) return document
    throw error
  }
}

function endingOf(document: Buffer): 'read' | 'refused' | 'noXml' | 'other' {
  try {
    const said = readStatusMessage(document)
    if (said === undefined) return 'other'
    const text = document.toString()
    expect(said.documentId).not.toBe('')
    expect(text).toContain(said.code)
    expect(['AB', 'AP', 'RE', 'IP', 'UQ', 'CA', 'PD']).toContain(said.code)
    return 'read'
  } catch (error) {
    if (error instanceof XmlError) return 'noXml'
    if ((error as Error).constructor !== Error) throw error
    return 'refused'
  }
}
