// The output of `fourcorner validate`: text for people, or one JSON line per document for
// programs; and its progress.
import type { ValidationReport } from '../core/validate.ts'
import { foreignText, jsonLine } from './foreign-text.ts'

export type Judged = { file: string } & ValidationReport

export type Report = {
  add(judged: Judged): void
  /** Returns how many were invalid. */
  end(): number
}

export const formats = { text: describeVerdict, jsonl: inJson }

export function startReport(
  format: keyof typeof formats,
  total: number,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Report {
  const bar = startBar(total)
  const count = { valid: 0, invalid: 0 }
  return {
    add(judged) {
      count[judged.valid ? 'valid' : 'invalid']++
      bar.clear()
      write(`${formats[format](judged)}\n`)
      bar.show(count.valid + count.invalid, judged.file)
    },
    end() {
      bar.clear()
      if (format === 'text') write(`${count.valid} valid, ${count.invalid} invalid\n`)
      return count.invalid
    },
  }
}

// Findings have the same shape as in the API.
function inJson({ file, valid, ruleSets, findings }: Judged): string {
  return jsonLine({ file, valid, ruleSets, findings })
}

function describeVerdict({ file, valid, ruleSets, findings }: Judged): string {
  const asked = ruleSets.map(({ id, version, pack, note }) => {
    return `${id} ${version} (${pack}${note ? `; ${note}` : ''})`
  })
  const lines = findings.map(({ rule, severity, pointer, xpath, line, column, message }) => {
    const flag = severity === 'error' ? 'fatal' : severity
    const at = foreignText(pointer ?? xpath ?? '/')
    const place =
      line === undefined || pointer !== undefined ? at : `${at} (line ${line}, column ${column})`
    return `  ${flag.padEnd(7)} ${rule} at ${place}\n          ${foreignText(message)}`
  })
  return [
    `${foreignText(file)}: ${valid ? 'valid' : 'invalid'}`,
    ...(asked.length ? [`  by ${asked.join(', ')}`] : []),
    ...lines,
  ].join('\n')
}

const barWidth = 30

/** On standard error, so that it never mixes with the results, and only on a terminal. */
export function startBar(total: number): { show(done: number, file: string): void; clear(): void } {
  const { isTTY } = process.stderr
  return {
    show(done, file) {
      if (!isTTY || done === total) return
      const filled = Math.round((done / total) * barWidth)
      const bar = '#'.repeat(filled).padEnd(barWidth, '-')
      process.stderr.write(`[${bar}] ${done} of ${total}  ${foreignText(file.slice(-40))}`)
    },
    clear() {
      if (isTTY) process.stderr.write('\r\u001b[2K')
    },
  }
}
