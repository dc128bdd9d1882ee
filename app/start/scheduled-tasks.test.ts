import { expect, test } from 'vitest'
import { digestDelay } from './scheduled-tasks.ts'

test.each([
  ['2026-06-22T05:00:00.000Z', 300_000],
  ['2026-06-22T05:54:59.999Z', 300_000],
  ['2026-06-22T05:57:30.000Z', 150_000],
  // A timer that fires early checks again at once.
  ['2026-06-22T05:59:59.999Z', 1],
  ['2026-10-25T00:56:00.000Z', 240_000],
])(
  'SETTING-9 after a look at %s the next one is in %i ms, so that none misses the full hour',
  (now, delay) => {
    expect(digestDelay(new Date(now))).toBe(delay)
  },
)
