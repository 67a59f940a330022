// A document of 100 MB from `fourcorner as4 send` to `fourcorner as4 receive`: how much memory each
// side takes.
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, createReadStream, openSync, readFileSync, writeSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, sendFile, startReceiver } from './command.ts'
import { invoice, sbdOf } from './documents.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'

const megabyte = 1_000_000
const addressed = ['--sender', '9915:a', '--receiver', '9915:b', '--country', 'AT']

// Resident memory is read from /proc.
describe.skipIf(process.platform !== 'linux')('a document of 100 MB', () => {
  let laboratory: Laboratory
  let receiver: Receiver

  beforeAll(async () => {
    laboratory = await openLaboratory()
  })
  afterAll(() => laboratory?.remove())

  it.each([
    ['a document', 100 * megabyte, addressed],
    ['an SBD', 100 * megabyte, ['--sbd']],
    // The limit for a whole message is 100 MB.
    ['a document, uncompressed', 99 * megabyte, [...addressed, '--no-compress']],
  ])('passes as %s, within 120 MB over the idle memory of each side', async (_, bytes, options) => {
    receiver = await startReceiver(laboratory)
    try {
      const small = invoice(10_000)
      const content = options.includes('--sbd') ? sbdOf(small) : Buffer.from(small)
      const before = await peakOfSending(laboratory.write('small.xml', content), options)
      const idleBytes = residentBytes(receiver.pid, 'VmRSS')

      const large = writeLarge(content, bytes)
      const after = await peakOfSending(large, options)
      const over = {
        sender: (after.peakBytes - before.peakBytes) / megabyte,
        receiver: (residentBytes(receiver.pid, 'VmHWM') - idleBytes) / megabyte,
      }
      console.log(
        `${bytes / megabyte} MB ${options.at(-1)}: megabytes over idle ${JSON.stringify(over)}`,
      )
      expect(over.sender).toBeLessThan(120)
      expect(over.receiver).toBeLessThan(120)
      const kept = options.includes('--sbd') ? 'sbd.xml' : 'document.xml'
      expect(await digestOf(`${receiver.folder}/000002/${kept}`)).toBe(await digestOf(large))
    } finally {
      expect(await receiver.stop()).toBe(0)
    }
  })

  async function peakOfSending(file: string, options: string[]): Promise<{ peakBytes: number }> {
    let peakBytes = 0
    let looking: NodeJS.Timeout | undefined
    const sent = await sendFile(laboratory, {
      url: receiver.url,
      file,
      options,
      // A process can be measured only while it runs.
      watch({ pid }) {
        looking = setInterval(() => {
          peakBytes = Math.max(peakBytes, residentBytes(pid!, 'VmHWM'))
        }, 5)
      },
    })
    clearInterval(looking)
    expect(sent.events).toMatchObject([{ outcome: 'delivered' }])
    return { peakBytes }
  }

  /** The small invoice with a note of so many bytes of noise, a quarter of which gzip removes. */
  function writeLarge(small: Buffer, bytes: number): string {
    const path = laboratory.write('large.xml', '')
    const at = small.lastIndexOf('</cbc:Name>')
    const file = openSync(path, 'w')
    writeSync(file, small.subarray(0, at))
    for (let left = bytes - small.length; left > 0; left -= megabyte)
      writeSync(file, randomBytes(0.75 * Math.min(left, megabyte)).toString('base64'))
    writeSync(file, small.subarray(at))
    closeSync(file)
    return path
  }
})

/** `VmRSS` is the current resident memory of the process, `VmHWM` its peak; 0 when it has ended. */
function residentBytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
