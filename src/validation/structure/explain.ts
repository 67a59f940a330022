// What is wrong with the content of an element whose child elements do not match its type or are
// out of order: what was found, what was expected there, and where the nearest valid place is.
import type { XmlElement } from '../../xml/index.ts'
import { type ElementsModel, modelOf, nameOf, placeOf } from './model.ts'
import { nearestPlace, similarName } from './nearest-place.ts'
import { longestInOrder } from './order.ts'
import type { Report } from './report.ts'
import { isBlank } from './values.ts'

type Placed = { element: XmlElement; place: number }

/**
 * Always finds something if the content is out of order: a fault seen by the check
 * is never lost here.
 */
export function explainContent(
  parent: XmlElement,
  key: string,
  model: ElementsModel,
  report: Report,
): void {
  const placed: Placed[] = []
  const hints = new Map<string, string>()
  let last = -1
  for (const node of parent.children) {
    if (node.kind === 'text' && !isBlank(node.value)) explainText(parent, key, node.value, report)
    if (node.kind !== 'element') continue
    const place = placeOf(node, model)
    if (place === undefined) {
      const name = nameOf(node)
      // The same element is often wrong many times, and finding its place takes a while.
      const hint = hints.get(name) ?? hintFor(node, name, model)
      hints.set(name, hint)
      const message = `${key} has no element ${name}.${hint}`
      const expected = expectedAfter(model, last)
      report.add(node, 'structure.unexpected-element', { message, value: name, expected })
    } else {
      placed.push({ element: node, place })
      last = place
    }
    if (report.isFull()) return
  }
  explainNumbers(parent, key, placed, model, report)
  explainOrder(placed, model, report)
}

function explainText(parent: XmlElement, key: string, text: string, report: Report): void {
  const value = text.trim().slice(0, 60)
  const message = `${key} contains elements and no text, but also '${value}'.`
  report.add(parent, 'structure.unexpected-text', { message, value, expected: 'elements' })
}

function hintFor(element: XmlElement, name: string, model: ElementsModel): string {
  const similar = similarName(element, model)
  if (similar) return ` Did you mean ${similar}?`
  const place = modelOf(name) && nearestPlace(name, element)
  return place ? ` Its nearest place is ${place}.` : ''
}

/** The elements that may follow the one at that place, up to the first required one. */
function expectedAfter({ particles }: ElementsModel, last: number): string {
  const names: string[] = []
  for (let place = Math.max(last, 0); place < particles.length && names.length < 8; place++) {
    const { key, required, repeatable } = particles[place]!
    if (place > last || repeatable) names.push(key)
    if (place > last && required) return names.join(', ')
  }
  return names.length === 8 ? `${names.join(', ')}, …` : names.join(', ') || 'nothing more'
}

function explainNumbers(
  parent: XmlElement,
  key: string,
  placed: readonly Placed[],
  { particles }: ElementsModel,
  report: Report,
): void {
  const counts = new Array<number>(particles.length).fill(0)
  for (const { element, place } of placed) {
    const particle = particles[place]!
    const count = ++counts[place]!
    if (count === 1 || particle.repeatable) continue
    const message = `${key} contains ${particle.key} at most once; this is number ${count}.`
    report.add(element, 'structure.repeated-element', {
      message,
      value: particle.key,
      expected: 'at most one',
    })
  }
  for (const [place, particle] of particles.entries()) {
    if (!particle.required || counts[place]! > 0) continue
    const where = neighbours(place, counts, particles)
    const message = `${key} lacks the required ${particle.key}${where}.`
    report.add(parent, 'structure.missing-element', { message, expected: particle.key })
  }
}

function neighbours(
  place: number,
  counts: readonly number[],
  particles: ElementsModel['particles'],
): string {
  const before = counts.findLastIndex((count, at) => at < place && count > 0)
  const after = counts.findIndex((count, at) => at > place && count > 0)
  const words = [
    ...(before >= 0 ? [`after ${particles[before]!.key}`] : []),
    ...(after >= 0 ? [`before ${particles[after]!.key}`] : []),
  ]
  return words.length > 0 ? `, ${words.join(' and ')}` : ''
}

/**
 * Names as few elements out of order as possible: those that must move for the rest to be right.
 */
function explainOrder(
  placed: readonly Placed[],
  { particles }: ElementsModel,
  report: Report,
): void {
  const kept = longestInOrder(placed.map(({ place }) => place))
  const inOrder = placed.filter((_, index) => kept.has(index))
  for (const [index, { element, place }] of placed.entries()) {
    if (kept.has(index)) continue
    const { key } = particles[place]!
    const before = inOrder.find((other) => other.place > place)
    const after = inOrder.findLast((other) => other.place <= place)
    const where = [
      ...(after ? [`after ${particles[after.place]!.key}`] : []),
      ...(before ? [`before ${particles[before.place]!.key}`] : []),
    ].join(' and ')
    const message = `${key} is in the wrong place: it must be ${where}.`
    report.add(element, 'structure.misplaced-element', { message, value: key, expected: where })
    if (report.isFull()) return
  }
}
