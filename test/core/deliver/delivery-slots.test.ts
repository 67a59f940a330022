import { expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openDeliverySlots } from '../../../src/core/deliver/delivery-slots.ts'

const lanes = ['a', 'b', 'c']

/** Two slots for each lane, three for all, and a clock that is set. */
function openSlots() {
  const clock = { now: 0 }
  const slotLimits = { ...limits.delivery.slots, total: 3, ofEndpoint: 2 }
  const slots = openDeliverySlots(slotLimits, () => clock.now)
  const released: string[] = []
  const open = (owner = 'here') => slots.open({ owner, released: () => void released.push(owner) })
  const room = () =>
    lanes.map((lane) => {
      const slot = slots.tryTake(lane)
      slot?.release()
      return slot !== undefined
    })
  return { slots, open, room, clock, released }
}

it('has so many slots, and so many of them for one lane, until they are released', () => {
  const { open, room } = openSlots()
  const claims = open()
  const [first] = ['a', 'a'].map(claims.take)
  expect([claims.free(), room()]).toEqual([1, [false, true, true]])
  const another = claims.take('b')
  expect([claims.free(), room()]).toEqual([0, [false, false, false]])
  first!.release()
  expect([claims.free(), room()]).toEqual([1, [true, true, true]])
  another.release()
  expect([claims.free(), room()]).toEqual([2, [true, true, true]])
})

it('tries none in a lane that rests, until its time has passed', () => {
  const { slots, open, room, clock } = openSlots()
  open()
  slots.tryTake('a')!.rest()
  clock.now = 99
  expect(room()).toEqual([false, true, true])
  clock.now = 100
  expect(room()).toEqual([true, true, true])
})

it('uses a slot until the work has ended', async () => {
  const { slots, open, released } = openSlots()
  const claims = open()
  let end = () => {}
  slots.tryTake('a')!.use(
    () =>
      new Promise((resolve) => {
        end = resolve
      }),
  )
  claims.take('b').use(async () => {})
  await expect.poll(() => released).toEqual(['here'])
  expect(claims.free()).toBe(2)
  end()
  await expect.poll(() => released).toEqual(['here', 'here'])
  expect(claims.free()).toBe(3)
})

it('has none for submissions while nothing is claimed, or more is due than has a slot', () => {
  const { slots, open, room } = openSlots()
  const none = lanes.map(() => false)
  expect(room()).toEqual(none)
  const claims = open('one')
  expect(slots.tryTake('a')).toMatchObject({ owner: 'one' })
  claims.setMoreDue(true)
  expect(room()).toEqual(none)
  claims.setMoreDue(false)
  expect(room()).not.toEqual(none)
  claims.close()
  expect(room()).toEqual(none)
})
