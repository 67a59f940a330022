// A moment, in UTC. The script turns it into "2 min ago", or into the zone of the browser.
import { type Html, html } from '../html.ts'
import { lengthWords } from '../words/frame.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** To the minute, and to the second in its title. */
export function time(at: string): Html {
  const title = `${at.slice(0, 19).replace('T', ' ')} UTC`
  return html`<time datetime="${at}" title="${title}" data-shown="ago">${day(at)},
 ${at.slice(11, 16)} UTC</time>`
}

/** To the second, never relative: for a log. */
export function exactTime(at: string): Html {
  return html`<time datetime="${at}" title="${at}" data-shown="exact">${at
    .slice(0, 19)
    .replace('T', ' ')} UTC</time>`
}

/** A day of the calendar, such as that of an invoice: 28 Nov 2026. */
export function day(date: string): string {
  const [year = '', month = '', dayOfMonth = ''] = date.slice(0, 10).split('-')
  return `${Number(dayOfMonth)} ${months[Number(month) - 1]} ${year}`
}

/** A length of time, in the two units that matter. */
export function duration(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  const whole = Math.max(0, Math.floor(seconds))
  const first = units.findIndex(([length]) => whole >= length)
  if (first < 0) return lengthWords.none
  const shown = units.slice(first, first + 2).map(([length, name], at) => {
    const within = at === 0 ? whole : whole % units[first]![0]
    return [Math.floor(within / length), name] as const
  })
  return shown
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' ')
}
