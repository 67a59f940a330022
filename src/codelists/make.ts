// Writes document-types.ts, processes.ts and participant-schemes.ts. After a new release of the
// Peppol code lists, give their JSON at the root of the repository:
// `node --import tsx src/codelists/make.ts DOCUMENT-TYPES PROCESSES PARTICIPANT-SCHEMES`.
import { readFileSync, writeFileSync } from 'node:fs'
import { filesOf } from './made-files.ts'

const [documentTypes = '', processes = '', schemes = ''] = process.argv
  .slice(2)
  .map((path) => readFileSync(path, 'utf8'))

for (const [name, text] of Object.entries(filesOf({ documentTypes, processes, schemes })))
  writeFileSync(`src/codelists/${name}`, text)
