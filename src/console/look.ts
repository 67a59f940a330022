// How this console looks: its name, its colours, its logo.
import type { Look } from './page.ts'
import { stylesheetWith, toAsset } from './stylesheet.ts'

export type LookWish = {
  name?: string
  accent?: string
  logo?: { type: keyof typeof mediaTypes; bytes: Buffer }
}

const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const

export function lookWith({ name = 'Fourcorner', accent, logo }: LookWish): Look {
  return {
    name,
    stylesheet: stylesheetWith(accent),
    ...(logo ? { logo: toAsset(logo.bytes, logo.type, mediaTypes[logo.type]) } : {}),
  }
}
