// Saxon-HE, the reference engine: fetched with Maven, run by a JDK. Without them these tests are
// skipped; in CI they fail.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fetchWithMaven } from '../../../src/validation/rules/maven.ts'
import type { Said } from './official.ts'

const artifacts = ['net.sf.saxon:Saxon-HE:12.9', 'org.xmlresolver:xmlresolver:5.3.3']
const jars = ['Saxon-HE-12.9.jar', 'xmlresolver-5.3.3.jar']
const jarFolder = path.join(tmpdir(), 'fourcorner-saxon-he-12.9')
const program = path.resolve('test/interop/validation/Saxon.java')
const lacks = ['java', 'mvn'].filter((command) => spawnSync(command, ['-version']).error)

/** Why the comparison is impossible here; undefined when it is possible. */
export const saxonLack =
  lacks.length > 0 && !process.env.CI ? `there is no ${lacks.join(' and no ')}` : undefined

/** One virtual machine that answers one question after another. */
export type Saxon = {
  /**
   * The results of a stylesheet for each file, in order. Rejects when the machine ends
   * before it has answered.
   */
  ask(stylesheet: string, files: readonly string[]): Promise<Said[]>
  /** Writes each document to a file of its own, which is deleted when this is closed. */
  write(documents: readonly (Uint8Array | string)[]): string[]
  close(): void
}

export async function openSaxon(): Promise<Saxon> {
  mkdirSync(jarFolder, { recursive: true })
  if (!jars.every((jar) => existsSync(path.join(jarFolder, jar))))
    await fetchWithMaven(artifacts, jarFolder)
  const classPath = jars.map((jar) => path.join(jarFolder, jar)).join(path.delimiter)
  const java = spawn('java', ['-cp', classPath, program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: java.stdout! })[Symbol.asyncIterator]()
  const folder = mkdtempSync(path.join(tmpdir(), 'fourcorner-saxon-documents-'))
  let written = 0
  return {
    ask: (stylesheet, files) =>
      ask(java, lines, { stylesheet, files, list: path.join(folder, 'list') }),
    write: (documents) =>
      documents.map((bytes) => {
        const file = path.join(folder, `${written++}.xml`)
        writeFileSync(file, bytes)
        return file
      }),
    close() {
      java.stdin!.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(
  java: ChildProcess,
  lines: AsyncIterator<string>,
  { stylesheet, files, list }: { stylesheet: string; files: readonly string[]; list: string },
): Promise<Said[]> {
  writeFileSync(list, files.join('\n'))
  java.stdin!.write(`${stylesheet}\t${list}\n`)
  const rules = rulesByLine(readFileSync(stylesheet, 'utf8'))
  const said: Said[] = []
  while (said.length < files.length) {
    const line = await lines.next()
    if (line.done) throw new Error(`Saxon ended at ${files[said.length]} with ${stylesheet}`)
    said.push(toSaid(JSON.parse(line.value) as Reported, rules))
  }
  return said
}

type Reported = { findings: string[] } | { error: string; line: number }

function toSaid(reported: Reported, rules: Map<number, string>): Said {
  if ('findings' in reported) return { findings: reported.findings.sort() }
  const rule = rules.get(reported.line)
  return { error: reported.error, ...(rule === undefined ? {} : { rule }) }
}

/** The rules by the lines where Saxon reports their tests: those on which the tags end. */
function rulesByLine(stylesheet: string): Map<number, string> {
  const rules = new Map<number, string>()
  let [line, counted] = [1, 0]
  for (const { index, 0: tag } of stylesheet.matchAll(/<xsl:(?:when|if) test="[^"]*"\s*\/?>/g)) {
    const end = index + tag.length
    line += stylesheet.slice(counted, end).split('\n').length - 1
    counted = end
    const id = /<xsl:attribute name="id">([^<]*)/.exec(stylesheet.slice(end, end + 20_000))?.[1]
    if (id !== undefined) rules.set(line, id)
  }
  return rules
}
