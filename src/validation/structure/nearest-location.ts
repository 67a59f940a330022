// Where a misplaced element might belong: a similar name at this place, or the
// nearest type that has it.
import { children, type XmlElement } from '../../xml/index.ts'
import { type ElementsModel, keyOf, modelOf, nameOf } from './model.ts'

/** An element of this type whose name differs by namespace, by case, or by two letters at most. */
export function similarName(element: XmlElement, { particles }: ElementsModel): string | undefined {
  const name = element.local.toLowerCase()
  const near = particles
    .map(({ key }) => ({
      key,
      distance: distance(name, key.slice(key.indexOf(':') + 1).toLowerCase()),
    }))
    .filter(({ distance }) => distance <= Math.min(2, name.length / 4))
  return near.sort((a, b) => a.distance - b.distance)[0]?.key
}

/**
 * The nearest place that may hold it: below its parent, or below one of its ancestors. An existing
 * element is preferred to one that would have to be created.
 */
export function nearestLocation(key: string, element: XmlElement): string | undefined {
  const around: XmlElement[] = []
  for (let at = element.parent; at; at = at.parent) around.push(at)
  for (const stepsFrom of [elementsIn, typesIn]) {
    for (const [index, start] of around.entries()) {
      const path = pathBelow(key, { key: keyOf(start) ?? '', element: start }, stepsFrom)
      if (path) return index === 0 ? `in ${path}` : `in ${path}, not in ${nameOf(around[0]!)}`
    }
  }
  return undefined
}

type Step = { key: string; element?: XmlElement }

function elementsIn({ element }: Step): Step[] {
  const inside = element ? children(element) : []
  return inside.map((child) => ({ key: keyOf(child) ?? '', element: child }))
}

function typesIn({ key }: Step): Step[] {
  const model = modelOf(key)
  return model?.kind === 'elements' ? model.particles : []
}

const depthMax = 3

/**
 * 'cac:Party/cac:PostalAddress': the nearest element that may hold it, breadth first,
 * within three steps.
 */
function pathBelow(
  key: string,
  start: Step,
  stepsFrom: (step: Step) => Step[],
): string | undefined {
  const seen = new Set([start.key])
  let level = [{ step: start, path: start.key }]
  for (let depth = 0; depth <= depthMax; depth++) {
    const found = level.find(({ step }) => mayHold(step.key, key))
    if (found) return found.path
    const next: typeof level = []
    for (const { step, path } of level) {
      for (const inner of stepsFrom(step)) {
        if (seen.has(inner.key)) continue
        seen.add(inner.key)
        next.push({ step: inner, path: `${path}/${inner.key}` })
      }
    }
    level = next
  }
  return undefined
}

function mayHold(parent: string, key: string): boolean {
  const model = modelOf(parent)
  return model?.kind === 'elements' && model.particles.some((particle) => particle.key === key)
}

/** The number of letters to insert, delete or change; anything above two counts as three. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
