// A process that holds the lock of a data folder and does nothing else, for the tests. Run as `node
// --import tsx hold-lock.ts FOLDER`.
import { takeLock } from '../../../src/store/embedded/lock.ts'

const [folder = ''] = process.argv.slice(2)
await takeLock(folder)
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
