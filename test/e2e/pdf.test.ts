// Printed documents from the built gateway: every value is there, the pages look as they did, and
// lines of Arabic, Hebrew and Greek are placed as a browser places them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceWith } from '../pdf/documents.ts'
import { mustRun } from '../skips.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { difference, readPng } from './picture.ts'

const corpus = resolve('../shared/corpus')
const browserPath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)
const hasPoppler = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((folder) =>
  existsSync(join(folder, 'pdftotext')),
)
const canRun =
  (existsSync(corpus) && hasPoppler && browserPath !== undefined) || mustRun('official documents')

const folders = ['billing', 'mls', 'tdd/ae', 'tdd/om', 'tdd/sk', 'tdd/vida']
const samples = canRun
  ? folders.flatMap((folder) =>
      readdirSync(join(corpus, folder))
        .sort()
        .map((file) => `${folder}/${file}`),
    )
  : []

/** One page of each kind; the pictures are in docs/printing.md as well. */
const kinds = [
  { name: 'invoice', file: join(corpus, 'billing/Allowance-example.xml'), locale: 'en' },
  {
    name: 'credit-note',
    file: join(corpus, 'billing/base-creditnote-correction.xml'),
    locale: 'de',
  },
  {
    name: 'message-level-status',
    file: join(corpus, 'mls/MessageLevelStatus_Example_RE3.xml'),
    locale: 'en',
  },
  {
    name: 'tax-data-emirates',
    file: resolve('test/fixtures/pdf/emirates.xml'),
    locale: 'ar',
    page: 2,
  },
  { name: 'tax-data-oman', file: join(corpus, 'tdd/om/import-goods-tdd.xml'), locale: 'en' },
  { name: 'tax-data-slovakia', file: join(corpus, 'tdd/sk/Allowance-example.xml'), locale: 'sk' },
  { name: 'tax-data-vida', file: join(corpus, 'tdd/vida/base-example.xml'), locale: 'fr' },
  {
    name: 'invoice-response',
    file: resolve('test/fixtures/pdf/invoice-response.xml'),
    locale: 'en',
  },
  { name: 'order', file: resolve('test/fixtures/pdf/order.xml'), locale: 'en' },
]

const many = (join: string, each = (word: string) => word) =>
  Array.from({ length: 200 }, (_, index) => each(`W${index}W`)).join(join)

/** Endless values where a layout keeps things together. */
const tall: Record<string, string> = {
  'means of payment': many(
    '',
    (word) =>
      `<cac:PaymentMeans><cbc:PaymentMeansCode>10</cbc:PaymentMeansCode>` +
      `<cbc:PaymentID>${word}</cbc:PaymentID></cac:PaymentMeans>`,
  ),
  totals: many('', (word) => `<cac:TaxTotal><cbc:TaxAmount>${word}</cbc:TaxAmount></cac:TaxTotal>`),
  terms: `<cac:PaymentTerms><cbc:Note>${many('\n')}</cbc:Note></cac:PaymentTerms>`,
  'a wide cell':
    `<cac:InvoiceLine><cac:Item><cbc:Description>${many('\n')}</cbc:Description>` +
    `</cac:Item></cac:InvoiceLine>`,
  'a narrow cell':
    `<cac:InvoiceLine><cac:Price><cbc:PriceAmount>${many(' ')}</cbc:PriceAmount>` +
    `</cac:Price></cac:InvoiceLine>`,
  'a short table':
    `<cac:TaxTotal><cac:TaxSubtotal><cac:TaxCategory>` +
    `<cbc:TaxExemptionReason>${many('\n')}</cbc:TaxExemptionReason></cac:TaxCategory>` +
    `</cac:TaxSubtotal></cac:TaxTotal>`,
  'a fact of the head': `<cbc:BuyerReference>${many(' ').repeat(2)}</cbc:BuyerReference>`,
  'other data': `<cbc:Odd>${many('\n')}</cbc:Odd>`,
}

describe.skipIf(!canRun)(
  'documents on paper (needs ../shared/corpus, poppler and Chromium)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fourcorner-pdf-'))
    let gateway: GatewayProcess
    beforeAll(async () => {
      gateway = await startGateway()
    })
    afterAll(async () => {
      await gateway?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Prints over HTTP and returns the path of the PDF. */
    async function print(xml: Buffer, locale = 'en'): Promise<string> {
      const path = xml.includes('TaxData')
        ? 'tdd'
        : xml.includes('urn:peppol:edec:mls')
          ? 'mls'
          : 'document'
      const answer = await gateway.call(`/api/v1/pdf/${path}/generate?locale=${locale}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/xml' },
        body: new Uint8Array(xml),
      })
      if (!answer.ok) throw new Error(await answer.text())
      const file = join(
        folder,
        `${createHash('sha256').update(xml).digest('hex').slice(0, 16)}-${locale}.pdf`,
      )
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
      return file
    }
    const poppler = (tool: string, ...options: string[]) =>
      execFileSync(tool, options, { maxBuffer: 1e9 })

    it.each(samples)('every value of %s can be read', async (sample) => {
      const xml = readFileSync(join(corpus, sample))
      const text = poppler('pdftotext', '-raw', await print(xml), '-').toString()
      const values = valuesOf(xml.toString())
      expect(values.length).toBeGreaterThan(5)
      expect(missingFrom(text, values)).toEqual([])
      // And one that is not in the document would be missed.
      expect(missingFrom(text, ['not in any document'])).toEqual(['not in any document'])
    })

    describe.each(kinds)('$name', ({ name, file, locale, page = 1 }) => {
      it('has the same text as before, in the same places', async () => {
        const pdf = await print(readFileSync(file), locale)
        const text = poppler('pdftotext', '-layout', pdf, '-').toString()
        const lines = text.split('\n').map((line) => line.replace(/ {3,}/g, '   ').trimEnd())
        await expect(
          `${lines
            .join('\n')
            .replace(/\n{3,}/g, '\n\n')
            .trim()}\n`,
        ).toMatchFileSnapshot(`../fixtures/pdf/${name}.txt`)
      })

      it('looks as before: at 72 dpi, less than one pixel in two hundred differs', async () => {
        const pdf = await print(readFileSync(file), locale)
        const base = join(folder, name)
        poppler(
          'pdftoppm',
          '-r',
          '72',
          '-png',
          '-singlefile',
          '-f',
          String(page),
          '-l',
          String(page),
          pdf,
          base,
        )
        const now = readPng(readFileSync(`${base}.png`))
        const before = readPng(readFileSync(resolve(`docs/images/${name}.png`)))
        expect(difference(now, before)).toBeLessThan(0.005)
        const blank = { ...now, values: now.values.map(() => 255) }
        expect(difference(now, blank)).toBeGreaterThan(0.005)
      })
    })

    it.each(Object.entries(tall))(
      'what is higher than a page continues on the next one: %s',
      async (_, content) => {
        const pdf = await print(invoiceWith(content))
        const seen = poppler('pdftotext', '-raw', pdf, '-').toString().replace(/\s/g, '')
        const wanted = content.match(/W\d+W/g)!
        expect(wanted.length).toBeGreaterThan(100)
        expect(wanted.filter((word) => !seen.includes(word))).toEqual([])
      },
    )

    describe('lines of other scripts', () => {
      let browser: Browser
      beforeAll(async () => {
        browser = await chromium.launch({
          executablePath: browserPath!,
          args: ['--no-sandbox', '--disable-gpu'],
        })
      })
      afterAll(() => browser?.close())

      it.each([
        ['Arabic', 'شركة النور للتجارة والمقاولات العامة'],
        ['Arabic with numbers', 'تُرسل الفاتورة قبل 15 ديسمبر 2026 إلى الطابق 3'],
        ['Arabic with Latin', 'مؤسسة البحر Sea Trading Company في دبي'],
        ['Latin with Arabic', 'Delivered by شركة النور للتجارة to Dubai'],
        ['Hebrew', 'חברת האור לסחר בעמ תל אביב'],
        ['Hebrew with numbers and Latin', 'רחוב הרצל 12 קומה 3 Suite 7'],
        ['Greek', 'Ανώνυμη Εταιρεία Εμπορίου Ελλάδος Αθήνα'],
        ['Cyrillic', 'Общество с ограниченной ответственностью Жук'],
      ])('%s is placed word by word where Chromium places it', async (_, line) => {
        const pdf = await print(invoiceWithNote(line))
        const inPdf = placesInPdf(poppler('pdftotext', '-bbox', pdf, '-').toString(), line)
        const inBrowser = await placesInBrowser(browser, line)
        expect(inPdf.map(({ word }) => word)).toEqual(inBrowser.map(({ word }) => word))
        // Relative to the whole line; a letter in the wrong form would move every word after it.
        for (const [index, { start, end }] of inPdf.entries()) {
          expect(Math.abs(start - inBrowser[index]!.start)).toBeLessThan(0.02)
          expect(Math.abs(end - inBrowser[index]!.end)).toBeLessThan(0.02)
        }
      })
    })
  },
)

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * The text of every element and the value of every attribute, in document order, without empty
 * ones and namespaces.
 */
function valuesOf(xml: string): string[] {
  const bare = xml.replace(/<!--[\s\S]*?-->/g, '').replace(/<\?[\s\S]*?\?>/g, '')
  const values: string[] = []
  for (const [, attributes = '', text = ''] of bare.matchAll(
    /<\/?[\w:.-]+((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>([^<]*)/g,
  )) {
    for (const [, name = '', double, single] of attributes.matchAll(
      /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    ))
      if (!/^xmlns(:|$)/.test(name)) values.push(double ?? single ?? '')
    values.push(text)
  }
  return values
    .map((value) =>
      value
        .replace(
          /&(?:#x([0-9a-f]+)|#([0-9]+)|(\w+));/gi,
          (_, hex, digits, name) =>
            entities[name] ?? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits)),
        )
        .trim(),
    )
    .filter((value) => value !== '')
}

function missingFrom(text: string, values: string[]): string[] {
  const paper = squeezed(text)
  return values.filter((value) => !formsOf(value).some((form) => paper.includes(squeezed(form))))
}

// Where a line is broken does not matter here.
function squeezed(text: string): string {
  return text.replace(/[\s\u00a0\u2068\u2069]+/g, '')
}

/**
 * How a value may be written in English: unchanged, grouped, with all decimals of its currency, as
 * a date, as a word.
 */
function formsOf(value: string): string[] {
  if (value.length > 1000 && /^[\w+/=\s]+$/.test(value)) return [digestOf(value)]
  const forms = [value, digestOf(value)]
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d+)(?:\.(\d*))?$/.exec(value) ?? []
  if (whole) {
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    for (const places of [0, 2, 3]) {
      const digits = fraction.padEnd(places, '0')
      forms.push(`${sign}${grouped}${digits && `.${digits}`}`)
    }
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(value))
    forms.push(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(
        new Date(`${value}T12:00:00`),
      ),
    )
  if (value === 'true') forms.push('Charge:')
  if (value === 'false') forms.push('Allowance:')
  return forms
}

// The bytes of an attachment are printed as their digest.
function digestOf(base64: string): string {
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')
}

function invoiceWithNote(note: string): Buffer {
  return invoiceWith(`<cbc:ID>1</cbc:ID><cbc:Note>${note}</cbc:Note>`)
}

/** A word with its beginning and end, from 0 to 1 of the line; from left to right. */
type Place = { word: string; start: number; end: number }

function toPlaces(words: { word: string; left: number; right: number }[]): Place[] {
  const left = Math.min(...words.map((each) => each.left))
  const width = Math.max(...words.map((each) => each.right)) - left
  return words
    .sort((a, b) => a.left - b.left)
    .map((each) => ({
      word: each.word,
      start: (each.left - left) / width,
      end: (each.right - left) / width,
    }))
}

const box = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)<\/word>/g

/** The words of the line beside the label `Note`. */
function placesInPdf(boxes: string, line: string): Place[] {
  const found = [...boxes.matchAll(box)].map(([, left, top, right, text = '']) => ({
    word: text.replace(/[\u200e\u200f\u202a-\u202e]/g, ''),
    left: Number(left),
    top: Number(top),
    right: Number(right),
  }))
  const label = found.find(({ word }) => word === 'Note')
  const pieces = found.filter(
    ({ top, left }) => Math.abs(top - (label?.top ?? 0)) < 5 && left > (label?.right ?? 0),
  )
  const words: typeof pieces = []
  // The tool splits words where a mark is drawn, and spells them as they are drawn,
  // from left to right.
  for (const piece of pieces.sort((a, b) => a.left - b.left)) {
    const last = words.at(-1)
    if (!last || piece.left - last.right > 1) words.push({ ...piece })
    else Object.assign(last, { word: last.word + piece.word, right: piece.right })
  }
  for (const each of words)
    if (/[\u0590-\u06ff]/.test(each.word)) each.word = [...each.word].reverse().join('')
  const wanted = line.split(' ')
  return toPlaces(words.filter(({ word }) => wanted.includes(word)))
}

const fontFiles = [
  'pdfmake/fonts/Roboto/Roboto-Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
]

async function placesInBrowser(browser: Browser, line: string): Promise<Place[]> {
  const page = await browser.newPage()
  const faces = fontFiles.map((file, index) => {
    const font = readFileSync(resolve('node_modules', file)).toString('base64')
    return `@font-face { font-family: f${index}; src: url(data:font/ttf;base64,${font}) }`
  })
  await page.setContent(
    `<style>${faces.join('')} p { font: 40px f0, f1, f2; white-space: nowrap; width: max-content ` +
      `}</style><p dir="auto">${line}</p>`,
  )
  // As a string: it is for the browser, whose globals the types of Node do not know.
  const measured = (await page.evaluate(`document.fonts.ready.then(() => {
    const node = document.querySelector('p').firstChild
    let at = 0
    return node.data.split(' ').map((word) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      at += word.length + 1
      const { left, right } = range.getBoundingClientRect()
      return { word, left, right }
    })
  })`)) as { word: string; left: number; right: number }[]
  await page.close()
  return toPlaces(measured)
}
