// Bundles the code of each thread into one file for the unit tests: loading it from its sources
// takes longer than most of what a test asks of a thread. (`globalSetup` in vitest.config.ts;
// bundled-threads.mjs is what the workers of vitest load.)
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { TestProject } from 'vitest/node'

// Packages are found from there.
const folder = resolve(`node_modules/.cache/fourcorner-threads-${process.pid}`)

export async function setup(project: TestProject): Promise<void> {
  process.env.FOURCORNER_THREADS = folder
  project.onTestsRerun(bundle)
  await bundle()
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

async function bundle(): Promise<void> {
  await build({
    entryPoints: readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('worker-from-source.mjs'))
      .map((path) => join('src', path, '../worker.ts')),
    outdir: folder,
    outbase: 'src',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [{ name: 'places', setup: keepPlaces }],
  })
}

/** Each module finds the files beside it where they are. */
function keepPlaces({ onLoad }: Parameters<Plugin['setup']>[0]): void {
  onLoad({ filter: /\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replaceAll(
      'import.meta.url',
      JSON.stringify(pathToFileURL(path).href),
    ),
    loader: 'ts',
  }))
}
