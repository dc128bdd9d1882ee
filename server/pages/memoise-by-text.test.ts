import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { memoiseByText } from './memoise-by-text.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const held = () => {
  collect()
  return process.memoryUsage().heapUsed
}

test('a short text is worked out once, a long one each time', () => {
  const workOut = vi.fn((text: string) => text.length)
  const lengthOf = memoiseByText(workOut)
  expect([lengthOf('/products'), lengthOf('/products')]).toEqual([9, 9])
  expect(workOut).toHaveBeenCalledTimes(1)
  const long = `/${'x'.repeat(300)}`
  expect([lengthOf(long), lengthOf(long)]).toEqual([301, 301])
  expect(workOut).toHaveBeenCalledTimes(3)
})

test('of an address nothing is held but the path that is remembered', () => {
  const lengthOf = memoiseByText((text) => text.length)
  const before = held()
  for (let turn = 0; turn < 2_000; turn += 1) {
    lengthOf(new URL(`http://shop.invalid/as-long-as-a-product-is/${turn}?${turn}${'x'.repeat(15_000)}`).pathname)
  }
  // The addresses have 30 MB.
  expect(held() - before).toBeLessThan(10_000_000)
  expect(lengthOf('/as-long-as-a-product-is/7')).toBe(26)
})
