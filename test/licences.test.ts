// Which licences come with the packages of production. A new one is a decision (NOTICE, docs/adr).
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Package = { license?: string; dev?: true }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>
}

/** Permissive: they ask for no more than to be named. */
const accepted = [
  ...['MIT', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'],
  ...['(MIT AND Zlib)', 'MIT AND OFL-1.1'],
]

/** What else there is, and why it may be. */
const others: Record<string, string> = {
  // Offered under either, and used under BSD-3-Clause (NOTICE).
  'node-forge': '(BSD-3-Clause OR GPL-2.0)',
  // MIT, by the LICENSE in the package; its package.json does not say so.
  'png-js': 'not stated',
  // Saxonica's own; optional, not in the image, and loaded only if VALIDATION_ENGINE=saxon.
  'saxon-js': 'SEE LICENSE IN LICENSE.txt',
}

const production = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

it('every package of production has a licence from the list', () => {
  expect(production.length).toBeGreaterThan(50)
  const unlisted = production
    .map(([path, { license = 'not stated' }]) => [nameOf(path), license] as const)
    .filter(([name, licence]) => !accepted.includes(licence) && others[name] !== licence)
  expect(unlisted).toEqual([])
})

it('no exception is made for a package that is not there', () => {
  const names = production.map(([path]) => nameOf(path))
  expect(Object.keys(others).filter((name) => !names.includes(name))).toEqual([])
})

it('no package asks to share its licence, or the source of what uses it', () => {
  const strict = production.filter(
    ([path, { license = '' }]) =>
      /GPL|MPL|EPL|CDDL|SSPL|BUSL/.test(license) && !others[nameOf(path)],
  )
  expect(strict).toEqual([])
})
