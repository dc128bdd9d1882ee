import { expect, test } from 'vitest'
import { formatRelativeDateTime, formatRelativeDateTimeInSentence } from './relative-dates.ts'

test.each([
  ['2026-11-22T17:03:00Z', '2026-11-22T18:00:00Z', 'Today, 5:03 pm'],
  ['2026-11-22T00:00:00Z', '2026-11-22T23:59:59Z', 'Today, 12:00 am'],
  ['2026-11-21T23:59:59Z', '2026-11-22T00:00:00Z', 'Yesterday, 11:59 pm'],
  ['2026-11-23T21:30:00Z', '2026-11-22T00:00:00Z', 'Tomorrow, 9:30 pm'],
  ['2026-11-20T12:00:00Z', '2026-11-22T00:00:00Z', '20 November 2026, 12:00 pm'],
  ['2026-07-10T23:05:00Z', '2026-07-11T10:00:00Z', 'Today, 12:05 am'],
  ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', 'Yesterday, 12:00 pm'],
])('MONEY-4 %s seen at %s is %s', (instant, now, words) => {
  expect(formatRelativeDateTime(instant, now)).toBe(words)
  expect(formatRelativeDateTimeInSentence(instant, now), 'in the middle of a sentence').toBe(
    words.toLowerCase().replace('november', 'November'),
  )
})
