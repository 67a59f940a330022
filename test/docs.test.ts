// The prose beside the code: its links work, and decision records keep their form.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { statuses, waitingReasons } from '../src/store/index.ts'
import { rooms } from './house.ts'
import { roomsPicture } from './rooms-picture.ts'
import { surfaceOf } from './surface.ts'

const decisions = readdirSync('docs/adr').map((name) => join('docs/adr', name))
const pages = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
const texts = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'examples/README.md'],
  ...pages,
  ...decisions,
]

function linksOf(file: string): string[] {
  const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
    (found) => found[1]!,
  )
  return links.filter((link) => !/^(https?:|#)/.test(link)).map((link) => link.split('#')[0]!)
}

describe('the documentation', () => {
  it.each([...statuses, ...waitingReasons])('tells operators what to do about %s', (name) => {
    const page = readFileSync('docs/operations.md', 'utf8')
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| .{9,}\\|$`, 'm'))
  })

  it('names every setting and every metric on a page', () => {
    const text = ['README.md', ...pages].map((file) => readFileSync(file, 'utf8')).join('\n')
    const { settings, metrics } = surfaceOf('.')
    const names = [...settings.map((line) => line.split('=', 1)[0]!), ...metrics]
    expect(names.length).toBeGreaterThan(70)
    const words = new Set(text.match(/\w+/g))
    expect(
      names.filter((name) => !words.has(name)),
      'say in docs/operations.md, or on the page about its subject, what each of these does',
    ).toEqual([])
  })

  it('has no broken link', () => {
    const dead = texts.flatMap((file) =>
      linksOf(file)
        .filter((link) => !existsSync(resolve(dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    )
    expect(texts.flatMap(linksOf).length).toBeGreaterThan(60)
    expect(dead).toEqual([])
  })

  it('says of every decision what it is, why, and what was given up, on one screen', () => {
    expect(decisions.length).toBeGreaterThan(5)
    for (const file of decisions) {
      const text = readFileSync(file, 'utf8')
      const [title, , status, ...rest] = text.split('\n')
      expect(title, file).toMatch(/^# \d+\. \S/)
      // Comments link to those that others have taken the place of.
      if (status !== 'Status: accepted') {
        const [, link] = status!.match(/^Status: superseded by \[\d+\]\(([^)]+)\)$/)!
        expect(readFileSync(join('docs/adr', link!), 'utf8')).toContain('Status: accepted')
        expect(rest, file).toEqual([''])
        continue
      }
      expect(rest.length, file).toBeLessThanOrEqual(45)
      expect(text.match(/^## .*$/gm), file).toEqual(['## Decision', '## Why', '## What we gave up'])
    }
  })

  it('numbers the decisions one after another', () => {
    expect(decisions.map((file) => Number(/(\d{4})-/.exec(file)![1]))).toEqual(
      decisions.map((_, index) => index + 1),
    )
  })
})

describe('how a page is written', () => {
  it.each(pages)('%s says first who it is for', (file) => {
    expect(readFileSync(file, 'utf8')).toMatch(/^# .+\n\nFor \S/)
  })

  it.each(texts)('%s has no long line, and no long cell', (file) => {
    const lines = linesOf(readFileSync(file, 'utf8'))
    expect(lines.filter((line) => !line.startsWith('|') && line.length > 120)).toEqual([])
    const cells = lines.filter((line) => line.startsWith('|')).flatMap((line) => line.split(' | '))
    expect(cells.filter((cell) => cell.replace(/`[^`]*`/g, '').length > 120)).toEqual([])
  })
})

/** Lines as they are read: without code, and links without their URLs. */
function linesOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').split('\n')
  return prose.map((line) => line.replace(/\]\([^)]*\)|<https?:[^>]*>|https?:\S+/g, ']'))
}

describe('docs/ARCHITECTURE.md', () => {
  it('shows the rooms as the house has them', () => {
    expect(readFileSync('docs/images/rooms.svg', 'utf8')).toBe(roomsPicture())
  })

  const links = linksOf('docs/ARCHITECTURE.md')

  it('links the door of every room', () => {
    const standing = Object.keys(rooms).filter((room) => existsSync(join('src', room)))
    for (const room of standing)
      expect(
        links.some((link) => link.startsWith(`../src/${room}/`)),
        room,
      ).toBe(true)
  })

  it('links each step of the journeys to its file, or says that it is not built', () => {
    const text = readFileSync('docs/ARCHITECTURE.md', 'utf8')
    const journeys = text.slice(text.indexOf('## Two journeys'), text.indexOf('## Invariants'))
    const steps = journeys.split(/^\d+\. /m).slice(1)
    expect(steps).toHaveLength(17)
    for (const step of steps) expect(step).toMatch(/\]\(\.\.\/src\/|not built/)
  })
})
