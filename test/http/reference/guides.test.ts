// The guides as a gateway serves them: their links lead somewhere.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { asServed, shippedFiles } from '../../../src/http/reference/guide-links.ts'
import { readGuidePage, readGuides } from '../../../src/http/reference/guides.ts'
import { printGuide } from '../../../src/http/reference/print-guides.ts'
import { readReferenceFile } from '../../../src/http/reference/reference-files.ts'
import { buildServer } from '../../../src/http/server.ts'
import { openTestGateway } from '../gateway.ts'

const guides = await readGuides()
const { gateway } = await openTestGateway()
const app = await buildServer(gateway, { reference: { guides, read: readReferenceFile } })
afterAll(() => app.close())

const get = async (url: string) => app.inject({ url })

it('as Markdown they link each other, what is shipped, the reference and the web only', () => {
  const links = guides.flatMap((guide) =>
    [...asServed(guide, guides).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!.split('#')[0]!),
  )
  const shipped = shippedFiles(guides).map((path) => `/guides/files/${path}`)
  const served = ['/openapi.json', ...shipped, ...guides.map(({ name }) => `/guides/${name}.md`)]
  expect(links).toContain('/guides/api.md')
  expect(links).toContain('/openapi.json')
  const dead = links.filter(
    (link) => link !== '' && !link.startsWith('https://') && !served.includes(link),
  )
  expect(dead).toEqual([])
})

it('files of the package that they link are served as text, and no others', async () => {
  const files = shippedFiles(guides)
  expect(files).toContain('deploy/nginx/fourcorner.conf')
  expect(files).toContain('deploy/systemd/fourcorner.service')
  for (const path of files) {
    const { body, headers, statusCode } = await get(`/guides/files/${path}`)
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toBe(readFileSync(path, 'utf8'))
  }
  for (const path of ['package.json', 'deploy/nginx/../../package.json', 'src/launch.mjs'])
    expect((await get(`/guides/files/${path}`)).statusCode, path).toBe(404)
  const linked = (to: string) => ({ name: 'x', title: 'X', markdown: `[x](${to})` })
  for (const path of ['../deploy/../package.json', '../package.json', '../deploy/', '../src/a.ts'])
    expect(shippedFiles([linked(path)]), path).toEqual([])
})

describe('as pages', () => {
  const printed = new Map(guides.map((guide) => [guide.name, printGuide(guide, guides)]))

  it('are served, without anything that a policy would refuse', async () => {
    expect(guides.length).toBeGreaterThan(15)
    for (const { name } of guides) {
      const { body, headers, statusCode } = await get(`/guides/${name}`)
      expect([name, statusCode]).toEqual([name, 200])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; style-src 'self'/)
      expect(policy).not.toContain('unsafe')
      expect(body, name).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<img/)
    }
    expect((await get('/docs/static/theme/guide.css')).body).toContain('prefers-color-scheme: dark')
  })

  it('have a list of all, with what each is about', async () => {
    const { body, statusCode } = await get('/guides')
    expect(statusCode).toBe(200)
    const main = body.slice(body.indexOf('<main'))
    for (const { name, title } of guides)
      expect(main, name).toContain(`<li><a href="/guides/${name}">${title}</a>`)
    expect(main).toContain('going-live">Going live</a>: For operators who')
    expect((await get('/guides/index.md')).body).toContain('- [Going live](/guides/going-live.md)')
    expect(printed.get('api')).toContain('<a href="/guides">Guides</a>')
  })

  it('have links and places that are all there', async () => {
    const placesOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    let counted = 0
    for (const [name, page] of printed) {
      expect(new Set(placesOf(page)).size, name).toBe(placesOf(page).length)
      for (const [, link] of page.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        // The console is no part of this server.
        if (/^https?:|^\/console$/.test(link!)) continue
        const [path, place] = link!.split('#')
        const target = path === '' ? page : printed.get(path!.replace('/guides/', ''))
        if (place !== undefined) expect(placesOf(target!), `${name}: ${link}`).toContain(place)
        else expect([200, 303], `${name}: ${link}`).toContain((await get(path!)).statusCode)
        counted++
      }
    }
    expect(counted).toBeGreaterThan(300)
  })

  it('have a menu that says where one is, and contents', () => {
    const page = printed.get('api')!
    expect(page.match(/aria-current="page"/g)).toHaveLength(1)
    expect(page).toContain('<a href="/guides/api" aria-current="page">')
    expect(page).toMatch(/<nav class="contents"[^>]*><ul>\n<li><a href="#[^"]+">/)
  })

  it('show markup as text', () => {
    const markdown =
      '# A <b>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(2)) [y](other.md)\n\n' +
      '```html\n<script>alert(3)</script>\n```\n\n## Same\n\n## Same\n'
    const page = printGuide({ name: 'x', title: 'A <b>', markdown }, [])
    expect(page).not.toMatch(/<img|<b>|<script|javascript:|other\.md/)
    expect(page).toContain('id="same"')
    expect(page).toContain('id="same-1"')
  })

  it('are Markdown where the package has no page and nothing to make one', async () => {
    const guide = { name: 'nowhere', title: 'N', markdown: '# N' }
    expect(String(await readGuidePage(guide, [guide]))).toContain('<h1 id="n">N</h1>')
  })
})
