import { afterEach, expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

afterEach(() => void vi.useRealTimers())

test('FLEET-19 work that ends in time gives its value, and leaves no timer behind', async () => {
  vi.useFakeTimers()
  expect(await withTimeout(Promise.resolve('done'), 1_000)).toBe('done')
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('FLEET-19 work that takes longer gives null', async () => {
  vi.useFakeTimers()
  const waiting = withTimeout(new Promise(() => {}), 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waiting).toBeNull()
})
