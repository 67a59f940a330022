// Jars made for the tests, with a rule about <a xmlns="urn:a"/> inside, and pins for them.
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Release } from '../../../src/validation/rules/pin.ts'

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'fourcorner-rules-test-'))
}

/** A rule file with one assertion with that id, broken when the test is false. */
export function ruleFile(id: string, test: string): string {
  return `<schema xmlns="http://purl.oclc.org/dsdl/schematron"><title>Test</title><ns prefix="a" uri="urn:a"/>
<pattern><rule context="a:a">
<assert id="${id}" flag="warning" test="${test}">Not so.</assert></rule></pattern></schema>`
}

/** Writes a jar of these files into the folder; its pin has one rule set for each version. */
export function writeJar(
  folder: string,
  files: Record<string, string>,
  versions: Record<string, string>,
): Release {
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  )
  writeFileSync(path.join(folder, 'rules-1.jar'), bytes)
  return {
    source: { artifact: 'test:rules:1' },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    licence: 'ours',
    ruleSets: Object.entries(versions).map(([version, validFrom]) => ({
      id: 'test',
      title: 'Test',
      version,
      validFrom,
      documents: [{ namespace: 'urn:a', local: 'a' }],
      entries: [`${version}.sch`],
    })),
    schemas: [],
  }
}
