// How this console looks: its name, its colours, its logo.
import type { Look } from './page.ts'
import { type Asset, stylesheetWith } from './stylesheet.ts'

type LookWish = { name?: string; accent?: string; logo?: Asset }

export function lookWith({ name = 'Fourcorner', accent, logo }: LookWish): Look {
  return { name, stylesheet: stylesheetWith(accent), ...(logo ? { logo } : {}) }
}
