// The output of `fourcorner as4`: JSON lines on standard output.

import { jsonLine } from './foreign-text.ts'

/**
 * Lines that are close in time go out together: one write per line cost as much
 * as an RSA signature.
 */
const delayMs = 20

let waiting = ''
let isLeaving = false

// An error that ends the program at once loses no line.
process.once('exit', leave)

/** Prints one JSON object per line. */
export function printLine(event: Record<string, unknown>): void {
  waiting += `${jsonLine(event)}\n`
  if (isLeaving) return
  isLeaving = true
  setTimeout(leave, delayMs)
}

function leave(): void {
  process.stdout.write(waiting)
  waiting = ''
  isLeaving = false
}
