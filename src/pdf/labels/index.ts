// The words of each language in which documents are printed.
import { arabic } from './arabic.ts'
import { danish } from './danish.ts'
import { dutch } from './dutch.ts'
import { english, type Words } from './english.ts'
import { finnish } from './finnish.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { Locale } from './locales.ts'
import { norwegian } from './norwegian.ts'
import { polish } from './polish.ts'
import { slovak } from './slovak.ts'
import { spanish } from './spanish.ts'
import { swedish } from './swedish.ts'

export type { Words }

const tables: Record<Locale, Words> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  nb: norwegian,
  da: danish,
  sv: swedish,
  fi: finnish,
  pl: polish,
  sk: slovak,
  ar: arabic,
}

export function wordsFor(locale: Locale): Words {
  return tables[locale]
}
