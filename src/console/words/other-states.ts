// States of what is no document: tokens, webhooks, steps, findings.

import { badge } from '../components/badge.ts'
import type { Html } from '../html.ts'
import type { Tone } from './tone.ts'

const words = {
  // A step of a lookup, and readiness.
  ok: ['OK', 'good'],
  failed: ['Failed', 'bad'],
  // A finding.
  error: ['Error', 'bad'],
  warning: ['Warning', 'care'],
  // A webhook and its deliveries.
  enabled: ['On', 'good'],
  disabled: ['Off', 'care'],
  waiting: ['Waiting', 'info'],
  delivered: ['Delivered', 'good'],
  // A forecast.
  running: ['Running', 'info'],
  completed: ['Complete', 'good'],
  // A token.
  valid: ['Valid', 'good'],
  revoked: ['Revoked', 'quiet'],
  ended: ['Expired', 'quiet'],
} as const satisfies Record<string, readonly [word: string, tone: Tone]>

export type OtherState = keyof typeof words

export function otherBadge(state: OtherState): Html {
  const [word, tone] = words[state]
  return badge({ word, tone })
}
