// The numbers and names of the README are those of the program. Sizes are compared where the
// package is made (test/package).
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { noticeDays } from '../src/core/identity/own-certificate.ts'
import { serverVersionMin } from '../src/store/open.ts'

const readme = readFileSync('README.md', 'utf8')
const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'))

const found = (pattern: RegExp) => [...readme.matchAll(pattern)].map(([, fact]) => fact)

test('the versions that it needs and makes', () => {
  expect(found(/Node (\d+\.\d+) or newer/g)).toEqual([engines.node.match(/\d+\.\d+/)![0]])
  expect(found(/fourcorner-([\d.]+)\.tgz/g)).toEqual([version])
  expect(found(/PostgreSQL server, version (\d+) or newer/g)).toEqual([
    String(serverVersionMin / 10_000),
  ])
})

test('how long before its end a certificate is announced', () => {
  expect(found(/say (\d+) days ahead/g)).toEqual([String(Math.max(...noticeDays))])
})

test('the commands', () => {
  const listed = readme.match(/lists its commands: ([\s\S]*?)\. They/)![1]!
  const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const program = readFileSync('src/cli/index.ts', 'utf8')
  const commands = [...program.matchAll(/^ {2}(\w+): async \(\) =>/gm)].map(([, name]) => name)
  expect(commands.length).toBeGreaterThan(20)
  expect(names.sort()).toEqual(commands.sort())
})

test('the folders that it names are there', () => {
  const named = found(/\]\((deploy\/[\w-]+)/g)
  expect(named.length).toBeGreaterThan(0)
  expect(readdirSync('deploy').map((name) => `deploy/${name}`)).toEqual(
    expect.arrayContaining(named),
  )
})
