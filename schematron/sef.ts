// `npm run schematron`: compiles the rules to stylesheets for saxon-js (SEF), into the folder of
// the installed rules. It takes about half a minute for the rules of billing. `npm run schematron
// -- --pack own peppol-mls` names the pack (by default the official one, and ours for what it
// lacks) and rule sets by their ids (by default those of billing).
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRulesSettings } from '../src/config/rules-settings.ts'
import { changesOf } from '../src/validation/rules/changes.ts'
import { chooseById } from '../src/validation/rules/choose.ts'
import { readPack } from '../src/validation/rules/manifest.ts'
import { ownPackFolder } from '../src/validation/rules/own-pack.ts'
import { sefFiles } from '../src/validation/saxon/sef-files.ts'
import { toStylesheet } from '../src/validation/saxon/to-stylesheet.ts'

const { rulesDir } = readRulesSettings()
const { values, positionals: named } = parseArgs({
  options: { pack: { type: 'string' } },
  allowPositionals: true,
})
const ids =
  named.length > 0 ? named : ['en16931', 'peppol-billing', 'peppol-selfbilling', 'peppol-mls']
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('xslt3/package.json')),
  'xslt3.js',
)
const today = new Date().toISOString().slice(0, 10)
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-sef-'))

mkdirSync(join(rulesDir, 'sef'), { recursive: true })
const packs = [readPack('official', rulesDir), readPack('own', ownPackFolder())]
  .filter((pack) => pack !== undefined)
  .filter((pack) => values.pack === undefined || pack.name === values.pack)
for (const id of ids) make(id)
rmSync(folder, { recursive: true })

function make(id: string): void {
  const chosen = chooseById(packs, id, today)
  if (!chosen) throw new Error(`There is no rule set '${id}'; 'rules list' shows those available`)
  const { pack } = chosen
  const targets = sefFiles(rulesDir, chosen)
  for (const [at, file] of (chosen.set.originals ?? chosen.set.files).entries()) {
    const text = readFileSync(join(pack.folder, file), 'utf8')
    const stylesheet = join(folder, `${pack.name}-${id}-${at}.xslt`)
    writeFileSync(
      stylesheet,
      /<(\w+:)?schema\b/.test(text.slice(0, 2000)) ? toStylesheet(text) : text,
    )
    execFileSync(
      process.execPath,
      [compiler, `-xsl:${stylesheet}`, `-export:${targets[at]}`, '-nogo'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    process.stderr.write(`${targets[at]}\n`)
  }
  const changes = changesOf(chosen.set)
  if (changes) make(changes.by)
}
