// The page of all components, as a browser shows it: in both schemes, narrow and wide.
import Fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contrast } from '../../src/config/contrast.ts'
import { ratios } from '../../src/console/components/tokens.ts'
import { stylesheetWith } from '../../src/console/stylesheet.ts'
import { gallery } from '../console/gallery.ts'
import { browserPath, faultsOf, launch, screens, take } from './chromium.ts'

describe.skipIf(!browserPath && !process.env.CI)('the components (need Chromium)', () => {
  const app = Fastify()
  let browser: Browser
  let url = ''

  beforeAll(async () => {
    for (const [name, accent] of [['', undefined] as const, ['red', '#b00020'] as const]) {
      const sheet = stylesheetWith(accent)
      app.get(sheet.path, (_, reply) => reply.type(sheet.mediaType).send(sheet.bytes))
      app.get(`/${name}`, (_, reply) => reply.type('text/html').send(gallery(sheet.path)))
    }
    url = await app.listen({ host: '127.0.0.1', port: 0 })
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await app.close()
  })

  it.each(screens.flatMap((screen) => ['', 'red'].map((accent) => ({ ...screen, accent }))))(
    'have no fault that axe-core finds at $width pixels, $colorScheme $accent',
    async ({ width, colorScheme, accent }) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      await page.goto(`${url}/${accent}`)
      await take(page, `components-${width}-${colorScheme}${accent && `-${accent}`}`)
      expect(await faultsOf(page)).toEqual([])
      await page.close()
    },
  )

  // 640 pixels at a zoom of 200 % are these.
  it('fit 320 pixels', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 800 } })
    await page.goto(url)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    await page.close()
  })

  it.each(['light', 'dark'] as const)(
    'are drawn in colours that can be told apart, %s',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme })
      await page.goto(url)
      const drawn = (await page.evaluate(drawnPairs)) as [string, string][]
      expect(drawn.length).toBeGreaterThan(10)
      for (const [color, ground] of drawn)
        expect(contrast(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(ratios.text)
      await page.close()
    },
  )

  it('keep a border around badges when the colours are those of the system', async () => {
    const page = await browser.newPage({ forcedColors: 'active' })
    await page.goto(url)
    const border = await page.evaluate(
      "getComputedStyle(document.querySelector('main .badge')).borderTopColor",
    )
    expect(border).not.toBe('rgba(0, 0, 0, 0)')
    await page.close()
  })
})

/** The colour of each text on the screen, and that of the ground under it. */
const drawnPairs = `(() => {
  const hex = (text) => '#' + text.match(/\\d+/g).slice(0, 3)
    .map((one) => Number(one).toString(16).padStart(2, '0')).join('')
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const ground = getComputedStyle(at).backgroundColor
      if (ground !== 'rgba(0, 0, 0, 0)') return ground
    }
    return 'rgb(255, 255, 255)'
  }
  const pairs = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim() || element.tagName === 'TITLE') continue
    const pair = [hex(getComputedStyle(element).color), hex(groundOf(element))]
    pairs.set(pair.join(), pair)
  }
  return [...pairs.values()]
})()`
