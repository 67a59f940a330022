// The components and their colours (docs/console/design.md).
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '../../src/config/contrast.ts'
import { grouped } from '../../src/console/components/amount.ts'
import { isAmount, marked } from '../../src/console/components/marked.ts'
import { shortId } from '../../src/console/components/shown-id.ts'
import { duration } from '../../src/console/components/time.ts'
import {
  coloursWith,
  darkAccent,
  pairs,
  ratios,
  type Token,
  toCss,
  tokens,
} from '../../src/console/components/tokens.ts'
import { gallery, shown } from './gallery.ts'

const assets = 'src/console/assets'
const css = readdirSync(assets)
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(`${assets}/${name}`, 'utf8'))
  .join('\n')

describe('the colours', () => {
  it.each(pairs.flatMap(({ of, on, as }) => on.map((ground) => ({ of, ground, as }))))(
    'can be told apart: $of on $ground, as $as',
    ({ of, ground, as }) => {
      for (const scheme of [0, 1] as const)
        expect(contrast(tokens[of][scheme], tokens[ground][scheme])).toBeGreaterThanOrEqual(
          ratios[as],
        )
    },
  )

  it('are compared as WCAG does', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ffffff', '#ffffff')).toBe(1)
  })

  it('come from the table alone', () => {
    const named = [...css.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in tokens))).toEqual([])
    expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i)
    expect(new Set(named)).toEqual(new Set(Object.keys(tokens)))
  })

  it('are in a pair each time that they are used', () => {
    const used = rulesIn(css).flatMap(({ color, ground }) =>
      color && ground ? [[color, ground] as const] : [],
    )
    expect(used.length).toBeGreaterThan(5)
    for (const [color, ground] of used)
      expect(
        pairs.some(({ of, on }) => of === color && on.includes(ground)),
        `${color} on ${ground}`,
      ).toBe(true)
  })

  it('have an accent of their own, which is as clear in the dark', () => {
    for (const accent of ['#0b5cad', '#b00020', '#006d3c', '#000000', '#5b2a86', '#767676']) {
      expect(contrast(accent, '#ffffff')).toBeGreaterThanOrEqual(ratios.text)
      const dark = darkAccent(accent)
      for (const ground of ['ground', 'ground-2', 'good-ground', 'bad-ground'] as const)
        expect(contrast(dark, tokens[ground][1])).toBeGreaterThanOrEqual(ratios.text)
      expect(contrast(tokens['on-accent'][1], dark)).toBeGreaterThanOrEqual(ratios.text)
    }
    expect(toCss(coloursWith('#b00020'))).toContain('--accent: light-dark(#b00020, #')
    expect(toCss(coloursWith(undefined))).toContain('--accent: light-dark(#0b5cad, #7cb8ff)')
  })
})

describe('a component', () => {
  it('is shown on the page of all', () => {
    const page = gallery('/console/x.css')
    for (const name of Object.keys(shown)) expect(page).toContain(`>${name}</h2>`)
    const without = ['tokens', 'field', 'nav', 'header']
    const exported = readdirSync('src/console/components')
      .filter((name) => !without.includes(name.replace('.ts', '')))
      .flatMap((name) => functionsOf(`src/console/components/${name}`))
    const source = readFileSync('test/console/gallery.ts', 'utf8')
    const elsewhere = ['duration', 'grouped', 'count', 'cut', 'isAmount']
    expect(exported.filter((name) => !source.includes(name) && !elsewhere.includes(name))).toEqual(
      [],
    )
  })

  it('never writes a style or a script', () => {
    expect(gallery('/console/x.css')).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })

  it('groups the digits of an amount, before the point only', () => {
    expect(['0.5', '999', '1210.00', '-1234567.891', '12345'].map(grouped)).toEqual([
      '0.5',
      '999',
      '1\u202f210.00',
      '-1\u202f234\u202f567.891',
      '12\u202f345',
    ])
  })

  it('shows the end of an id, and carries all of it', () => {
    const markup = shortId('01a2241f-65bf-7698-885b-5816f63b9752').toString()
    expect(markup).toContain('>…f63b9752<')
    expect(markup).toContain('data-copy="01a2241f-65bf-7698-885b-5816f63b9752"')
    expect(shortId('short').toString()).toContain('>short<')
  })

  it('says how long something took in two units', () => {
    expect([0, 59.9, 61, 3600, 90_061].map(duration)).toEqual([
      'less than 1 s',
      '59 s',
      '1 min 1 s',
      '1 h',
      '1 d 1 h',
    ])
  })
})

type Rule = { color?: Token | undefined; ground?: Token | undefined }

/** The colour of text and of ground that one rule sets, where they are tokens. */
function rulesIn(sheet: string): Rule[] {
  return [...sheet.matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) => ({
    color: /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1] as Token | undefined,
    ground: /background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1] as Token | undefined,
  }))
}

function functionsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(
    ([, name]) => name!,
  )
}

describe('what was searched for', () => {
  it.each([
    ['INV-2026-0042', '-0042', 'INV-2026<mark>-0042</mark>'],
    ['Houthandel Zonen & Zoons', 'zon', 'Houthandel <mark>Zon</mark>en &#38; Zoons'],
    ['Amazon Zonen', 'zonen nv', 'Amazon <mark>Zonen</mark>'],
    ['a.b', '.*', 'a.b'],
    ['İstanbul (x', '(x', 'İstanbul <mark>(x</mark>'],
    ['<b>', '<b>', '<mark>&#60;b&#62;</mark>'],
    ['Klant', undefined, 'Klant'],
    ['Klant', ' ', 'Klant'],
  ])('is marked in %s: %s', (text, searched, markup) => {
    expect(marked(text, searched).toString()).toBe(markup)
  })

  it('is an amount however it is written, and only that amount', () => {
    for (const written of ['1210,50', '1.210,5', "1'210.500", ' 1 210.50 '])
      expect(isAmount(written, '1210.5')).toBe(true)
    for (const other of ['1210', '1210.05', '210.50', 'x1210.50', '', undefined])
      expect(isAmount(other, '1210.5')).toBe(false)
  })
})
