import { expect, test } from 'vitest'
import { keepPlaces } from './order-list-hold.ts'

const rows = (ids: string, status = 'pending') => [...ids].map((id) => ({ id, status }))
const idsOf = ({ rows: kept, held }: ReturnType<typeof keepPlaces>) => `${kept.map(({ id }) => id).join('')} ${held}`

test.each([
  ['new orders above wait', 'abc', 'xyabc', 'abc 2'],
  ['one that comes in between two waits', 'abc', 'axbc', 'abc 1'],
  ['what a full page loses over its edge stays in view meanwhile', 'abcd', 'xyab', 'abcd 2'],
  ['one that left the list goes, and no other with it', 'abcd', 'xacd', 'acd 1'],
  ['one that left and one that went over the edge', 'abcd', 'xac', 'acd 1'],
  ['what comes in below all moves nothing', 'abc', 'abcd', 'abcd 0'],
  ['above and below', 'abc', 'xabcd', 'abcd 1'],
  ['where nothing that was in view is left there is nothing to hold', 'abc', 'xyz', 'xyz 0'],
  ['an empty list fills', '', 'xy', 'xy 0'],
])('§2 %s', (_, shown, now, expected) => {
  expect(idsOf(keepPlaces(rows(shown), rows(now)))).toBe(expected)
})

test('§4 a row that stays in its place shows its order as it is now', () => {
  const { rows: kept } = keepPlaces(rows('ab'), [...rows('x'), ...rows('ab', 'processing')])
  expect(kept).toEqual(rows('ab', 'processing'))
})
