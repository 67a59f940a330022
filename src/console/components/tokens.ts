// The colours of the console: one table, from which the stylesheet and the test of contrast are
// made (docs/console/design.md, "Tokens").
import { channelsOf, contrast } from '../../config/contrast.ts'

/** Each colour for light and for dark screens. */
export const tokens = {
  ground: ['#ffffff', '#111418'],
  'ground-2': ['#f6f7f9', '#181c21'],
  line: ['#dfe3e8', '#2b323a'],
  field: ['#7a8794', '#76828e'],
  text: ['#16191d', '#e9ecef'],
  quiet: ['#56606b', '#a3adb8'],
  accent: ['#0b5cad', '#7cb8ff'],
  'on-accent': ['#ffffff', '#0b1520'],
  good: ['#17663a', '#86d9a6'],
  'good-ground': ['#e6f4ec', '#14301f'],
  info: ['#174f8a', '#9cc8ff'],
  'info-ground': ['#e8f1fb', '#12283f'],
  care: ['#7a4b00', '#f3c46b'],
  'care-ground': ['#fdf1d8', '#35280d'],
  bad: ['#9b1c1c', '#ffa49b'],
  'bad-ground': ['#fdeaea', '#3b1717'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export type Token = keyof typeof tokens
type Colours = Record<Token, readonly [light: string, dark: string]>

/** WCAG 2.2, 1.4.3 and 1.4.11: what text needs on its ground, and what a border needs. */
export const ratios = { text: 4.5, shape: 3 } as const

type Pair = { of: Token; on: readonly Token[]; as: keyof typeof ratios }

const grounds = ['ground', 'ground-2'] as const
const tinted = ['good-ground', 'info-ground', 'care-ground', 'bad-ground'] as const

/** Every pair of colours that the stylesheet uses. */
export const pairs: readonly Pair[] = [
  { of: 'text', on: [...grounds, ...tinted], as: 'text' },
  { of: 'quiet', on: grounds, as: 'text' },
  { of: 'accent', on: ['ground'], as: 'text' },
  { of: 'on-accent', on: ['accent'], as: 'text' },
  { of: 'good', on: ['ground', 'good-ground'], as: 'text' },
  { of: 'info', on: ['ground', 'info-ground'], as: 'text' },
  { of: 'care', on: ['ground', 'care-ground'], as: 'text' },
  { of: 'bad', on: ['ground', 'bad-ground'], as: 'text' },
  // The button that destroys, filled: on a question page.
  { of: 'ground', on: ['bad'], as: 'text' },
  { of: 'field', on: grounds, as: 'shape' },
  // The ring of the focus.
  { of: 'accent', on: [...grounds, ...tinted], as: 'shape' },
]

export function coloursWith(accent: string | undefined): Colours {
  return accent === undefined ? tokens : { ...tokens, accent: [accent, darkAccent(accent)] }
}

/** The custom properties of the stylesheet. */
export function toCss(colours: Colours): string {
  const lines = Object.entries(colours).map(
    ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`,
  )
  return `:root {\n  color-scheme: light dark;\n${lines.join('\n')}\n}\n`
}

const white = '#ffffff'

/**
 * The same hue for a dark ground: mixed with white until text in it, and text on it, are as clear
 * there as they are in the colours of ours.
 */
export function darkAccent(accent: string): string {
  const steps = Array.from({ length: 21 }, (_, step) => mix(accent, white, step / 20))
  return steps.find((one) => contrast(one, tokens.ground[1]) >= 8) ?? white
}

function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other)
  const mixed = channelsOf(colour).map((channel, at) =>
    Math.round(channel + (others[at]! - channel) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
