// Names remembered from earlier documents make the next ones fast, but must not grow with what
// strangers send.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { parseXml } from '../../src/xml/index.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function megabytesInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1_000_000
}

/** Parses `documents` documents, each with a thousand namespaces of its own. */
function readStrangeNamespaces(documents: number): void {
  for (let document = 0; document < documents; document++) {
    const elements = Array.from({ length: 1_000 }, (_, at) => {
      const namespace = `urn:${document}:${at}:`.padEnd(100, 'x')
      return `<a xmlns="${namespace}"/>`
    })
    parseXml(Buffer.from(`<a>${elements.join('')}</a>`))
  }
}

it('remembers few of many namespaces', () => {
  readStrangeNamespaces(1)
  const before = megabytesInUse()
  readStrangeNamespaces(100)
  // All of them would take 16 MB.
  expect(megabytesInUse() - before).toBeLessThan(5)
})
