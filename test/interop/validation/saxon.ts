// Saxon-HE, the engine whose verdicts count: fetched with Maven, run by a JDK. Without them these tests are skipped; in
// CI they fail.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fetchWithMaven } from '../../../src/validation/rules/maven.ts'
import type { Said } from './official.ts'

const artifacts = ['net.sf.saxon:Saxon-HE:12.9', 'org.xmlresolver:xmlresolver:5.3.3']
const jars = ['Saxon-HE-12.9.jar', 'xmlresolver-5.3.3.jar']
const folder = path.join(tmpdir(), 'fourcorner-saxon-he-12.9')
const program = path.resolve('test/interop/validation/Saxon.java')

const lacks = ['java', 'mvn'].filter((command) => spawnSync(command, ['-version']).error)

/** Why the comparison cannot be made here; undefined when it can. */
export const saxonLack =
  lacks.length > 0 && !process.env.CI ? `there is no ${lacks.join(' and no ')}` : undefined

/** What a stylesheet says of each file, in their order. */
export async function askSaxon(stylesheet: string, files: string[]): Promise<Said[]> {
  mkdirSync(folder, { recursive: true })
  if (!jars.every((jar) => existsSync(path.join(folder, jar)))) await fetchWithMaven(artifacts, folder)
  const list = path.join(folder, `list-${process.pid}`)
  writeFileSync(list, files.join('\n'))
  const classPath = jars.map((jar) => path.join(folder, jar)).join(path.delimiter)
  const output = execFileSync('java', ['-cp', classPath, program, stylesheet, list], {
    maxBuffer: 1024 * 1024 * 1024,
    encoding: 'utf8',
  })
  return output
    .trim()
    .split('\n')
    .map((line) => sorted(JSON.parse(line) as Said))
}

// Java sorts by UTF-16 units as JavaScript does, but let neither depend on it.
function sorted(said: Said): Said {
  return 'findings' in said ? { findings: said.findings.sort() } : said
}

/** The bytes of each document in a file of its own. */
export function writeDocuments(documents: readonly (Uint8Array | string)[]): string[] {
  const place = path.join(folder, `documents-${process.pid}`)
  mkdirSync(place, { recursive: true })
  return documents.map((bytes, at) => {
    const file = path.join(place, `${at}.xml`)
    writeFileSync(file, bytes)
    return file
  })
}

export function readAll(files: readonly string[]): Buffer[] {
  return files.map((file) => readFileSync(file))
}
