// docs/clients.md as its tests read it.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export type Client = {
  title: string
  /** The folder of its program, and the program. */
  folder: string
  program: string
  /** The lines of the page that make the client, those that run the program, and its heart. */
  generate: string
  run: string
  shown: string
}

const page = readFileSync('docs/clients.md', 'utf8')
const [preamble = '', ...sections] = page.split(/^## /m)

/** What comes before any of the clients. */
export const preparation = blocksOf(preamble).sh.join('')

export const clients: Client[] = sections.map((section) => {
  const title = section.split('\n', 1)[0]!
  const path = /\]\(\.\.\/(test\/clients\/[^)]+)\)/.exec(section)?.[1] ?? ''
  const { sh, others } = blocksOf(section)
  const [generate = '', run = ''] = sh
  return {
    title,
    folder: dirname(path),
    program: readFileSync(path, 'utf8'),
    generate,
    run,
    shown: others.join(''),
  }
})

/** The folders that have a program. */
export const programFolders = readdirSync('test/clients', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join('test/clients', basename(name)))

function blocksOf(text: string): { sh: string[]; others: string[] } {
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, block]) => ({
    language,
    block: block!,
  }))
  const of = (isSh: boolean) =>
    blocks.filter(({ language }) => (language === 'sh') === isSh).map(({ block }) => block)
  return { sh: of(true), others: of(false) }
}
