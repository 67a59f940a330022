// A list of 8 MB with 200,000 entries: fetched over HTTP, parsed, stored in the database and read
// from there, without holding up the event loop; and queried as fast as an empty one.
import { sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { readFields } from '../../src/crypto/certificate.ts'
import {
  writeAlgorithm,
  writeDer,
  writeOid,
  writeSequence,
  writeTime,
} from '../../src/crypto/write-der.ts'
import { openNet } from '../../src/net/index.ts'
import { openRevocations } from '../../src/revocation/index.ts'
import { makeCertificate, newPrivateKey } from '../crypto/authority.ts'
import { bits, extension, listingPoints, oids } from '../crypto/revocation.ts'
import { testDatabase } from '../store/database.ts'
import { issuer } from './laboratory.ts'

const count = 200_000
const now = new Date()
const { store } = await testDatabase()
const server = createServer((request, response) => {
  response.end(request.url === '/large.crl' ? large : empty)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
const key = newPrivateKey()
const leafOf = (list: string) =>
  makeCertificate({
    name: 'POP000001',
    issuer,
    privateKey: key,
    extensions: listingPoints(`http://127.0.0.1:${port}/${list}`),
  }).certificate
const [revoked, good, beside] = [leafOf('large.crl'), leafOf('large.crl'), leafOf('empty.crl')]
const [large, empty] = [listOf(count), listOf(0)]
const net = openNet({ dnsServers: [], plainHttpAllowed: true, limits: limits.sending })
const newProcess = () =>
  openRevocations({
    get: net.getSigned,
    store,
    limits: limits.revocation,
    warn: (facts) => expect.fail(JSON.stringify(facts)),
    now: () => now,
    newId: () => crypto.randomUUID(),
  })
const processes = [newProcess(), newProcess()] as const
afterAll(async () => {
  server.close()
  await net.close()
  for (const one of processes) await one.close()
})

// The last entry is for `revoked`; as with most authorities, each entry has a reason.
function listOf(entries: number): Buffer {
  const reason = extension({ oid: oids.reasonCode, value: writeDer(0x0a, Buffer.from([4])) })
  const entryOf = (serial: Uint8Array) =>
    writeSequence(writeDer(0x02, serial), writeTime(now), writeSequence(reason))
  const serial = Buffer.from('4200000000000000', 'hex')
  const template = entryOf(serial)
  const at = template.indexOf(serial) + 4
  const list = Buffer.alloc(entries * template.length, template)
  for (let index = 0; index < entries; index++)
    list.writeUInt32BE(index, index * template.length + at)
  const last = entries > 0 ? entryOf(readFields(revoked).serialNumber) : Buffer.alloc(0)
  const nextUpdate = new Date(now.getTime() + 86_400_000)
  const tbs = writeSequence(
    ...[writeDer(0x02, Buffer.from([1])), writeAlgorithm(oids.sha256WithRsa)],
    ...[readFields(issuer.certificate).subject, writeTime(now), writeTime(nextUpdate)],
    ...(entries > 0 ? [writeSequence(list, last)] : []),
    writeDer(0xa0, writeSequence(extension({ oid: '551d14', value: writeOid('2a03') }))),
  )
  const signature = sign('sha256', tbs, issuer.privateKey)
  return writeSequence(tbs, writeAlgorithm(oids.sha256WithRsa), bits(signature))
}

const statistics = '/proc/thread-self/schedstat'

/** CPU time of this thread; wall-clock time where the system does not report it. */
function processorMs(): number {
  if (!existsSync(statistics)) return performance.now()
  return Number(readFileSync(statistics, 'utf8').split(' ')[0]) / 1e6
}

/** The longest time this thread was busy without a break during `work`. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = { at: performance.now(), processor: processorMs() }
  const tick = () => {
    const now = { at: performance.now(), processor: processorMs() }
    longest = Math.max(longest, Math.min(now.at - last.at, now.processor - last.processor))
    last = now
  }
  const ticking = setInterval(tick, 1)
  await work()
  tick()
  clearInterval(ticking)
  return longest
}

it('does not hold the event loop for 20 ms, fetched or read from the database', async () => {
  expect(large.length).toBeGreaterThan(8_000_000)
  for (const { revocationOf } of processes) {
    const turn = await longestTurn(async () => {
      expect(await revocationOf(revoked, issuer.certificate)).toBe('revoked')
      expect(await revocationOf(good, issuer.certificate)).toBe('good')
    })
    console.log(`longest turn: ${turn.toFixed(1)} ms`)
    // The wished time is 20 ms; a noisy machine gets five times that.
    expect(turn).toBeLessThan(100)
  }
}, 60_000)

it('is queried as fast as an empty one', async () => {
  const [{ revocationOf }] = processes
  const ask = async (certificate: typeof good) => {
    await revocationOf(certificate, issuer.certificate)
    const begun = processorMs()
    for (let times = 0; times < 2_000; times++) await revocationOf(certificate, issuer.certificate)
    return (processorMs() - begun) / 2_000
  }
  await ask(beside)
  const [withEmpty, withLarge] = [await ask(beside), await ask(good)]
  console.log(`a lookup: ${withEmpty.toFixed(4)} ms, ${withLarge.toFixed(4)} ms`)
  expect(withLarge).toBeLessThan(3 * withEmpty + 0.1)
})
