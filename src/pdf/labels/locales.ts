// The languages in which documents are printed.
export const locales = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'nb',
  'da',
  'sv',
  'fi',
  'pl',
  'sk',
  'ar',
] as const

export type Locale = (typeof locales)[number]

export function isRightToLeft(locale: Locale): boolean {
  return locale === 'ar'
}
