import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { foreign, plain, short } from '../../src/console/foreign.ts'
import { Html, html } from '../../src/console/html.ts'

it('escapes what stands between the braces, and nothing else', () => {
  const name = `<img src=x onerror="alert('1')"> & co`
  expect(html`<p title="${name}">${name}</p>`.toString()).toBe(
    '<p title="&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62; &#38; co">' +
      '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62; &#38; co</p>',
  )
})

it('takes markup only from itself, in lists too', () => {
  const items = ['<a>', '<b>'].map((name) => html`<li>${name}</li>`)
  expect(html`<ul>${items}</ul>`.toString()).toBe(
    '<ul><li>&#60;a&#62;</li><li>&#60;b&#62;</li></ul>',
  )
  const imitation = { toString: () => '<script>' } as unknown as Html
  expect(() => html`${imitation}`).toThrow()
  expect(() => new Html('<script>', { by: Symbol('made by html') as never })).toThrow('only html')
})

it('shows nothing for what is absent, and numbers as they are', () => {
  expect(html`${undefined}${false}${0}`.toString()).toBe('0')
})

it('shows control characters as their codes, isolated from their neighbours', () => {
  expect(foreign('Vierhoek\u202e BV\u0007').toString()).toBe(
    '<bdi>Vierhoek[U+202E] BV[U+0007]</bdi>',
  )
  expect(plain('a\nb\ud800')).toBe('a[U+000A]b\ufffd')
})

it('cuts what is long, and keeps the whole to be opened', () => {
  const long = 'x'.repeat(10_000)
  expect(short(long)).toHaveLength(121)
  expect(foreign(long).toString()).toMatch(/^<details class="long"><summary>.*x{10000}/s)
  expect(short(`${'x'.repeat(119)}😀`)).toBe(`${'x'.repeat(119)}…`)
})

it('puts every value of an attribute in quotes, and has one script, by its nonce', () => {
  const names = readdirSync('src/console', { recursive: true, encoding: 'utf8' })
  const sources = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(`src/console/${name}`, 'utf8')] as const)
  expect(sources.length).toBeGreaterThan(60)
  for (const [name, source] of sources)
    expect(source, name).not.toMatch(/<[^>]*\s[a-z-]+=\$\{|<style|style="|\son[a-z]+="/)
  const scripts = sources.flatMap(([, source]) => source.match(/<script[^>]*/g) ?? [])
  expect(scripts).toEqual([
    expect.stringContaining('<script type="module" nonce="$'.concat('{nonceMark}" src="')),
  ])
})
