// Builds the program into `dist`: `npm run build`.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json')
cpSync('migrations', 'dist/migrations', { recursive: true })
cpSync('src/console/assets', 'dist/console/assets', { recursive: true })
run('dist/validation/rules/build-own.js')
run('dist/http/reference/pack-reference.js')
run('dist/store/embedded/pack-cluster.js')
await bundle()

function run(...words) {
  execFileSync(process.execPath, words, { stdio: 'inherit' })
}

/**
 * Our own modules of the command, in a few files: to load six hundred takes a seventh of a start
 * (docs/adr/0062-a-start-loads-little.md). Threads run the modules as they are.
 */
async function bundle() {
  await build({
    entryPoints: ['dist/cli/index.js'],
    outdir: 'dist',
    outbase: 'dist',
    allowOverwrite: true,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [{ name: 'places', setup: keepPlaces }],
  })
}

/** Each module finds the files beside it where it was; entry and chunks are a folder deep. */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /\.js$/ }, ({ path }) => {
    const place = posix.join('..', relative('dist', path).replaceAll(sep, posix.sep))
    const code = readFileSync(path, 'utf8')
    return {
      contents: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`),
    }
  })
}
