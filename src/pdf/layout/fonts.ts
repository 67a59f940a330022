// The fonts of a worker: found as packages, read when first needed, parsed once for all documents.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { FontSubset, type FontTables, fontTables } from './font-subset.ts'
import { type Document, type EmbeddedFont, fontClass, PdfDocument } from './pdfmake.ts'
import { keepCharacters, readable } from './readable-font.ts'

export type FontStyle = 'normal' | 'bold' | 'italics'

type Files = Record<FontStyle, string>

/** The files of a family, as URLs or paths; undefined when none of its packages is installed. */
type Family = { name: string; find(): Files | undefined }

// Named one by one, so that readers of the imports see which packages are used.
// Noto has no italics.
function arabic(): Files {
  const normal = import.meta.resolve(
    '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  )
  const bold = import.meta.resolve(
    '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  )
  return { normal, bold, italics: normal }
}

function hebrew(): Files {
  const normal = import.meta.resolve(
    '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  )
  const bold = import.meta.resolve(
    '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
  )
  return { normal, bold, italics: normal }
}

function roboto(): Files {
  return {
    normal: import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
    bold: import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
    italics: import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Italic.ttf'),
  }
}

const require = createRequire(import.meta.url)

/**
 * Fonts of 50 to 90 MB a package, used if an operator has installed them. `resolve` returns the
 * path of a file in a package and throws if there is none.
 */
export function installedFiles(
  script: string,
  resolve: (file: string) => string,
): Files | undefined {
  const path = (weight: string) =>
    `@expo-google-fonts/noto-sans-${script}/${weight}/NotoSans${script.toUpperCase()}_${weight}.ttf`
  try {
    const normal = resolve(path('400Regular'))
    return { normal, bold: resolve(path('600SemiBold')), italics: normal }
  } catch {
    return undefined
  }
}

// In the order in which they are tried for a character.
const families: Family[] = [
  { name: 'Roboto', find: roboto },
  { name: 'Arabic', find: arabic },
  { name: 'Hebrew', find: hebrew },
  ...['sc', 'tc', 'jp', 'kr'].map((script) => ({
    name: `Noto ${script}`,
    find: () => installedFiles(script, require.resolve),
  })),
]

export const firstFamily = 'Roboto'

type Face = { font: EmbeddedFont; tables: FontTables }

const faces = new Map<string, Face>()
const absent = new Set<string>()

function parse(name: string, style: FontStyle): Face | undefined {
  const key = `${name} ${style}`
  const before = faces.get(key)
  if (before || absent.has(key)) return before
  const path = families.find((each) => each.name === name)?.find()?.[style]
  if (!path) {
    absent.add(key)
    return undefined
  }
  const file = readFileSync(path.startsWith('file:') ? new URL(path) : path)
  const document = new PdfDocument(
    {},
    {},
    {},
    {},
    { autoFirstPage: false, font: null },
    null,
    () => false,
  )
  const font = document.font(file)._font
  keepCharacters(font.font)
  const face = { font, tables: fontTables(file) }
  faces.set(key, face)
  return face
}

const ownerOf = new Map<number, string | undefined>()
const ownersMax = 200_000

/** The family that has a glyph for the character; undefined when no installed one has. */
export function familyFor(codePoint: number): string | undefined {
  if (ownerOf.has(codePoint)) return ownerOf.get(codePoint)
  const found = families.find(({ name }) =>
    parse(name, 'normal')?.font.font.hasGlyphForCodePoint(codePoint),
  )?.name
  if (ownerOf.size < ownersMax) ownerOf.set(codePoint, found)
  return found
}

export function hasGlyph(family: string, codePoint: number): boolean {
  return parse(family, 'normal')?.font.font.hasGlyphForCodePoint(codePoint) ?? false
}

/** The font for one document; the parsed font is shared. */
export function embedFont(document: Document, family: string, style: FontStyle): EmbeddedFont {
  const face = parse(family, style)
  if (!face) throw new Error(`There is no font ${family}`)
  const id = `F${++document._fontCount}`
  const font = new (readable(fontClass(face.font)))(document, face.font.font, id)
  font.subset = new FontSubset(face.tables)
  // Texts in all scripts share lines, and rows of side-by-side tables share one height.
  const first = parse(firstFamily, style)?.font
  if (first) {
    font.ascender = first.ascender
    font.descender = first.descender
    font.lineGap = first.lineGap
  }
  document._fontFamilies[id] = font
  return font
}
