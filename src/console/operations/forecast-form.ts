// The form that begins a forecast: its day is the next one on which rules begin.
import { mayCall } from '../../core/access/may-call.ts'
import type { Gateway } from '../../core/gateway.ts'
import {
  type ForecastWish,
  forecastDaysMax,
  forecastOwners,
  usualForecastOwner,
} from '../../core/operations/forecast.ts'
import { ruleDayFault, showRules } from '../../core/rule-day.ts'
import { button, linkButton } from '../components/button.ts'
import { form, radioField, textField } from '../components/field.ts'
import { oneOf, wrongField } from '../form.ts'
import type { Shown } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { forecastWords as words } from '../words/forecasts.ts'
import { formWords } from '../words/frame.ts'

export const forecastFields = ['on', 'days', 'of'] as const
type Beginning = Shown<(typeof forecastFields)[number]>

const list = '/console/forecasts'
export const beginning = {
  path: `${list}/begin`,
  config: { scope: ['admin', 'operator'], testToken: 'nothing' },
} as const
const usualDays = '30'

export function forecastForm(
  gateway: Pick<Gateway, 'rulePacks' | 'now'>,
  { caller, given, errors, notice, hidden }: Beginning,
): Html {
  const next = nextDay(gateway)
  const isOperator = mayCall(caller, { scope: 'operator', testToken: 'nothing' })
  return html`<p class="lead">${words.about} ${words.beginHint}</p>
${notice}${form(
  beginning.path,
  html`${hidden}${textField({
    ...{ name: 'on', label: words.on, type: 'date', isRequired: true, error: errors.on },
    ...{ value: given.on ?? next.day, hint: next.isToday ? words.onToday : words.onNext },
  })}${textField({
    ...{ name: 'days', label: words.days, hint: words.daysHint, isRequired: true },
    ...{ value: given.days ?? usualDays, error: errors.days },
  })}${
    isOperator &&
    radioField({
      ...{ name: 'of', label: words.whose, error: errors.of },
      value: given.of ?? usualForecastOwner(caller),
      choices: forecastOwners.map((value) => ({ value, label: words.owners[value] })),
    })
  }`,
  html`${button({ text: words.beginIt, look: 'primary' })}
${linkButton({ text: formWords.back, href: list, look: 'quiet' })}`,
)}`
}

/** Throws Problem `request.invalid-field`. */
export function toForecastWish({ on = '', days = '', of }: Beginning['given'], now: Date) {
  const fault = ruleDayFault(on, now)
  if (fault !== undefined) throw wrongField('on', words.onFault(fault))
  const isCount = /^[1-9]\d{0,2}$/.test(days) && Number(days) <= forecastDaysMax
  if (!isCount) throw wrongField('days', words.daysFault(forecastDaysMax))
  const wish: ForecastWish = {
    ...{ on, days: Number(days) },
    ...(of ? { of: oneOf('of', of, forecastOwners) } : {}),
  }
  return wish
}

/** The first day on which a version that is known begins. */
function nextDay(gateway: Pick<Gateway, 'rulePacks' | 'now'>): { day: string; isToday: boolean } {
  const { day: today, ruleSets } = showRules(gateway)
  const [first] = ruleSets.flatMap(({ next }) => (next ? [next.validFrom] : [])).sort()
  return { day: first ?? today, isToday: first === undefined }
}
