// Prints `passed failed skipped` of a vitest report, then a line for each failed test: its name and the first line of why.
// Files that failed to load, a missing report and an exit code that no failed test explains count as failures too; then
// the end of what it printed says why. `RUN.json` is the report, `RUN.log` what was printed.
import { existsSync, readFileSync } from 'node:fs'

const [run, status] = process.argv.slice(2)
const report = `${run}.json`
const { passed, failed, skipped, failures } = existsSync(report)
  ? count(JSON.parse(readFileSync(report, 'utf8')))
  : nothing()
const unexplained = (status !== '0' && failed === 0) || passed + failed === 0
const counts = `${passed} ${failed + (unexplained ? 1 : 0)} ${skipped}`
const told = unexplained
  ? [`exit code ${status}, and no failed test; it ended with:`, ...ending()]
  : failures
process.stdout.write([counts, ...told].map((line) => `${line}\n`).join(''))

function count({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests,
    failures: [
      ...unloaded.map(({ name, message }) => `${name}: ${firstLine(message)}`),
      ...testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter((test) => test.status === 'failed')
        .map((test) => `${test.fullName}: ${firstLine(test.failureMessages.join(' '))}`),
    ],
  }
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}

function nothing() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] }
}

function ending() {
  return readFileSync(`${run}.log`, 'utf8').trimEnd().split('\n').slice(-20)
}
