import { expect, test } from 'vitest'
import { createSecondTapGuard } from './second-tap.tsx'

const BUTTON = { left: 0, right: 160, top: 500, bottom: 544 }
const target = { getBoundingClientRect: () => BUTTON } as unknown as Element
const tap = (timeStamp: number, clientX = 80, detail = 1) => ({
  detail,
  clientX,
  clientY: 520,
  timeStamp,
  target,
})

test('CART-16 a second tap in the same place within a second of an addition or a removal does not count', () => {
  const guard = createSecondTapGuard()
  expect(guard.isSecondTap(tap(0))).toBe(false)
  guard.hold(undefined, 10)
  for (const after of [100, 350, 600, 1000])
    expect(guard.isSecondTap(tap(after, 95)), `${after} ms`).toBe(true)
  expect(guard.isSecondTap(tap(1100))).toBe(false)
})

test('CART-16 taps that changed nothing else, taps elsewhere, keys and taps after other input all count', () => {
  const guard = createSecondTapGuard()
  const addAt = (time: number) => {
    guard.isSecondTap(tap(time))
    guard.hold(undefined, time)
  }
  expect([0, 200, 400].map((time) => guard.isSecondTap(tap(time)))).toEqual([false, false, false])
  addAt(1000)
  expect(guard.isSecondTap(tap(1300, 150)), 'another button of the card').toBe(false)
  addAt(3000)
  expect(guard.isSecondTap(tap(3300, 80, 0)), 'a key').toBe(false)
  addAt(5000)
  guard.release()
  expect(guard.isSecondTap(tap(5300)), 'after typing another quantity').toBe(false)
})

test('CART-16 CART-17 after a click without a place, such as one replayed, the whole button waits; so does a slow addition', () => {
  const guard = createSecondTapGuard()
  guard.isSecondTap(tap(0, 0, 0))
  guard.hold(4000, 0)
  expect(guard.isSecondTap(tap(2500, 10))).toBe(true)
  guard.hold(undefined, 3000)
  expect(guard.isSecondTap(tap(3900, 10))).toBe(true)
  expect(guard.isSecondTap(tap(4100, 10))).toBe(false)
})
