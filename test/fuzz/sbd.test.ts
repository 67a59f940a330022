// The two parsers for Standard Business Documents, by tree and by stream, on mutated input:
// what the first accepts, the second accepts too, with the same header and the same document,
// to the byte.
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
  const counts = { both: 0, neither: 0, 'the inside alone': 0 }
  for (let index = 0; index < count; index++) {
    const random = randomOf(seed, index)
    let text = originals[index % originals.length]!
    for (let left = 1 + random(3); left > 0; left--) text = mutate(text, random)
    const bytes = Buffer.from(text)
    const about = `SBD ${index} (FUZZ_SEED=${seed})\n${text}`
    const tree = attempt(() => parseSbdTree(bytes))
    const stream = await parseSbdOutline(inPieces(bytes, random)).catch(() => undefined)
    if (tree) {
      expect(stream?.header, about).toEqual(tree.header)
      expect(bytes.subarray(stream!.start, stream!.end).equals(tree.document), about).toBe(true)
      counts.both++
    } else if (stream) {
      // Refused for the content of the document: without it, the first parser agrees.
      const inside = bytes.toString('utf8', stream.start, stream.end)
      const open = /^<(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(inside)?.[0] ?? ''
      const name = /^<([^\s/>]+)/.exec(open)?.[1]
      const hollow = open.endsWith('/>') ? open : `${open}</${name}>`
      const around = [
        bytes.subarray(0, stream.start),
        Buffer.from(hollow),
        bytes.subarray(stream.end),
      ]
      expect(attempt(() => parseSbdTree(Buffer.concat(around)))?.header, about).toEqual(
        stream.header,
      )
      counts['the inside alone']++
    } else counts.neither++
    if (index % 500 === 0) await turn()
  }
  console.log(`${count} business documents:`, counts)
  for (const [kind, reached] of Object.entries(counts))
    expect(reached, kind).toBeGreaterThan(count / 1000)
})

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
