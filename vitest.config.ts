import { defineConfig } from 'vitest/config'
import { reportSkips } from './test/skip-reporter.ts'

const quick = ['test/**/*.test.ts']
const slow = ['e2e', 'interop', 'fuzz', 'bench', 'clients', 'package'].map(
  (folder) => `test/${folder}/**`,
)

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        plugins: [reportSkips],
        test: {
          name: 'unit',
          include: quick,
          exclude: slow,
          // Half of the time would be spent importing the same modules for each file.
          isolate: false,
          // Optimising the WebAssembly of the embedded Postgres takes longer than everything the tests ask of it.
          execArgv: ['--liftoff-only', '--import', './test/threads/bundled-threads.mjs'],
          globalSetup: ['test/store/worker-folders.ts', 'test/threads/bundle-threads.ts'],
          // What is waited for takes milliseconds, but seconds on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [reportSkips],
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [reportSkips],
        test: {
          name: 'interop',
          include: ['test/interop/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [reportSkips],
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [reportSkips],
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [reportSkips],
        test: {
          name: 'fuzz',
          include: ['test/fuzz/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 1_200_000,
        },
      },
    ],
  },
})
