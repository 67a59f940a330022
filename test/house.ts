// The rooms of src and who may import whom, as one table, and the function that checks a file's
// imports against it.
import { posix } from 'node:path'

type Room = {
  /** Rooms whose door it may import, and files at the top of src. */
  imports: readonly string[]
  /** Packages that only this room (and those named beside it) may import. */
  packages: readonly string[]
  /** Node modules that it may import for more than their types; all others are refused. */
  builtins: readonly string[] | 'all'
  /** Values in, values out: no clock, no randomness, no console, no network. */
  isPure?: true
}

const harmless = [
  'node:assert',
  'node:assert/strict',
  'node:buffer',
  'node:path',
  'node:url',
  'node:util',
]
const pure = [...harmless, 'node:zlib']

export const rooms: Record<string, Room> = {
  http: {
    imports: ['core', 'intake', 'reception', 'billing', 'threads'],
    packages: ['fastify', '@fastify/*', 'prom-client', 'zod', 'marked'],
    builtins: [...harmless, 'node:http', 'node:net', 'node:stream', 'node:stream/promises'],
  },
  console: {
    imports: ['config', 'core', 'threads'],
    packages: ['fastify'],
    builtins: [...harmless, 'node:crypto', 'node:fs', 'node:stream'],
  },
  core: {
    imports: [
      ...['intake', 'billing', 'validation', 'pdf', 'peppol', 'as4', 'crypto'],
      ...['codelists', 'reception', 'reporting', 'store', 'threads', 'xml'],
    ],
    packages: ['fflate'],
    builtins: harmless,
  },
  intake: {
    imports: ['billing', 'peppol', 'reporting', 'threads'],
    packages: ['zod', 'tsx'],
    builtins: 'all',
  },
  threads: { imports: [], packages: [], builtins: 'all' },
  codelists: { imports: [], packages: [], builtins: ['node:fs'] },
  billing: {
    imports: ['codelists', 'xml'],
    packages: ['zod'],
    // For the digest in a UUID of version 5.
    builtins: [...pure, 'node:crypto'],
    isPure: true,
  },
  validation: {
    imports: ['codelists', 'xml', 'threads'],
    packages: ['saxon-js', 'libxml2-wasm', 'fflate', 'tsx'],
    builtins: 'all',
  },
  pdf: {
    imports: ['billing', 'xml', 'threads'],
    packages: ['pdfmake', 'bidi-js', '@expo-google-fonts/*', 'tsx'],
    builtins: 'all',
  },
  peppol: { imports: ['codelists', 'xml', 'crypto'], packages: [], builtins: pure, isPure: true },
  as4: { imports: ['xml', 'crypto'], packages: [], builtins: pure, isPure: true },
  xml: { imports: [], packages: [], builtins: pure, isPure: true },
  crypto: {
    imports: ['xml'],
    packages: ['node-forge'],
    builtins: [...pure, 'node:crypto'],
    isPure: true,
  },
  reception: {
    imports: ['as4', 'peppol', 'crypto', 'xml'],
    packages: [],
    builtins: [...harmless, 'node:events', 'node:http'],
  },
  reporting: {
    imports: ['peppol', 'crypto', 'xml'],
    packages: [],
    builtins: pure,
    isPure: true,
  },
  net: { imports: ['threads'], packages: ['undici'], builtins: 'all' },
  revocation: {
    imports: ['peppol', 'crypto', 'threads'],
    packages: ['tsx'],
    builtins: [...harmless, 'node:timers/promises'],
  },
  // tsx starts the database thread from its source on Node 20; the built program never needs it.
  store: {
    imports: ['xml', 'threads'],
    packages: ['pg', '@electric-sql/pglite', 'aws4', 'undici', 'tsx'],
    builtins: 'all',
  },
  sandbox: {
    imports: ['codelists', 'peppol', 'as4', 'crypto', 'reception', 'reporting', 'xml', 'net'],
    packages: ['dns-packet', 'node-forge'],
    builtins: 'all',
  },
}

/**
 * The sub-rooms of core, and those of the others that each may import. Files at its root are for
 * all of them, and know only `runtime`; housekeeping calls what runs on the clock.
 */
const coreRooms: Record<string, readonly string[]> = {
  runtime: [],
  identity: [],
  simulation: ['runtime'],
  access: ['identity', 'runtime'],
  network: ['access', 'runtime'],
  tracking: ['access', 'reporting', 'runtime'],
  reporting: ['identity', 'network', 'simulation'],
  deliver: ['access', 'identity', 'network', 'reporting', 'runtime', 'simulation'],
  submit: ['access', 'deliver', 'identity', 'network', 'reporting', 'runtime', 'simulation'],
  receive: [
    ...['access', 'deliver', 'identity', 'network', 'runtime', 'simulation'],
    ...['reporting', 'submit', 'tracking'],
  ],
  evidence: ['access', 'receive', 'tracking'],
  operations: [
    ...['access', 'identity', 'network', 'receive', 'reporting', 'runtime', 'submit', 'tracking'],
  ],
  webhooks: ['access', 'deliver', 'runtime', 'tracking'],
}
const rootOfCore: Record<string, readonly string[]> = {
  'core/housekeeping.ts': ['evidence', 'identity', 'network', 'operations', 'reporting'],
}

/** The reference is read from files that the build has packed. */
const reference: Room = {
  ...rooms.http!,
  builtins: [...rooms.http!.builtins, 'node:fs', 'node:fs/promises', 'node:zlib'],
}
/** Settings: environment, limits, and one frozen Config. It knows no other room. */
const config: Room = {
  imports: [],
  packages: ['zod'],
  builtins: ['node:fs', 'node:net', ...harmless],
}
/** `main` and `app`: they wire the rooms together. */
const entries: Room = {
  imports: [...Object.keys(rooms), 'config', 'setup', 'process'],
  packages: [],
  builtins: 'all',
}
/** What `app.ts` opens before it listens. */
const setup: Room = {
  imports: [
    ...['config', 'http', 'core', 'intake', 'reception', 'pdf', 'validation', 'sandbox', 'store'],
    ...['net', 'revocation', 'as4', 'peppol', 'crypto', 'threads'],
  ],
  packages: [],
  builtins: [...harmless, 'node:crypto', 'node:fs', 'node:fs/promises', 'node:os'],
}
/** One machine, several processes: each worker process runs the app. */
const processes: Room = {
  imports: ['app.ts', 'config', 'setup', 'http', 'core', 'sandbox'],
  packages: ['pino'],
  builtins: 'all',
}
/** The command talks to people, never through the http room. */
const command: Room = {
  imports: [
    ...['main.ts', 'app.ts', 'problem.ts', 'config', 'setup', 'process'],
    ...Object.keys(rooms).filter((room) => room !== 'http'),
  ],
  packages: ['commander', 'pino'],
  builtins: 'all',
}
const entryRooms: Record<string, Room> = { config, setup, process: processes, cli: command }
const topFiles: Record<string, Room> = {
  'main.ts': { ...entries, imports: [...entries.imports, 'app.ts'], packages: ['pino'] },
  'app.ts': entries,
  'launch.mjs': { ...entries, imports: [...entries.imports, 'main.ts', 'app.ts'] },
  'problem.ts': { imports: [], packages: [], builtins: [] },
}
const problemReaders = ['http', 'console', 'core', 'intake']
/** Their importers pick single files: entries load no more than they need. */
const withoutDoor = ['http', 'core', 'config', 'setup', 'process']
const computedImports = ['launch.mjs']
/** The launcher runs before the program, and asks whether npm has started it. */
const environmentReaders = ['config/environment.ts', 'launch.mjs']
const outside = /^\.\.\/(package\.json|openapi\/openapi\.json|dist\/.+)$/
const forbiddenNames = [
  ...['utils', 'util', 'helpers', 'helper', 'common', 'misc'],
  ...['manager', 'handler', 'base', 'impl', 'data', 'info'],
]

type Import = { specifier: string; isType: boolean }

/**
 * What is wrong with a file of src, one sentence each; empty when it follows the house rules.
 * @param path relative to src, with forward slashes
 */
export function faultsOf(path: string, source: string): string[] {
  const code = withoutComments(source)
  const where = placeOf(path)
  if (!where) return [`${path}: '${path.split('/')[0]}' is no room of the house`]
  const faults = [
    ...nameFaults(path),
    ...importsOf(code).flatMap((found) => importFaults(path, where, found)),
    ...environmentFaults(path, code),
    ...(where.room.isPure ? impurities(code) : []),
  ]
  if (isComputed(code) && !computedImports.includes(path))
    faults.push('imports a name that is computed')
  return faults.map((fault) => `${path}: ${fault}`)
}

/** The packages that a file imports, without the paths inside them. */
export function packagesOf(source: string): string[] {
  return importsOf(withoutComments(source))
    .map(({ specifier }) => /^(@[^/]+\/)?[a-z][^/:]*(?=\/|$)/.exec(specifier)?.[0] ?? '')
    .filter(Boolean)
}

/**
 * The imports that lead back to where they began, each as the files along the way; types count too.
 * @param sources by path relative to src
 */
export function circlesAmong(sources: ReadonlyMap<string, string>): string[] {
  return circlesIn(
    new Map([...sources].map(([path, source]) => [path, neighboursOf(path, source)])),
  )
}

/** The ways that lead back to where they began, each as what lies along it. */
export function circlesIn(neighbours: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) circles.push([...way.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const next of neighbours.get(path) ?? []) walk(next, [...way, path])
    done.add(path)
  }
  for (const path of neighbours.keys()) walk(path, [])
  return circles
}

export function neighboursOf(path: string, source: string): string[] {
  return importsOf(withoutComments(source))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.normalize(posix.join(posix.dirname(path), specifier)))
}

const lineMax = 100

/** The lines that are too long, not counting a URL, a URN or base64 that cannot be broken. */
export function longLines(source: string): string[] {
  return source.split('\n').filter((line) => {
    const breakable = line
      .replace(/(https?:|urn:)[^\s'"`<)]+/g, '')
      .replace(/[A-Za-z0-9+/=]{60,}/g, '')
    return breakable.length > lineMax
  })
}

type Place = { name: string; room: Room }

function placeOf(path: string): Place | undefined {
  const [first = '', ...rest] = path.split('/')
  if (path.startsWith('http/reference/')) return { name: first, room: reference }
  const room = rest.length === 0 ? topFiles[first] : (rooms[first] ?? entryRooms[first])
  return room && { name: first, room }
}

function nameFaults(path: string): string[] {
  const parts = path.split('/')
  const kebab = parts.every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)?$/.test(part))
  const words = parts.map((part) => part.replace(/\.[a-z]+$/, ''))
  return [
    ...(kebab ? [] : ['the name is not kebab-case']),
    ...words
      .filter((word) => forbiddenNames.includes(word))
      .map((word) => `'${word}' says nothing`),
  ]
}

function importFaults(path: string, where: Place, found: Import): string[] {
  const { specifier, isType } = found
  if (specifier.startsWith('.'))
    return isFolder(specifier) ? [] : fileFaults(path, where, specifier)
  if (specifier.startsWith('node:')) return builtinFaults(where, found)
  if (/^(file:|data:|https?:|\/)/.test(specifier))
    return [`imports '${specifier}', which is not a module of ours`]
  const owners = Object.values({ ...rooms, reference, ...entryRooms, ...topFiles }).filter((room) =>
    owns(room, specifier),
  )
  if (owners.length === 0) return [`imports the package '${specifier}', which no room owns`]
  const isEntry = where.name in topFiles || where.name in entryRooms
  if (owners.includes(where.room) || (isType && isEntry)) return []
  return [`imports the package '${specifier}', which belongs to another room`]
}

// A folder is read, not run: the migrations, beside the sources or inside the built program.
function isFolder(specifier: string): boolean {
  return specifier.endsWith('/')
}

function owns({ packages }: Room, specifier: string): boolean {
  return packages.some((name) =>
    name.endsWith('/*')
      ? specifier.startsWith(name.slice(0, -1))
      : specifier === name || specifier.startsWith(`${name}/`),
  )
}

function builtinFaults({ room }: Place, { specifier, isType }: Import): string[] {
  if (isType || room.builtins === 'all' || room.builtins.includes(specifier)) return []
  return [`uses '${specifier}', which is not for this room`]
}

function fileFaults(path: string, where: Place, specifier: string): string[] {
  const target = posix.normalize(posix.join(posix.dirname(path), specifier))
  if (target.startsWith('..'))
    return outside.test(target) ? [] : [`imports '${target}', outside src`]
  const [first = '', ...rest] = target.split('/')
  const isTop = rest.length === 0
  if (where.name === first && !isTop) return first === 'core' ? coreFaults(path, target) : []
  if (isTop) return topFileFaults(where, target)
  if (first === 'cli')
    return path === 'launch.mjs' ? [] : [`imports '${target}': only the launcher runs the command`]
  if (!where.room.imports.includes(first))
    return [`imports '${target}': ${where.name} may not know ${first}`]
  const isDoor = rest.length === 1 && rest[0] === 'index.ts'
  return isDoor || withoutDoor.includes(first)
    ? []
    : [`imports '${target}': not the door of ${first}`]
}

function coreFaults(path: string, target: string): string[] {
  const [from, to] = [coreRoomOf(path), coreRoomOf(target)]
  if (to === undefined || from === to) return []
  const allowed = from === undefined ? ['runtime', ...(rootOfCore[path] ?? [])] : coreRooms[from]
  if (!allowed) return [`'core/${from}' is no room of core`]
  const name = from === undefined ? 'the root of core' : `core/${from}`
  return allowed.includes(to) ? [] : [`imports '${target}': ${name} may not know core/${to}`]
}

/** The sub-room of core that a file is in; undefined at the root of core, and outside. */
export function coreRoomOf(path: string): string | undefined {
  const [room, folder, ...rest] = path.split('/')
  return room === 'core' && rest.length > 0 ? folder : undefined
}

function topFileFaults({ name, room }: Place, target: string): string[] {
  if (room.imports.includes(target)) return []
  if (target === 'problem.ts' && problemReaders.includes(name)) return []
  return [`imports '${target}': ${name} may not know what stands above it`]
}

function environmentFaults(path: string, code: string): string[] {
  if (environmentReaders.includes(path)) return []
  const reads = [
    /\bprocess\s*\??\.\s*env\b|\bprocess\s*(\?\.)?\s*\[\s*['"`]env/,
    /\benv\b[^=\n]*\}\s*=\s*process\b|['"]node:process['"]/,
  ]
  return reads.some((form) => form.test(code))
    ? ['reads the environment, which only config/environment.ts does']
    : []
}

const impure = {
  'a clock': /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\./,
  'a timer': /\bset(Timeout|Interval|Immediate)\(/,
  chance: /\bMath\.random\b|\bcrypto\.(randomUUID|getRandomValues)\b/,
  'the console': /\bconsole\.|\bprocess\.std(out|err)\b/,
  'the network': /\bfetch\(/,
}

function impurities(code: string): string[] {
  return Object.entries(impure).flatMap(([what, pattern]) =>
    pattern.test(code) ? [`uses ${what} in a pure room`] : [],
  )
}

const statement = /^\s*(?:import|export)\s(?:([^'"`;]*?)\sfrom\s*)?\s*(['"])([^'"\n]+)\2/gm
const call = /\b(?:import|require|import\.meta\.resolve)\s*\(\s*(['"])([^'"\n]+)\1/g
const url = /\bnew URL\(((?:(?!new URL\()[^;])*?),\s*import\.meta\.url/g

/** Static and dynamic imports, and files named as `new URL(…, import.meta.url)`, mostly workers. */
function importsOf(code: string): Import[] {
  const stated = [...code.matchAll(statement)].map(([, names = '', , specifier = '']) => ({
    specifier,
    isType: isTypeOnly(names),
  }))
  const called = [...code.matchAll(call)].map(([, , specifier = '']) => specifier)
  const located = [...code.matchAll(url)].flatMap(([, expression = '']) => literalsIn(expression))
  return [...stated, ...[...called, ...located].map((specifier) => ({ specifier, isType: false }))]
}

function isTypeOnly(names: string): boolean {
  if (/^type\s/.test(names)) return true
  const listed = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  const each = listed?.split(',').map((name) => name.trim())
  return each?.filter(Boolean).every((name) => name.startsWith('type ')) ?? false
}

function isComputed(code: string): boolean {
  if (/\b(?:import|require)\s*\(\s*(?!['"])/.test(code)) return true
  return [...code.matchAll(url)].some(([, expression = '']) => literalsIn(expression).length === 0)
}

function literalsIn(expression: string): string[] {
  return [...expression.matchAll(/(['"])([^'"\n]+)\1/g)].map(([, , text = '']) => text)
}

// Comments may name what code must not. Ours stand on lines of their own; a trailing comment is
// checked with its code.
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
