import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { memoiseByText } from './memoise-by-text.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const usedHeap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

test('a short text is computed once, a long one each time', () => {
  const compute = vi.fn((text: string) => text.length)
  const lengthOf = memoiseByText(compute)
  expect([lengthOf('/products'), lengthOf('/products')]).toEqual([9, 9])
  expect(compute).toHaveBeenCalledTimes(1)
  const long = `/${'x'.repeat(300)}`
  expect([lengthOf(long), lengthOf(long)]).toEqual([301, 301])
  expect(compute).toHaveBeenCalledTimes(3)
})

test('memoised paths do not keep the whole URL in memory', () => {
  const lengthOf = memoiseByText((text) => text.length)
  const before = usedHeap()
  for (let count = 0; count < 2_000; count += 1) {
    lengthOf(
      new URL(`http://shop.invalid/as-long-as-a-product-is/${count}?${count}${'x'.repeat(15_000)}`).pathname,
    )
  }
  // The texts have 30 MB in total.
  expect(usedHeap() - before).toBeLessThan(10_000_000)
  expect(lengthOf('/as-long-as-a-product-is/7')).toBe(26)
})
