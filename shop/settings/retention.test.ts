import { expect, test } from 'vitest'
import { DEFAULT_RETENTION, RETENTION, RETENTION_KINDS } from './retention.ts'
import { settingMessages } from './setting-messages.ts'

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
