import { expect, it } from 'vitest'
import { openOwnPlaces } from '../../src/core/own-places.ts'
import { limits } from '../../src/limits.ts'

it('has so many places, and of these so many for one lane, until they are left', () => {
  const places = openOwnPlaces({ ...limits.delivery.places, total: 3, ofEndpoint: 2 })
  const room = () => ['a', 'b', 'c'].map(places.hasRoom)
  const [first] = ['a', 'a'].map(places.take)
  expect([places.free(), room()]).toEqual([1, [false, true, true]])
  const another = places.take('b')
  expect([places.free(), room()]).toEqual([0, [false, false, false]])
  first!()
  expect([places.free(), room()]).toEqual([1, [true, true, true]])
  another()
  expect([places.free(), room()]).toEqual([2, [true, true, true]])
})
