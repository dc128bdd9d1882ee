import { expect, test } from 'vitest'
import { mergeFrozenOrders } from './frozen-order-list.tsx'

/** IDs sort by the order's time: z is newer than a. */
const rows = (ids: string, status = 'pending') =>
  [...ids].map((id) => ({
    id,
    status,
    created_at: new Date(Date.UTC(2026, 10, 22, 0, id.charCodeAt(0))).toISOString(),
    dispatch_day: null,
  }))
const idsOf = ({ rows: mergedRows, newOrderCount, removedIds }: ReturnType<typeof mergeFrozenOrders>) =>
  [mergedRows.map(({ id }) => id).join(''), newOrderCount, removedIds.join('')].join(' ').trim()
const mergeIds = (shown: string, current: string, { isInteracting = true, handled = '' } = {}) =>
  idsOf(mergeFrozenOrders(rows(shown), rows(current), { isInteracting, handled: [...handled] }))

test.each([
  ['new orders above are held back', 'fed', 'zyfed', 'fed 2'],
  ['a new order between two others is held back', 'fdc', 'fedc', 'fdc 1'],
  ['orders pushed to the next page stay', 'fedc', 'zyfe', 'fedc 2 dc'],
  ['an order removed from the result keeps its row', 'fedc', 'fdc', 'fedc 0 e'],
  ['one removed from the result and one pushed to the next page', 'fedc', 'zfd', 'fedc 1 ec'],
  ['new orders below all others are added', 'fed', 'fedc', 'fedc 0'],
  ['above and below', 'fed', 'zfedc', 'fedc 1'],
  [
    'if all were removed, new ones below are added and new ones above are held back',
    'fed',
    'zcb',
    'fedcb 1 fed',
  ],
  ['an empty list is filled', '', 'zy', 'zy 0'],
])('ORDER-26 during interaction with the list: %s', (_, shown, current, expected) => {
  expect(mergeIds(shown, current)).toBe(expected)
})

test.each([
  ['handled one after the other, from the first', 'fedc', 'edc', 'f', 'fedc 0 f'],
  ['handled in the middle', 'fedc', 'fdc', 'e', 'fedc 0 e'],
  ['the last, and the next of the following page appears below', 'fed', 'feb', 'd', 'fedb 0 d'],
  ['all of them', 'fed', '', 'fed', 'fed 0 fed'],
  ['rows handled by other administrators are removed', 'fedc', 'dc', 'f', 'fdc 0 f'],
  ['new orders are added above without interaction', 'fed', 'zed', 'f', 'zfed 0 f'],
])('ORDER-26 handled rows stay in place: %s', (_, shown, current, handled, expected) => {
  expect(mergeIds(shown, current, { isInteracting: false, handled })).toBe(expected)
})

test('ORDER-26 without interaction or handled rows, the current list is shown', () => {
  expect(mergeIds('fed', 'zfd', { isInteracting: false })).toBe('zfd 0')
})

test('ORDER-51 ORDER-26 orders to send have the oldest first: new ones appear below, handled ones keep their place', () => {
  const merge = (shown: string, current: string, options: { isInteracting: boolean; handled?: string }) =>
    idsOf(
      mergeFrozenOrders(rows(shown), rows(current), {
        ...options,
        handled: [...(options.handled ?? '')],
        isOldestFirst: true,
      }),
    )
  expect(merge('bes', 'best', { isInteracting: true })).toBe('best 0')
  expect(merge('bes', 'abs', { isInteracting: true })).toBe('bes 1 e')
  expect(merge('bes', 'bst', { isInteracting: false, handled: 'e' })).toBe('best 0 e')
  expect(merge('bes', 'be', { isInteracting: false, handled: 's' })).toBe('bes 0 s')
})

test('ORDER-26 a row that stays in place shows the current order', () => {
  const { rows: shown } = mergeFrozenOrders(rows('fe'), [...rows('z'), ...rows('fe', 'processing')], {
    isInteracting: true,
    handled: [],
  })
  expect(shown).toEqual(rows('fe', 'processing'))
})
