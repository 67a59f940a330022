// Prints `passed failed skipped` of a vitest report. Files that failed to load, a missing report and an exit code that no
// failed test explains count as failures too.
import { existsSync, readFileSync } from 'node:fs'

const [report, status] = process.argv.slice(2)
const { passed, failed, skipped } = existsSync(report)
  ? count(JSON.parse(readFileSync(report, 'utf8')))
  : nothing()
const unexplained = (status !== '0' && failed === 0) || passed + failed === 0
process.stdout.write(`${passed} ${failed + (unexplained ? 1 : 0)} ${skipped}\n`)

function count({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests,
  }
}

function nothing() {
  return { passed: 0, failed: 0, skipped: 0 }
}
