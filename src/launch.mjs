#!/usr/bin/env node
// The command `fourcorner`, and what `npm start` runs: starts the built program, or says that it is
// not built.
import { existsSync } from 'node:fs'

const program = new URL('../dist/cli/index.js', import.meta.url)
if (!existsSync(program)) {
  process.stderr.write(
    'The folder dist is missing: run `npm ci`, or `npm run build` after a change.\n',
  )
  process.exit(1)
}

// npm and npx start programs through a shell, and a signal ends that shell without reaching us. So
// its end is our signal. Without npm, a program may outlive the shell that started it.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

await import(program.href)
