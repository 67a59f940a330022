import { expect, it } from 'vitest'
import { kindOfLane, laneOfEndpoint, simulationLane } from '../../../src/core/network/lane.ts'

const scenario = { name: 'timeout', speed: 1 }

it.each([
  ['simulation', simulationLane({})],
  ['simulation', simulationLane({ scenario })],
  ['endpoint', laneOfEndpoint('https://ap.example/as4')],
  ['endpoint', laneOfEndpoint('https://simulation.example/lookup')],
  ['lookup', 'lookup 3'],
  ['endpoint', laneOfEndpoint(`https://ap.example/${'a'.repeat(1_000)}`)],
])('a lane of the kind %s is known by its name: %s', (kind, lane) => {
  expect(kindOfLane(lane)).toBe(kind)
})
