// A problem as lines for people: what is wrong with which file, and where.
import type { Problem } from '../problem.ts'

export function describeProblem(file: string, { detail, message, errors = [] }: Problem): string {
  const faults = errors.map(({ pointer, xpath, line, column, message: fault }) => {
    // A message about JSON says itself where it is.
    if (pointer !== undefined) return `  ${fault}`
    const place = xpath ?? (line === undefined ? '' : `line ${line}, column ${column}`)
    return `  ${place ? `${place}: ` : ''}${fault}`
  })
  return [`${file}: ${detail ?? message}`, ...faults].join('\n')
}
