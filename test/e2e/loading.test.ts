// A start reads few files, and runs none of what only some gateways need later (ADR 62).
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { startGateway } from './gateway-process.ts'

type Coverage = { result: { url: string }[] }

/** What each thread of a gateway has loaded, from its start to its end, by its URL. */
async function loadedBy(dataDir: string): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-loaded-'))
  const gateway = await startGateway({ NODE_V8_COVERAGE: folder }, dataDir)
  expect(await gateway.stop()).toBe(0)
  return readdirSync(folder).map((name) => {
    const { result }: Coverage = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return result.map(({ url }) => url).filter((url) => url.startsWith('file:'))
  })
}

it('loads our own modules in a few files, and no package before it is needed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-loading-'))
  await (await startGateway({}, dataDir)).stop()
  const begun = performance.now()
  const threads = await loadedBy(dataDir)
  // Five times what a later start may take, for this one and its end.
  expect(performance.now() - begun).toBeLessThan(5 * 1_200 + 5_000)
  const main = threads.find((urls) => urls.some((url) => url.endsWith('/dist/cli/index.js')))!
  const ours = main.filter((url) => url.startsWith(pathToFileURL('dist').href))
  // The scripts of rules are no modules: as many as the trial of the start needs.
  const own = ours.filter((url) => !url.includes('/schematron/'))
  expect(own.length).toBeGreaterThan(3)
  expect(own.length).toBeLessThan(70)
  const packages = new Set(
    main.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []),
  )
  expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod']))
  for (const later of [
    ...['@fastify/swagger', '@fastify/swagger-ui', 'yaml', 'ajv', 'undici', 'fflate'],
    ...['@electric-sql/pglite', 'pdfmake', 'saxon-js'],
  ])
    expect([...packages]).not.toContain(later)
})
