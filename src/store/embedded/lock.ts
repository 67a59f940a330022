// One process at a time on an embedded database: two would silently lose each other's rows. The
// lock is a file in the data folder that tells who holds it, so that what a dead process left
// behind is recognised.
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Where the database of the holder can be reached by other processes of this machine. */
export type Address = { host: string; port: number }

/** A process id alone says little: it is given again, and in a container it is always 1. */
type Process = { pid: number; startedAt: string; place: string }
type Holder = Process & { address?: Address }

export type Lock = { publish(address: Address): Promise<void>; release(): Promise<void> }

// A process of another container or machine, on a shared volume, cannot be looked up by its id: it
// shows that it lives by touching its lock file.
const beatMs = 2_000
const silentMs = 10_000

export class FolderInUseError extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by the process ${pid}; stop it first, or take another ` +
        'folder (DATA_DIR)',
    )
    this.name = 'FolderInUseError'
    this.pid = pid
  }
}

/**
 * Takes the lock of a data folder, also from a dead process; throws FolderInUseError when a live
 * one holds it. One that cannot be looked up, because it runs or ran in another container or on
 * another machine, is dead when its lock file was not touched for ten seconds.
 *
 * Lock files are numbered: who takes over makes the next number (`O_EXCL`, so only one can) and
 * only then removes the old file. To remove first would let a second process, which saw the same
 * dead holder, remove the lock of the first.
 */
export async function takeLock(folder: string): Promise<Lock> {
  await mkdir(folder, { recursive: true })
  for (;;) {
    const before = await readLocks(folder)
    await checkFree(folder, before)
    const number = Math.max(0, ...before.map((lock) => lock.number)) + 1
    const file = join(folder, `lock.${number}`)
    if (!(await writeNew(file, self()))) continue
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
      publish: (address) => rewrite(file, { ...self(), address }),
      release() {
        clearInterval(beat)
        return rm(file, { force: true })
      },
    }
  }
}

/**
 * The live process that holds a data folder, if there is one. `address` is absent while it is
 * starting.
 */
export async function holderOf(
  folder: string,
): Promise<{ pid: number; address?: Address } | undefined> {
  return (await liveLock(await readLocks(folder)))?.holder
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

const nobody: Holder = { pid: 0, startedAt: '', place: '' }

// A file that was just made may still be empty, and one that its maker died over stays so. Such a
// holder counts as dead: if it lives, it finds our higher number when it looks again, and steps
// back.
async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const holder = JSON.parse(text) as Holder | null
    return typeof holder?.pid === 'number' ? holder : nobody
  } catch {
    return nobody
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

// A file that is gone was taken over or released; there is nothing to touch then.
function touch(file: string): void {
  const now = new Date()
  utimes(file, now, now).catch(() => {})
}

function self(): Process {
  return { pid: process.pid, startedAt: startOf(process.pid), place: place() }
}

async function isAlive({
  file,
  holder: { pid, startedAt, place: where },
}: Found): Promise<boolean> {
  if (!(pid > 0)) return false
  if (where !== place()) return isTouched(file)
  return isRunning(pid) && startOf(pid) === startedAt
}

/** Whether somebody touches the file; takes ten seconds to find out that nobody does any more. */
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Where process ids mean the same: this start of this machine, and on Linux the same container.
function place(): string {
  if (process.platform !== 'linux') return ''
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
}

// When a process began, in whatever form the system tells it; the empty string where it tells
// nothing.
function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') return startTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    if (process.platform === 'darwin')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)])
        .toString()
        .trim()
  } catch {
    return 'gone'
  }
  return ''
}

// Field 22 of proc(5) stat. The second field is the program's name in parentheses, which may itself
// hold blanks and parentheses.
function startTicks(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
