import { expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openOwnPlaces } from '../../../src/core/runtime/own-places.ts'

it('has so many places, and of these so many for one lane, until they are left', () => {
  const places = openOwnPlaces({ ...limits.delivery.places, total: 3, ofEndpoint: 2 })
  const room = () => ['a', 'b', 'c'].map((lane) => places.hasRoom(lane, 0))
  const [first] = ['a', 'a'].map(places.take)
  expect([places.free(), room()]).toEqual([1, [false, true, true]])
  const another = places.take('b')
  expect([places.free(), room()]).toEqual([0, [false, false, false]])
  first!()
  expect([places.free(), room()]).toEqual([1, [true, true, true]])
  another()
  expect([places.free(), room()]).toEqual([2, [true, true, true]])
})

it('has none in a lane that rests, until its time has passed', () => {
  const places = openOwnPlaces(limits.delivery.places)
  places.rest('a', 100)
  const room = (now: number) => ['a', 'b'].map((lane) => places.hasRoom(lane, now))
  expect(room(99)).toEqual([false, true])
  expect(room(100)).toEqual([true, true])
})
