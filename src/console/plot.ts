// A small plot, made here: no script draws it, and its text says what it shows.
import { type Html, html } from './html.ts'

type Bars = {
  name: string
  /** What the plot shows, for those who do not see it, and beside it for those who do. */
  said: string
  /** One value for each step of equal length; undefined where there is none. */
  values: readonly (number | undefined)[]
  /** What stands at the two ends of the axis. */
  from: string
  to: string
}

const [width, height, gap] = [240, 48, 2]

/** One bar for each value, the highest of them as high as the plot. */
export function bars({ name, said, values, from, to }: Bars): Html {
  const most = Math.max(...values.map((value) => value ?? 0))
  const step = width / values.length
  return html`<figure class="plot"><figcaption>${name}: ${said}</figcaption>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img"
 aria-label="${name}: ${said}">${values.map((value, index) => {
   if (!value) return undefined
   // What happened is seen, however little it is beside the rest.
   const tall = Math.max(1, (value / most) * height)
   return html`<rect x="${rounded(index * step)}" y="${rounded(height - tall)}"
 width="${rounded(step - gap)}" height="${rounded(tall)}"/>`
 })}</svg>
<p class="axis"><span>${from}</span><span>${to}</span></p></figure>`
}

function rounded(length: number): string {
  return length.toFixed(1)
}
