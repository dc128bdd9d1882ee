import { describe, expect, test } from 'vitest'
import { offerForm } from './offer-form.ts'
import { offerMessages } from './offer-messages.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const read = (typed: Record<string, string>, now = NOW) =>
  offerForm(now).safeParse({ unit: 'percent', amount: '10', last_day: '2026-12-03', ...typed })
const issueOf = (typed: Record<string, string>, now = NOW) => {
  const issue = read(typed, now).error?.issues[0]
  return issue && [issue.path[0], issue.message]
}

describe('OFFER-7 the time of an offer is London time', () => {
  test.each<[what: string, typed: Record<string, string>, startsAt: string | null, endsAt: string]>([
    ['at once until the end of a day', {}, null, '2026-12-04T00:00:00.000Z'],
    [
      'from the beginning of a day',
      { first_day: '2026-11-29' },
      '2026-11-29T00:00:00.000Z',
      '2026-12-04T00:00:00.000Z',
    ],
    [
      'a time today that is over begins at once',
      { first_day: '2026-11-27', first_time: '09:00' },
      null,
      '2026-12-04T00:00:00.000Z',
    ],
    [
      'with times',
      { first_day: '2026-11-29', first_time: '09:30', last_time: '17:00' },
      '2026-11-29T09:30:00.000Z',
      '2026-12-03T17:00:00.000Z',
    ],
    [
      'in summer',
      { first_day: '2027-06-01', last_day: '2027-06-03' },
      '2027-05-31T23:00:00.000Z',
      '2027-06-03T23:00:00.000Z',
    ],
    // 28 March 2027, when 1 am becomes 2 am.
    [
      'over the change to summer time',
      { first_day: '2027-03-27', last_day: '2027-03-28' },
      '2027-03-27T00:00:00.000Z',
      '2027-03-28T23:00:00.000Z',
    ],
    [
      'at a time that is skipped',
      { first_day: '2027-03-28', first_time: '01:30', last_day: '2027-03-29' },
      '2027-03-28T01:30:00.000Z',
      '2027-03-29T23:00:00.000Z',
    ],
    // 31 October 2027, when 2 am becomes 1 am.
    [
      'at a time that occurs twice',
      { first_day: '2027-10-31', first_time: '01:30', last_day: '2027-10-31' },
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T00:00:00.000Z',
    ],
    ['one day, today', { last_day: '2026-11-27' }, null, '2026-11-28T00:00:00.000Z'],
    ['as long as allowed', { last_day: '2027-11-26' }, null, '2027-11-27T00:00:00.000Z'],
  ])('%s', (_what, typed, startsAt, endsAt) => {
    const { data } = read(typed)
    expect(data?.startsAt?.toISOString() ?? null).toBe(startsAt)
    expect(data?.endsAt.toISOString()).toBe(endsAt)
  })
})

test.each<[typed: Record<string, string>, field: string, message: string]>([
  [{ last_day: '' }, 'last_day', offerMessages.lastDayMissing],
  [{ last_day: '2026-02-30' }, 'last_day', offerMessages.lastDayMissing],
  [{ first_day: '3 December' }, 'first_day', offerMessages.dayInvalid],
  [{ first_day: '2026-11-26' }, 'first_day', offerMessages.startsInPast],
  [{ first_time: '09:00' }, 'first_day', offerMessages.firstDayMissing],
  [{ first_day: '2026-11-29', first_time: '25:00' }, 'first_time', offerMessages.timeInvalid],
  [{ last_time: '5 pm' }, 'last_time', offerMessages.timeInvalid],
  [{ last_day: '2026-11-26' }, 'last_day', offerMessages.endsInPast],
  [{ last_day: '2026-11-27', last_time: '11:59' }, 'last_day', offerMessages.endsInPast],
  [{ first_day: '2026-12-04' }, 'last_day', offerMessages.endsBeforeStart],
  [
    { first_day: '2026-12-03', first_time: '10:00', last_time: '10:00' },
    'last_day',
    offerMessages.endsBeforeStart,
  ],
  [{ last_day: '2027-11-27' }, 'last_day', offerMessages.tooLong],
  [{ first_day: '2028-01-01', last_day: '2028-01-02' }, 'first_day', offerMessages.tooFar],
  [{ amount: '4.005' }, 'amount', offerMessages.amountInvalid],
  [{ amount: '0' }, 'amount', offerMessages.amountInvalid],
  [{ amount: '-5' }, 'amount', offerMessages.amountInvalid],
  [{ amount: '100' }, 'amount', offerMessages.percentTooLarge],
])('OFFER-8 %j is refused at %s', (typed, field, message) => {
  expect(issueOf(typed)).toEqual([field, message])
})

test('OFFER-8 an unknown choice is the first one', () => {
  expect(read({ unit: 'x', rounding: 'x' }).data?.rule).toEqual({
    unit: 'percent',
    hundredths: 1000,
    rounding: 'penny',
  })
})
