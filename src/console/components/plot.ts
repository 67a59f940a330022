// A small plot, made here: no script draws it, each bar has its value in a title, and a table says
// the same.
import { type Html, html } from '../html.ts'
import { disclosure } from './disclosure.ts'
import { table } from './table.ts'

type Bars = {
  name: string
  /** What the plot shows, for those who do not see it. */
  said: string
  bars: readonly { label: string; value: number; shown: string }[]
}

const [width, height, gap] = [480, 64, 3]

/** One bar for each value, the highest of them as high as the plot. */
export function plot({ name, said, bars }: Bars): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = width / bars.length
  return html`<figure class="plot"><figcaption>${name}</figcaption>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img"
 aria-label="${name}: ${said}">${bars.map(({ label, value, shown }, at) => {
   // What happened is seen, however little it is beside the rest.
   const tall = value > 0 ? Math.max(2, (value / most) * height) : 0.5
   return html`<rect x="${rounded(at * step)}" y="${rounded(height - tall)}"
 width="${rounded(step - gap)}" height="${rounded(tall)}"><title>${label}: ${shown}</title></rect>`
 })}</svg>
<p class="axis"><span>${bars[0]?.label}</span><span>${bars.at(-1)?.label}</span></p>
${disclosure(
  'As a table',
  table(
    name,
    ['Time (UTC)', { head: name, as: 'figure' }],
    bars.map(({ label, shown }) => [label, shown]),
  ),
)}</figure>`
}

function rounded(length: number): string {
  return length.toFixed(1)
}
