// The REST interface of the sandbox's SMP, as phoss SMP 8.0 has it, with its dangers: a PUT of a
// group makes its sender the owner, and one of a document type replaces all of it.
import type { HttpAnswer, HttpRequest } from './http-listener.ts'
import type { SmpEntries } from './smp-entries.ts'
import { movingOf } from './smp-moves.ts'
import { type EntriesToRead, readingOf } from './smp-reads.ts'
import { refused, SmpRefusal } from './smp-refusal.ts'
import type { SmpNeeds } from './smp-request.ts'
import { writingOf } from './smp-writes.ts'

/** Answers a request to the SMP whose base URL is `base`. */
export function openSmpRest(
  needs: SmpNeeds,
): (request: HttpRequest, base: string) => Promise<HttpAnswer> {
  const { state, entries } = needs
  let old: EntriesToRead | undefined
  const reading = readingOf(needs, () => old ?? entries)
  const handlers = { ...reading, ...writingOf(needs), ...movingOf(needs) }
  return async ({ method, path, ...request }, base) => {
    if (state.answers === 'none') return 'cut'
    old = state.answers === 'old' ? (old ?? copyOf(entries)) : undefined
    const found = routeOf(method, path)
    if (!found) return refused(noSuchPath(method), state.explains)
    const asked = { ...request, at: found.at, base, url: base + path }
    try {
      const answer = await handlers[found.name](asked)
      return state.answers === 'lost' && method !== 'GET' ? 'cut' : answer
    } catch (error) {
      if (error instanceof SmpRefusal) return refused(error, state.explains)
      throw error
    }
  }
}

/** What is no path of the interface is a file, which cannot be written. */
function noSuchPath(method: string): SmpRefusal {
  return new SmpRefusal(method === 'PUT' || method === 'DELETE' ? 405 : 404, '', true)
}

function copyOf(entries: SmpEntries): EntriesToRead {
  const copy = new Map(entries.all().map((entry) => [entry.participant, entry]))
  return { all: () => [...copy.values()], get: (participant) => copy.get(participant) }
}

const routes = [
  ['status', 'GET', 'smp-status'],
  ['list', 'GET', 'list/:user'],
  ['complete', 'GET', 'complete/:group'],
  ['card', 'GET PUT DELETE', 'businesscard/:group'],
  ['start', 'PUT', 'migration/outbound/start/:group'],
  ['cancel', 'PUT', 'migration/outbound/cancel/:group'],
  ['finalize', 'PUT', 'migration/outbound/finalize/:group'],
  ['take', 'PUT', 'migration/inbound'],
  ['take', 'PUT', 'migration/inbound/:group/:key'],
  ['getGroup', 'GET', ':group'],
  ['putGroup', 'PUT', ':group'],
  ['deleteGroup', 'DELETE', ':group'],
  ['deleteTypes', 'DELETE', ':group/services'],
  ['getType', 'GET', ':group/services/:type'],
  ['putType', 'PUT', ':group/services/:type'],
  ['deleteType', 'DELETE', ':group/services/:type'],
] as const

type Route = { name: (typeof routes)[number][0]; at: Record<string, string> }

function routeOf(method: string, path: string): Route | undefined {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  for (const [name, methods, pattern] of routes) {
    const at = methods.split(' ').includes(method) && match(pattern.split('/'), segments)
    if (at) return { name, at }
  }
  return undefined
}

/** A broken percent-encoding is taken as it is: no identifier has one. */
function match(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const fits = pattern.every((part, at) =>
    part.startsWith(':') ? Boolean(segments[at]) : part === segments[at],
  )
  if (!fits || pattern.length !== segments.length) return undefined
  const named = pattern.flatMap((part, at) =>
    part.startsWith(':') ? [[part.slice(1), decode(segments[at]!)]] : [],
  )
  return Object.fromEntries(named)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
