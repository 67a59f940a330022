// A process that has a data folder open, for the tests: it prints `open`, and then the id of
// each stored document. Run as `node --import tsx holder.ts FOLDER COUNT`; with a count of 0 it
// only holds the folder.
import { openStore } from '../../../src/store/index.ts'
import { newAccept, newFile, newTenant } from '../records.ts'

const [dataDir = '', count = '0'] = process.argv.slice(2)
const store = await openStore({ dataDir })
const tenantId = await newTenant(store)
process.stdout.write(`open ${tenantId}\n`)

async function acceptOneAfterTheOther(): Promise<void> {
  for (let left = Number(count); left > 0; left--) {
    const accept = {
      ...newAccept(tenantId),
      files: [newFile({ bytes: Buffer.alloc(20_000, left) })],
    }
    await store.acceptDocument(accept)
    process.stdout.write(`${accept.document.id}\n`)
  }
}

await Promise.all(Array.from({ length: 4 }, acceptOneAfterTheOther))
