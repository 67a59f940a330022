// How Linux schedules the threads of a process: field 41 of /proc/PID/task/TID/stat, proc(5).
import { readdirSync, readFileSync } from 'node:fs'

const names = ['other', 'fifo', 'round robin', 'batch']

export function policiesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // The name of a program, the second field, may hold blanks and parentheses.
    const fromThird = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return names[Number(fromThird[41 - 3])] ?? 'unknown'
  })
}
