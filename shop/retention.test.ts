import { expect, test } from 'vitest'
import { DEFAULT_RETENTION, formatRetention, RETENTION, RETENTION_KINDS } from './retention.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'

test('RETENTION-5 the owner reads what is deleted after how many days, and what is kept', () => {
  const line = settingMessages.retention({ ...DEFAULT_RETENTION, 'sent-emails': 45 })
  expect(line).toBe(
    'Orders, their history, refunds and stock are kept for good. Emails that were sent are deleted after 45 days, ' +
      'sign-ins and refusals after 730, changes in the Record after 2,557.',
  )
})

test('RETENTION-1 no default is below its minimum', () => {
  for (const kind of RETENTION_KINDS)
    expect(RETENTION[kind].days, kind).toBeGreaterThanOrEqual(RETENTION[kind].min)
})

test.each([
  [1, '1 day'],
  [30, '30 days'],
  [364, '364 days'],
  [365, '1 year'],
  [368, '368 days'],
  [730, '2 years'],
  [2557, '7 years'],
  [36_500, '36,500 days'],
])('CONTENT-25 shoppers read %i days as %s', (days, shown) => {
  expect(formatRetention({ ...DEFAULT_RETENTION, 'access-events': days })['access-events']).toBe(shown)
})
