import { expect, test } from 'vitest'
import { mergeFrozenOrders } from './frozen-order-list.ts'

/** The letter says when an order was placed: z is newer than a. */
const rows = (ids: string, status = 'pending') =>
  [...ids].map((id) => ({ id, status, created_at: new Date(Date.UTC(2026, 10, 22, 0, id.charCodeAt(0))).toISOString() }))
const idsOf = ({ rows: mergedIds, newOrderCount, removedIds }: ReturnType<typeof mergeFrozenOrders>) => [mergedIds.map(({ id }) => id).join(''), newOrderCount, removedIds.join('')].join(' ').trim()
const mergedIds = (shown: string, now: string, { isInteracting = true, handled = '' } = {}) => idsOf(mergeFrozenOrders(rows(shown), rows(now), { isInteracting, handled: [...handled] }))

test.each([
  ['new orders above wait', 'fed', 'zyfed', 'fed 2'],
  ['one that comes in between two waits', 'fdc', 'fedc', 'fdc 1'],
  ['what a full page loses over its edge stays in view meanwhile', 'fedc', 'zyfe', 'fedc 2 dc'],
  ['one that left the list stays where it is, so that no other slides under the pointer', 'fedc', 'fdc', 'fedc 0 e'],
  ['one that left and one that went over the edge', 'fedc', 'zfd', 'fedc 1 ec'],
  ['what comes in below all moves nothing', 'fed', 'fedc', 'fedc 0'],
  ['above and below', 'fed', 'zfedc', 'fedc 1'],
  ['where all have left, those below follow and those above wait', 'fed', 'zcb', 'fedcb 1 fed'],
  ['an empty list fills', '', 'zy', 'zy 0'],
])('ORDER-26 while somebody aims at the list, %s', (_, shown, now, expected) => {
  expect(mergedIds(shown, now)).toBe(expected)
})

test.each([
  ['handled one after the other, from the first', 'fedc', 'edc', 'f', 'fedc 0 f'],
  ['handled in the middle', 'fedc', 'fdc', 'e', 'fedc 0 e'],
  ['the last, and the next of the following page comes in below', 'fed', 'feb', 'd', 'fedb 0 d'],
  ['all of them', 'fed', '', 'fed', 'fed 0 fed'],
  ['and what others have done leaves', 'fedc', 'dc', 'f', 'fdc 0 f'],
  ['and new ones come in above while nobody aims at the list', 'fed', 'zed', 'f', 'zfed 0 f'],
])('ORDER-26 what was handled stays where it is: %s', (_, shown, now, handled, expected) => {
  expect(mergedIds(shown, now, { isInteracting: false, handled })).toBe(expected)
})

test('ORDER-26 while nobody aims at it and nothing was handled, the list is shown as it is', () => {
  expect(mergedIds('fed', 'zfd', { isInteracting: false })).toBe('zfd 0')
})

test('ORDER-26 a row that stays in its place shows its order as it is now', () => {
  const { rows: shown } = mergeFrozenOrders(rows('fe'), [...rows('z'), ...rows('fe', 'processing')], { isInteracting: true, handled: [] })
  expect(shown).toEqual(rows('fe', 'processing'))
})
