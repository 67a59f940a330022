// Names that look like settings and are none: what was meant has no effect, and nothing else says
// so.
import type { Environment } from './environment.ts'

/** Names of other programs that read the same file or environment. */
const prefixes = [
  ...['FOURCORNER_', 'COMPOSE_', 'PG[A-Z]', 'NODE_', 'NPM_', 'OTEL_', 'DOCKER_', 'BUILDKIT_'],
  ...['KUBERNETES_', 'POSTGRES_', 'LC_', 'MALLOC_', 'UV_', 'SSL_', 'XDG_'],
]
const whole = [
  ...['PATH', 'HOME', 'USER', 'SHELL', 'TERM', 'LANG', 'LANGUAGE', 'TZ', 'PWD', 'HOSTNAME'],
  '(?:HTTPS?|ALL|NO)_PROXY',
]
const ofOthers = new RegExp(`^(?:${prefixes.join('|')}|(?:${whole.join('|')})$)`, 'i')

/** A sentence for each name in `.env` that is none of `known`, and for each around it like one. */
export function unknownNames(
  { file, process }: { file: Environment; process: Environment },
  known: readonly string[],
): string[] {
  const isUnknown = (name: string) => !known.includes(name) && !ofOthers.test(name)
  const inFile = Object.keys(file).filter(isUnknown)
  const around = Object.keys(process).filter((name) => isUnknown(name) && !inFile.includes(name))
  return [
    ...inFile.map((name) => sentence(`.env sets ${name}`, meant(name, known))),
    ...around.flatMap((name) => {
      const setting = meant(name, known)
      return setting ? [sentence(`The environment has ${name}`, setting)] : []
    }),
  ]
}

function sentence(what: string, setting: string | undefined): string {
  return `${what}, which is no setting.${setting ? ` Is ${setting} meant?` : ''}`
}

/** The nearest setting within two edits, or within one where the name is short. */
function meant(name: string, known: readonly string[]): string | undefined {
  const edits = (setting: string) => (Math.min(name.length, setting.length) < 8 ? 1 : 2)
  return known
    .map((setting) => ({ setting, distance: distanceBetween(name, setting) }))
    .filter(({ setting, distance }) => distance <= edits(setting))
    .sort((a, b) => a.distance - b.distance)[0]?.setting
}

/** How many letters are changed, left out, put in, or exchanged with the next one; at most 3. */
function distanceBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[j - 2]! + 1 : 3,
      )
    }
    before = row
    row = next
  }
  return Math.min(row[other.length]!, 3)
}
