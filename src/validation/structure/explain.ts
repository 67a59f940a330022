// What is wrong with the content of an element whose child elements do not match its type or are
// out of order: what was found, what was expected there, and where the nearest valid place is.
import type { XmlElement } from '../../xml/index.ts'
import { type ElementsModel, modelOf, nameOf, positionOf } from './model.ts'
import { nearestLocation, similarName } from './nearest-location.ts'
import { longestInOrder } from './order.ts'
import type { Report } from './report.ts'
import { isBlank } from './values.ts'

type Placed = { element: XmlElement; position: number }

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
    const position = positionOf(node, model)
    if (position === undefined) {
      const name = nameOf(node)
      // The same element is often wrong many times, and finding its position takes a while.
      const hint = hints.get(name) ?? hintFor(node, name, model)
      hints.set(name, hint)
      const message = `${key} has no element ${name}.${hint}`
      const expected = expectedAfter(model, last)
      report.add(node, 'structure.unexpected-element', { message, value: name, expected })
    } else {
      placed.push({ element: node, position })
      last = position
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
  const location = modelOf(name) && nearestLocation(name, element)
  return location ? ` Its nearest place is ${location}.` : ''
}

/** The elements that may follow the one at that position, up to the first required one. */
function expectedAfter({ particles }: ElementsModel, last: number): string {
  const names: string[] = []
  for (
    let position = Math.max(last, 0);
    position < particles.length && names.length < 8;
    position++
  ) {
    const { key, required, repeatable } = particles[position]!
    if (position > last || repeatable) names.push(key)
    if (position > last && required) return names.join(', ')
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
  for (const { element, position } of placed) {
    const particle = particles[position]!
    const count = ++counts[position]!
    if (count === 1 || particle.repeatable) continue
    const message = `${key} contains ${particle.key} at most once; this is number ${count}.`
    report.add(element, 'structure.repeated-element', {
      message,
      value: particle.key,
      expected: 'at most one',
    })
  }
  for (const [position, particle] of particles.entries()) {
    if (!particle.required || counts[position]! > 0) continue
    const where = neighbours(position, counts, particles)
    const message = `${key} lacks the required ${particle.key}${where}.`
    report.add(parent, 'structure.missing-element', { message, expected: particle.key })
  }
}

function neighbours(
  position: number,
  counts: readonly number[],
  particles: ElementsModel['particles'],
): string {
  const before = counts.findLastIndex((count, at) => at < position && count > 0)
  const after = counts.findIndex((count, at) => at > position && count > 0)
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
  const kept = longestInOrder(placed.map(({ position }) => position))
  const inOrder = placed.filter((_, index) => kept.has(index))
  for (const [index, { element, position }] of placed.entries()) {
    if (kept.has(index)) continue
    const { key } = particles[position]!
    const before = inOrder.find((other) => other.position > position)
    const after = inOrder.findLast((other) => other.position <= position)
    const where = [
      ...(after ? [`after ${particles[after.position]!.key}`] : []),
      ...(before ? [`before ${particles[before.position]!.key}`] : []),
    ].join(' and ')
    const message = `${key} is in the wrong place: it must be ${where}.`
    report.add(element, 'structure.misplaced-element', { message, value: key, expected: where })
    if (report.isFull()) return
  }
}
