// A problem as lines for people: what is wrong with which file, and where.
import type { Problem } from '../problem.ts'

export function describeProblem(file: string, { detail, message, errors = [] }: Problem): string {
  const faults = errors.map(({ pointer, xpath, line, column, message: fault }) => {
    // A message about JSON says itself where it is.
    if (pointer !== undefined) return `  ${fault}`
    const place = xpath ?? (line === undefined ? '' : `line ${line}, column ${column}`)
    return `  ${place ? `${place}: ` : ''}${fault}`
  })
  const whole = detail ?? message
  // A single fault is the whole problem.
  const isWhole = errors.length === 1 && whole.includes(errors[0]!.message)
  return [`${file}: ${whole}`, ...(isWhole ? [] : faults)].join('\n')
}
