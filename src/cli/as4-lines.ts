// What `fourcorner as4` says: JSON lines on standard output.

/** Lines of the same moment go out together: a write for each cost as much as an RSA signature. */
const delayMs = 20

let waiting = ''
let isLeaving = false

// A fault that ends the program at once takes no line with it.
process.once('exit', leave)

/** One JSON object a line. */
export function say(event: Record<string, unknown>): void {
  waiting += `${JSON.stringify(event)}\n`
  if (isLeaving) return
  isLeaving = true
  setTimeout(leave, delayMs)
}

function leave(): void {
  process.stdout.write(waiting)
  waiting = ''
  isLeaving = false
}
