import { describe, expect, test } from 'vitest'
import { figuresPeriodQuery, latestMonths, parseFiguresPeriod } from './figures-period.ts'

const parse = (query: string, today = '2026-03-31') => {
  const params = new URLSearchParams(query)
  return parseFiguresPeriod(
    { period: params.get('period'), from: params.get('from'), to: params.get('to') },
    today,
  )
}
const days = (query: string, today?: string) => {
  const { period, error } = parse(query, today)
  return [period.kind, period.first, period.last, period.firstBefore, period.lastBefore, error]
}

describe('FIGURES-2 The period and the one before', () => {
  test.each([
    ['', '2026-03-31', ['this-month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', null]],
    ['', '2026-03-30', ['this-month', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28', null]],
    [
      'period=this-month',
      '2026-03-15',
      ['this-month', '2026-03-01', '2026-03-15', '2026-02-01', '2026-02-15', null],
    ],
    [
      'period=last-month',
      '2026-01-05',
      ['last-month', '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30', null],
    ],
    [
      'period=this-year',
      '2024-02-29',
      ['this-year', '2024-01-01', '2024-02-29', '2023-01-01', '2023-02-28', null],
    ],
    [
      'period=last-year',
      '2026-03-31',
      ['last-year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31', null],
    ],
    ['period=2024-02', '2026-03-31', ['month', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31', null]],
    ['period=2026-03', '2026-03-10', ['month', '2026-03-01', '2026-03-10', '2026-02-01', '2026-02-10', null]],
    [
      'from=2026-03-01&to=2026-03-01',
      '2026-03-31',
      ['own', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28', null],
    ],
    [
      'from=2026-03-02&to=2026-03-11',
      '2026-03-31',
      ['own', '2026-03-02', '2026-03-11', '2026-02-20', '2026-03-01', null],
    ],
  ])('%s on %s', (query, today, expected) => {
    expect(days(query, today)).toEqual(expected)
  })

  test.each([
    ['period=2026-13', null],
    ['period=2026-04', null],
    ['period=1999-12', null],
    ['period=next-month', null],
    ['from=2026-03-02', 'dates-invalid'],
    ['from=2026-02-30&to=2026-03-01', 'dates-invalid'],
    ['from=2026-03-02&to=2026-03-01', 'dates-invalid'],
    ['from=0001-01-01&to=2026-03-01', 'dates-invalid'],
    ['from=2020-01-01&to=2026-03-01', 'period-too-long'],
  ])('%s gives this month', (query, error) => {
    expect(days(query)).toEqual(['this-month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', error])
  })

  test('the address names the same days on every day', () => {
    const query = figuresPeriodQuery(parse('period=last-month', '2026-03-31').period)
    expect([query, days(query, '2026-09-01').slice(1)]).toEqual([
      'period=2026-02',
      ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', null],
    ])
    const own = figuresPeriodQuery(parse('from=2026-03-02&to=2026-03-11').period)
    expect(own).toBe('from=2026-03-02&to=2026-03-11')
  })

  test('months are listed back from this one', () => {
    expect(latestMonths('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })
})
