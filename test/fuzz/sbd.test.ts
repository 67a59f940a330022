// The two parsers for Standard Business Documents, by tree and by stream, on mutated input:
// what one accepts, the other accepts too, with the same header and the same document, to the
// byte; and both do whether it is small or over a megabyte.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseSbdOutline, parseSbdTree } from '../../src/peppol/index.ts'
import { sbd } from '../as4/hostile/hostile-message.ts'
import { pick, type Random, randomOf, readCount, readSeed } from './random.ts'

const document =
  '<i:Invoice xmlns:i="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" a=\'>\'><!-- ' +
  '</i:Invoice> --><i:ID><![CDATA[</i:Invoice>]]></i:ID><?pi </i:Invoice> ' +
  '?><i:Invoice/></i:Invoice>'
const originals = [
  sbd(),
  sbd({ document }),
  `\ufeff${sbd({ document: document.replace('<i:Invoice/>', 'zwölf €') })}<!-- end -->`,
]
const pieces = [
  ...[
    '<',
    '>',
    '/',
    '"',
    "'",
    '=',
    ' ',
    '!',
    '?',
    '-',
    ']',
    '&',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<?x y?>',
    '<!---->',
    '<!DOCTYPE x>',
  ],
  ...[
    '<a/>',
    '<a>',
    '</a>',
    '</i:Invoice>',
    '</Invoice>',
    '<Invoice/>',
    '</StandardBusinessDocument>',
    '</StandardBusinessDocumentHeader>',
    '<Scope/>',
  ],
  ...[
    '<Receiver><Identifier Authority="iso6523-actorid-upis">9915:evil</Identifier></Receiver>',
    '&#x41;',
    '\ufeff',
    '\u00a0',
    'é',
    '\0',
    '\r\n',
    ' xmlns=""',
    ' a="</x>"',
  ],
]

function mutate(text: string, random: Random): string {
  const at = random(text.length + 1)
  const length = 1 + random(30)
  switch (random(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length)
    case 1:
      return text.slice(0, at) + text.slice(at, at + length * 8) + text.slice(at)
    case 2:
      return text.slice(0, at) + pick(random, pieces) + text.slice(at + (length % 4))
    default: {
      // Most of what matters is around tags.
      const tag = text.indexOf(pick(random, ['<', '>']), at) + random(2)
      return text.slice(0, tag) + pick(random, pieces) + text.slice(tag)
    }
  }
}

async function* inPieces(bytes: Buffer, random: Random): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random(pick(random, [3, 50, 2000]))
    yield bytes.subarray(at, at + length)
    at += length
  }
}

test('a mutated SBD is the same to both readers', async () => {
  const seed = readSeed('business documents')
  const count = readCount(100_000) / 2
  const counts = { both: 0, neither: 0 }
  for (let index = 0; index < count; index++) {
    const random = randomOf(seed, index)
    const bytes = Buffer.from(mutant(originals, index, random))
    const about = `SBD ${index} (FUZZ_SEED=${seed})\n${bytes}`
    const tree = attempt(() => parseSbdTree(bytes))
    const stream = await parseSbdOutline(inPieces(bytes, random)).catch(() => undefined)
    expect(stream?.header, about).toEqual(tree?.header)
    if (tree && stream) {
      expect(bytes.subarray(stream.start, stream.end).equals(tree.document), about).toBe(true)
      counts.both++
    } else counts.neither++
    if (index % 500 === 0) await turn()
  }
  console.log(`${count} business documents:`, counts)
  for (const [kind, reached] of Object.entries(counts))
    expect(reached, kind).toBeGreaterThan(count / 1000)
})

// Wherever it ends up, many of these are as right or as wrong as one.
const padding = `<p>${'x'.repeat(5_000)}</p>`

test('a mutated SBD is the same, small or over a megabyte', async () => {
  const seed = readSeed('large business documents')
  const count = readCount(100_000) / 200
  const counts = { read: 0, refused: 0 }
  const padded = originals.map((text) =>
    text.replace(/(<\/(?:i:)?Invoice>)(?=<\/Standard)/, '<p/>$1'),
  )
  for (let index = 0; index < count; index++) {
    const random = randomOf(seed, index)
    const small = mutant(padded, index, random)
    const large = Buffer.from(small.replace('<p/>', padding.repeat(250)))
    const about = `large SBD ${index} (FUZZ_SEED=${seed})\n${small}`
    const expected = attempt(() => parseSbdTree(Buffer.from(small)))
    const stream = await parseSbdOutline(inBlocks(large)).catch((error: Error) => error)
    // There is a limit to what may surround the document.
    if (stream instanceof Error && /too much (before|after)/.test(stream.message)) continue
    expect(stream instanceof Error ? undefined : stream.header, about).toEqual(expected?.header)
    counts[expected ? 'read' : 'refused']++
    await turn()
  }
  console.log(`${count} large business documents:`, counts)
  for (const [kind, reached] of Object.entries(counts))
    expect(reached, kind).toBeGreaterThan(count / 100)
})

function mutant(from: string[], index: number, random: Random): string {
  let text = from[index % from.length]!
  for (let left = 1 + random(3); left > 0; left--) text = mutate(text, random)
  return text
}

async function* inBlocks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
