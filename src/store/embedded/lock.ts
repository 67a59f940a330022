// One process at a time on an embedded database: two would silently lose each other's rows. The
// lock is a file in the data folder that names its holder, so that what a dead process left
// behind is recognised.
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isRunning, type Process, place, thisProcess } from './processes.ts'

/** Where other processes of this machine can reach the holder's database. */
export type Address = { host: string; port: number }

type Holder = Process & { address?: Address }

export type Lock = { publish(address: Address): Promise<void>; release(): Promise<void> }

// A process of another container or machine, on a shared volume, cannot be looked up by its id: it
// shows that it is alive by touching its lock file.
const beatMs = 2_000
const silentMs = 10_000
const lookAgainMs = 100

export class FolderInUseError extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}; stop it first, or use ` +
        'another folder (DATA_DIR)',
    )
    this.name = 'FolderInUseError'
    this.pid = pid
  }
}

export type Patience = { waitMs: number; say(line: string): void }

/**
 * Takes the lock of a data folder, also from a dead process; throws FolderInUseError when a live
 * one still holds it after `waitMs`. A holder that cannot be looked up, because it runs or ran
 * in another container or on another machine, counts as dead when it has not touched its lock
 * file for ten seconds.
 *
 * Lock files are numbered: a process that takes over creates the next number (`O_EXCL`, so only one
 * can) and only then removes the old file. If it removed first, a second process that saw the same
 * dead holder could remove the lock of the first.
 */
export async function takeLock(folder: string, patience?: Patience): Promise<Lock> {
  await mkdir(folder, { recursive: true })
  if (patience) await waitForHolder(folder, patience)
  for (;;) {
    const before = await readLocks(folder)
    await checkFree(folder, before)
    const number = Math.max(0, ...before.map((lock) => lock.number)) + 1
    const file = join(folder, `lock.${number}`)
    if (!(await writeNew(file, thisProcess()))) continue
    const others = (await readLocks(folder)).filter((lock) => lock.number !== number)
    try {
      await checkFree(folder, others)
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    await Promise.all(
      others.map((lock) => rm(join(folder, `lock.${lock.number}`), { force: true })),
    )
    const beat = setInterval(() => touch(file), beatMs).unref()
    return {
      publish: (address) => rewrite(file, { ...thisProcess(), address }),
      release() {
        clearInterval(beat)
        return rm(file, { force: true })
      },
    }
  }
}

/**
 * The live process that holds a data folder, if there is one. `address` is absent
 * while it is starting.
 */
export async function holderOf(
  folder: string,
): Promise<{ pid: number; address?: Address } | undefined> {
  return (await liveLock(await readLocks(folder)))?.holder
}

// On a restart, the previous gateway is often still exiting, which takes a moment.
async function waitForHolder(folder: string, { waitMs, say }: Patience): Promise<void> {
  const deadline = Date.now() + waitMs
  const holder = await holderOf(folder)
  if (holder)
    say(
      `The data folder ${folder} is in use by process ${holder.pid}; waiting ${waitMs / 1000} ` +
        's for it to exit …',
    )
  while (Date.now() < deadline && (await holderOf(folder))) await setTimeout(lookAgainMs)
}

type Found = { number: number; file: string; holder: Holder }

async function checkFree(folder: string, locks: Found[]): Promise<void> {
  const live = await liveLock(locks)
  if (live !== undefined) throw new FolderInUseError(folder, live.holder.pid)
}

async function liveLock(locks: Found[]): Promise<Found | undefined> {
  for (const lock of locks) if (await isAlive(lock)) return lock
  return undefined
}

async function readLocks(folder: string): Promise<Found[]> {
  const names = await readdir(folder).catch(() => [])
  const found: Found[] = []
  for (const name of names.filter((entry) => /^lock\.\d+$/.test(entry))) {
    const file = join(folder, name)
    const holder = await readHolder(file)
    if (holder !== undefined)
      found.push({ number: Number(name.slice('lock.'.length)), file, holder })
  }
  return found
}

const unknownHolder: Holder = { pid: 0, startedAt: '', place: '' }

// A new file may still be empty, and stays empty if its maker died. Such a holder counts as dead:
// if it is alive, it finds our higher number when it looks again, and steps back.
async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const holder = JSON.parse(text) as Holder | null
    return typeof holder?.pid === 'number' ? holder : unknownHolder
  } catch {
    return unknownHolder
  }
}

async function writeNew(file: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(file, `${JSON.stringify(holder)}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function rewrite(file: string, holder: Holder): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

// A missing file was taken over or released; there is nothing to touch then.
function touch(file: string): void {
  const now = new Date()
  utimes(file, now, now).catch(() => {})
}

async function isAlive({ file, holder }: Found): Promise<boolean> {
  if (!(holder.pid > 0)) return false
  return holder.place === place() ? isRunning(holder) : isTouched(file)
}

/** Whether a process touches the file; takes ten seconds to find out that none does any more. */
async function isTouched(file: string): Promise<boolean> {
  const first = await touchedAt(file)
  for (let at = first; at !== undefined && Date.now() - at < silentMs; at = await touchedAt(file)) {
    if (at !== first) return true
    await setTimeout(beatMs / 4)
  }
  return false
}

async function touchedAt(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs
}
