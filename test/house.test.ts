import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { longFunctions } from './function-lines.ts'
import {
  circlesAmong,
  circlesIn,
  coreRoomOf,
  faultsOf,
  longLines,
  neighboursOf,
  packagesOf,
  rooms,
} from './house.ts'

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, posix.sep))
    .filter((path) => /\.(ts|mjs)$/.test(path))
}

const files = filesIn('src')

function isWithin(paths: readonly string[], group: readonly string[]): boolean {
  return paths.every((path) => group.includes(path))
}

describe('the house', () => {
  it('has no forbidden import, name, package or clock', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.flatMap((path) => faultsOf(path, readFileSync(join('src', path), 'utf8'))),
    ).toEqual([])
  })

  it('depends on the packages that it imports, and on no others', () => {
    const imported = new Set(
      files.flatMap((path) => packagesOf(readFileSync(join('src', path), 'utf8'))),
    )
    // Only the sources and the build need them: Node 20 the first, the pages of /docs the others.
    for (const name of ['tsx', 'marked', '@fastify/swagger', '@fastify/swagger-ui'])
      imported.delete(name)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const declared = Object.keys({ ...dependencies, ...optionalDependencies })
    expect(declared.sort()).toEqual([...imported].sort())
  })

  // A grammar is recursive, and so is the code that reads it or writes code for it.
  const grammars = [
    ['parse-path', 'parser'].map((name) => `validation/compiler/${name}.ts`),
    ['call', 'comparison', 'expression', 'path', 'predicate'].map(
      (name) => `validation/compiler/generate/${name}.ts`,
    ),
  ]

  it('has no circle of files but the two grammars', () => {
    const sources = new Map(
      files.map((path) => [path, readFileSync(join('src', path), 'utf8')] as const),
    )
    const others = circlesAmong(sources).filter(
      (circle) => !grammars.some((grammar) => isWithin(circle.split(' → '), grammar)),
    )
    expect(others).toEqual([])
  })

  it('has no circle of the sub-rooms of core', () => {
    const rooms = new Map<string, Set<string>>()
    for (const path of files) {
      const room = coreRoomOf(path)
      if (room === undefined) continue
      const known = rooms.get(room) ?? new Set()
      for (const target of neighboursOf(path, readFileSync(join('src', path), 'utf8'))) {
        const other = coreRoomOf(target)
        if (other !== undefined && other !== room) known.add(other)
      }
      rooms.set(room, known)
    }
    expect(rooms.size).toBeGreaterThan(10)
    expect(circlesIn(rooms)).toEqual([])
  })

  it('has four files at the root of src at most, and no folder of more than 60', () => {
    const folders = new Map<string, string[]>()
    for (const path of files) {
      const folder = posix.dirname(path)
      folders.set(folder, [...(folders.get(folder) ?? []), path])
    }
    expect(folders.get('.')?.length).toBeLessThanOrEqual(4)
    const large = [...folders].filter(([, own]) => own.length > 60)
    expect(large.map(([folder]) => folder)).toEqual([])
  })

  it('has no line of more than 100 characters', () => {
    const written = ['src', 'test', 'schematron'].flatMap((folder) =>
      filesIn(folder).map((path) => join(folder, path)),
    )
    const long = written.flatMap((path) =>
      longLines(readFileSync(path, 'utf8')).map((line) => `${path}: ${line}`),
    )
    expect(long).toEqual([])
  })

  it('has no function of more than 120 own lines', () => {
    const long = files.flatMap((path) =>
      longFunctions(path, readFileSync(join('src', path), 'utf8'), 120),
    )
    expect(long).toEqual([])
  }, 60_000)

  it('gives every room a door, except those that app.ts picks from', () => {
    const standing = new Set(
      files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!),
    )
    for (const room of standing)
      if (room in rooms && room !== 'http' && room !== 'core')
        expect(files).toContain(`${room}/index.ts`)
  })
})

const allowed = [
  ['app.ts', "import { openNet } from './net/index.ts'"],
  ['app.ts', "import { startWork } from './core/deliver/work.ts'"],
  ['app.ts', "import type { FastifyInstance } from 'fastify'"],
  ['main.ts', "import { pino } from 'pino'"],
  ['cli/token.ts', "import { createToken } from '../core/access/token.ts'"],
  ['process/worker.ts', "import { startApp } from '../app.ts'"],
  ['setup/spool.ts', "import type { Spool } from '../as4/index.ts'"],
  ['setup/spool.ts', "import { readConfig } from '../config/config.ts'"],
  ['core/housekeeping.ts', "import { signAudit } from './evidence/sign-audit.ts'"],
  ['core/submit/submit.ts', "import { deliver } from '../deliver/deliver.ts'"],
  ['http/auth.ts', "import { authenticate } from '../core/access/authenticate.ts'"],
  ['http/body.ts', "import { Problem } from '../problem.ts'"],
  ['http/reference/guides.ts', "import { readFile } from 'node:fs/promises'"],
  ['http/reference/openapi.ts', "import swagger from '@fastify/swagger'"],
  ['intake/json.ts', "import { z } from 'zod'"],
  ['core/submit/submit.ts', "import { toUbl } from '../../billing/index.ts'"],
  ['core/submit/submit.ts', "import type { Intake } from '../../intake/index.ts'"],
  ['billing/model/document.ts', "import { kinds } from '../kinds.ts'"],
  ['as4/receiver.ts', "import type { X509Certificate } from 'node:crypto'"],
  ['reception/arrival.ts', "import { parseSbdTree } from '../peppol/index.ts'"],
  ['as4/receiver.ts', "import { gunzipSync } from 'node:zlib'"],
  [
    'store/embedded/start.ts',
    "const worker = new URL(fast ? './a.ts' : './b.mjs', import.meta.url)",
  ],
  ['config/config.ts', "readFileSync(new URL('../../package.json', import.meta.url))"],
  ['config/config.ts', "import { readEnvironment } from './environment.ts'"],
  ['config/environment.ts', 'const given = { ...process.env }'],
  ['store/postgres/migrate.ts', "readdir(new URL('../../../migrations/', import.meta.url))"],
  ['store/postgres/migrate.ts', "readdir(new URL('../../migrations/', import.meta.url))"],
  ['xml/write.ts', '// A comment may speak of process.env and of Date.now().\nexport const a = 1'],
  ['xml/write.ts', "throw new Error(`no move from 'nothing' to ` + to)"],
] as const

const refused = [
  ['store/jobs.ts', "import { moveOn } from '../core/status.ts'", 'store may not know core'],
  ['peppol/lookup.ts', "import { post } from '../as4/index.ts'", 'peppol may not know as4'],
  [
    'reception/arrival.ts',
    "import { openStore } from '../store/index.ts'",
    'reception may not know store',
  ],
  ['as4/sender.ts', "import { lookup } from '../peppol/index.ts'", 'as4 may not know peppol'],
  ['http/invoices.ts', "import { openStore } from '../store/index.ts'", 'http may not know store'],
  ['intake/steps.ts', "import { a } from '../http/json.ts'", 'intake may not know http'],
  ['cli/convert.ts', "import { a } from '../http/json.ts'", 'cli may not know http'],
  ['core/deliver.ts', "import { openNet } from '../net/index.ts'", 'core may not know net'],
  ['core/deliver.ts', "import type { Reply } from '../http/zod.ts'", 'core may not know http'],
  [
    'core/deliver.ts',
    "import { startSandbox } from '../sandbox/index.ts'",
    'core may not know sandbox',
  ],
  ['core/submit.ts', "import type { Document } from '../store/facts.ts'", 'not the door of store'],
  ['core/submit.ts', "export * from '../billing/kinds.ts'", 'not the door of billing'],
  ['app.ts', "import { lookup } from './peppol/lookup.ts'", 'not the door of peppol'],
  ['core/submit.ts', "import {\n  a,\n  b,\n} from '../http/errors.ts'", 'core may not know http'],
  ['core/submit.ts', "const { app } = await import('../app.ts')", 'what stands above it'],
  [
    'core/submit.ts',
    "import { readConfig } from '../config/config.ts'",
    'core may not know config',
  ],
  ['intake/steps.ts', "import { a } from '../core/validate.ts'", 'intake may not know core'],
  [
    'core/deliver/work.ts',
    "import { submit } from '../submit/submit.ts'",
    'core/deliver may not know core/submit',
  ],
  [
    'core/record.ts',
    "import { track } from './tracking/track.ts'",
    'the root of core may not know core/tracking',
  ],
  ['core/parts/a.ts', "import { b } from '../submit/b.ts'", 'is no room of core'],
  ['setup/spool.ts', "import { page } from '../console/index.ts'", 'setup may not know console'],
  ['setup/spool.ts', "import { startApp } from '../app.ts'", 'what stands above it'],
  ['process/log.ts', "import { openNet } from '../net/index.ts'", 'process may not know net'],
  ['config/config.ts', "import { a } from '../store/index.ts'", 'config may not know store'],
  ['loose.ts', '', 'is no room of the house'],
  ['as4/mime.ts', "import { Problem } from '../problem.ts'", 'what stands above it'],
  ['core/work.ts', "type Store = import('../net/index.ts').Net", 'core may not know net'],
  [
    'pdf/index.ts',
    "new Worker(new URL('../store/worker.ts', import.meta.url))",
    'pdf may not know store',
  ],
  [
    'core/work.ts',
    "import { startCommand } from '../cli/start.ts'",
    'only the launcher runs the command',
  ],
  ['core/work.ts', "import { child } from '../../test/e2e/gateway-process.ts'", 'outside src'],
  ['net/post.ts', "import x from '../../node_modules/pg/lib/index.js'", 'outside src'],
  ['core/work.ts', 'await import(name)', 'computed'],
  ['core/work.ts', 'new Worker(new URL(name, import.meta.url))', 'computed'],
  ['core/submit.ts', "import { z } from 'zod'", "the package 'zod'"],
  ['peppol/smp.ts', "import { z } from 'zod'", "the package 'zod'"],
  ['peppol/smp.ts', "import forge from 'node-forge'", "the package 'node-forge'"],
  ['core/work.ts', "import pg from 'pg'", "the package 'pg'"],
  ['core/work.ts', "import type { Pool } from 'pg'", "the package 'pg'"],
  ['app.ts', "import fastify from 'fastify'", "the package 'fastify'"],
  ['http/server.ts', "import { request } from 'undici'", "the package 'undici'"],
  ['core/work.ts', "import 'left-pad'", 'which no room owns'],
  ['as4/cipher.ts', "import { createCipheriv } from 'node:crypto'", "uses 'node:crypto'"],
  ['peppol/sml.ts', "import { resolve } from 'node:dns/promises'", "uses 'node:dns/promises'"],
  ['http/routes/pdf.ts', "import { readFile } from 'node:fs/promises'", "uses 'node:fs/promises'"],
  ['core/find.ts', "import { readFile } from 'node:fs/promises'", "uses 'node:fs/promises'"],
  ['billing/complete.ts', 'const today = new Date()', 'a clock'],
  ['as4/sender.ts', 'const id = Math.random()', 'chance'],
  ['peppol/smp.ts', 'const answer = await fetch(url)', 'the network'],
  ['xml/parse.ts', "console.log('here')", 'the console'],
  ['config/config.ts', 'const { DATA_DIR } = process.env', 'only config/environment.ts'],
  ['core/work.ts', 'const { DATA_DIR } = process.env', 'only config/environment.ts'],
  ['core/work.ts', "const dir = process['env'].DATA_DIR", 'only config/environment.ts'],
  ['core/work.ts', 'const { env } = process', 'only config/environment.ts'],
  ['main.ts', "import { env } from 'node:process'", 'only config/environment.ts'],
  ['core/utils.ts', '', "'utils' says nothing"],
  ['core/helpers/text.ts', '', "'helpers' says nothing"],
  ['core/readDocument.ts', '', 'not kebab-case'],
  ['services/invoice.ts', '', 'no room of the house'],
] as const

describe('the check of the house rules', () => {
  it('tells packages from files and from Node modules', () => {
    const source =
      "import a from '@electric-sql/pglite/nodefs'\nimport b from './b.ts'\nimport c from " +
      "'node:fs'\nimport d from 'pg'"
    expect(packagesOf(source)).toEqual(['@electric-sql/pglite', 'pg'])
  })

  it.each(allowed)('lets %s say: %s', (path, source) => {
    expect(faultsOf(path, source)).toEqual([])
  })

  it.each(refused)('refuses in %s: %s', (path, source, words) => {
    expect(faultsOf(path, source).join('\n')).toContain(words)
  })
})

describe('a circle', () => {
  const sources = new Map([
    ['core/a.ts', "import { b } from './b.ts'"],
    ['core/b.ts', "import type { C } from './c.ts'"],
    ['core/c.ts', "import { d } from './d.ts'"],
    ['core/d.ts', "import { a } from './a.ts'"],
  ])

  it('is detected, whether of values or of types', () => {
    expect(circlesAmong(sources)).toEqual([
      'core/a.ts → core/b.ts → core/c.ts → core/d.ts → core/a.ts',
    ])
  })

  it('is not reported where two paths lead to one file', () => {
    expect(
      circlesAmong(new Map([...sources, ['core/d.ts', "import { join } from 'node:path'"]])),
    ).toEqual([])
  })
})

describe('a long line', () => {
  it('is detected', () => expect(longLines(`${'a '.repeat(50)}b`)).toHaveLength(1))

  it('is not reported for a URL, URN or base64', () => {
    const tokens = [
      `https://a.example/${'a'.repeat(90)}`,
      `urn:${'a:'.repeat(50)}`,
      'A'.repeat(101),
    ]
    expect(tokens.flatMap(longLines)).toEqual([])
  })
})
