// Other processes, as far as the system reports them: which one it is, and whether it still runs.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process id alone says little: it is reused, and in a container it is always 1. */
export type Process = { pid: number; startedAt: string; place: string }

export function thisProcess(): Process {
  return { pid: process.pid, startedAt: startOf(process.pid), place: place() }
}

/** Where process ids mean the same: this boot of this machine, and on Linux the same container. */
export function place(): string {
  if (process.platform !== 'linux') return ''
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
}

/** Whether that very process of this place runs, and not another one with its id. */
export function isRunning({ pid, startedAt }: Process): boolean {
  return isKnown(pid) && startOf(pid) === startedAt && !isZombie(pid)
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// When a process started, in whatever form the system reports it; the empty string
// where it does not.
function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') return statOf(`/proc/${pid}`)[19] ?? ''
    if (process.platform === 'darwin') return ps('lstart', pid)
  } catch {
    return 'gone'
  }
  return ''
}

// An exited process keeps its id until its parent collects the exit status, which some never do.
// Until its last thread is gone as well, one of them may be in the middle of a write.
function isZombie(pid: number): boolean {
  try {
    if (process.platform === 'linux')
      return readdirSync(`/proc/${pid}/task`).every((id) => hasEnded(`/proc/${pid}/task/${id}`))
    return process.platform === 'darwin' && ps('state', pid).startsWith('Z')
  } catch {
    return true
  }
}

function hasEnded(thread: string): boolean {
  try {
    return /^[ZX]/i.test(statOf(thread)[0] ?? '')
  } catch {
    return true
  }
}

// What follows the name in proc(5) stat: state first (field 3), start time at [19] (field 22). The
// name is in parentheses and may itself contain spaces and parentheses.
function statOf(folder: string): string[] {
  const stat = readFileSync(`${folder}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function ps(field: string, pid: number): string {
  return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)])
    .toString()
    .trim()
}
