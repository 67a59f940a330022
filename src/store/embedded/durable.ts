// Postgres inside this process (PGlite) on a folder on disk, with commits that survive a power cut.
import { fdatasyncSync, fsyncSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type PostgresModule = Required<Parameters<NodeFS['init']>[1]>
type FileSystem = { isDir(mode: number): boolean; ErrnoError: new (errno: number) => Error }
type OpenFile = { nfd: number; node: { mode: number } }
type StreamOperations = { fsync?(file: OpenFile): number }

const inputOutputError = 29

/**
 * PGlite starts Postgres with `-F` (no fsync), and Emscripten's file system has no fsync either, so
 * a commit would only reach the cache of the operating system. This file system has one, active
 * before Postgres reads its first byte.
 */
class DurableFiles extends NodeFS {
  readonly #synced: () => void

  constructor(folder: string, synced: () => void) {
    super(folder)
    this.#synced = synced
  }

  override async init(pg: PGlite, options: Partial<PostgresModule>) {
    const { emscriptenOpts } = await super.init(pg, options)
    const withFsync = (module: PostgresModule) => addFsync(module, this.#synced)
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), withFsync] },
    }
  }
}

function addFsync(module: PostgresModule, synced: () => void): void {
  const files = module.FS as unknown as FileSystem
  const node = module.FS.filesystems.NODEFS as unknown as { stream_ops: StreamOperations }
  node.stream_ops.fsync = (file) => {
    const isFolder = files.isDir(file.node.mode)
    // Windows cannot sync a folder, and Postgres itself skips it there.
    if (process.platform === 'win32' && isFolder) return 0
    try {
      // For a file only the data and its size must be safe, not its times: segments of the
      // write-ahead log are filled before they are used, so most syncs need no journal (Postgres
      // prefers wal_sync_method=fdatasync).
      if (isFolder) fsyncSync(file.nfd)
      else fdatasyncSync(file.nfd)
    } catch {
      // Postgres stops on a failed fsync, as it must: earlier writes may be lost.
      throw new files.ErrnoError(inputOutputError)
    }
    synced()
    return 0
  }
}

// The memory that Postgres would keep as buffers by default, 128 MB, is filled with zeros at each
// start. What does not fit is in the cache of the operating system.
const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB']

// V8 compiles once more, and better, what has run for a while: at once on Node 20, with as many
// threads as there are processors, which a start needs for itself. From V8 13 on it waits so long
// by itself.
const tieringBudget = '--wasm-tiering-budget=13000000'

/**
 * Opens the cluster in `folder`; creates it first when the folder is empty. `synced` is called
 * for each real fsync.
 */
export async function openCluster(folder: string, synced: () => void): Promise<PGlite> {
  setFlagsFromString(tieringBudget)
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  return PGlite.create({
    fs: new DurableFiles(folder, synced),
    startParams: [...startParams, ...settings.flatMap((setting) => ['-c', setting])],
  })
}
