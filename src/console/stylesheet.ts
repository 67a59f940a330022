// What pages load: the one stylesheet (the colours, then the files of `assets`), the one script and
// the icon. Their names contain their digests, so browsers keep them for as long as they like.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { coloursWith, toCss } from './components/tokens.ts'

export type Asset = { path: string; mediaType: string; bytes: Buffer }

const sheets = [
  readFileSync(new URL('./assets/base.css', import.meta.url)),
  readFileSync(new URL('./assets/frame.css', import.meta.url)),
  readFileSync(new URL('./assets/components.css', import.meta.url)),
  readFileSync(new URL('./assets/pages.css', import.meta.url)),
]

export function stylesheetWith(accent: string | undefined): Asset {
  const bytes = Buffer.concat([Buffer.from(toCss(coloursWith(accent))), ...sheets])
  return toAsset(bytes, 'css', 'text/css; charset=utf-8')
}

export const script = toAsset(
  readFileSync(new URL('./assets/console.js', import.meta.url)),
  ...(['js', 'text/javascript; charset=utf-8'] as const),
)

export const favicon = toAsset(
  readFileSync(new URL('./assets/icon.svg', import.meta.url)),
  ...(['svg', 'image/svg+xml'] as const),
)

/** Served under its digest, to which nothing else will ever be served. */
export function toAsset(bytes: Buffer, extension: string, mediaType: string): Asset {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { path: `/console/${digest}.${extension}`, mediaType, bytes }
}
