// A process that has a data folder open, for the tests: it prints `open`, and once it reads
// anything from stdin, stores documents until it is killed, and prints the id of each. Run as `node
// --import tsx holder.ts FOLDER`.
import { once } from 'node:events'
import { openStore } from '../../../src/store/index.ts'
import { newAccept, newFile, newTenant } from '../records.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ dataDir })
const tenantId = await newTenant(store)
process.stdout.write(`open ${tenantId}\n`)
await once(process.stdin, 'data')
await Promise.all(Array.from({ length: 4 }, acceptOneAfterTheOther))

async function acceptOneAfterTheOther(): Promise<never> {
  for (let count = 0; ; count++) {
    const accept = {
      ...newAccept(tenantId),
      files: [newFile({ bytes: Buffer.alloc(20_000, count) })],
    }
    await store.acceptDocument(accept)
    process.stdout.write(`${accept.document.id}\n`)
  }
}
