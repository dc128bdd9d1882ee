import { expect, test } from 'vitest'
import type { FailedMail } from '#features/mail/outbox/failed-emails.ts'
import { mergeShownEmails } from './stable-email-list.tsx'

const mails = (ids: number[]) => ids.map((id) => ({ id, is_under_way: false }) as FailedMail)

test('ORDER-26 MAIL-12 a resent email keeps its row, without a button, and the other rows stay', () => {
  const merged = mergeShownEmails(mails([9, 8, 7]), mails([8, 7, 6]))
  expect(merged.map(({ id, is_under_way }) => [id, is_under_way])).toEqual([
    [9, true],
    [8, false],
    [7, false],
    [6, false],
  ])
})
