import { describe, expect, test } from 'vitest'
import {
  ORDER_STATUSES,
  nextStatusAction,
  cancelPermission,
  isOrderOpen,
  NEXT_STATUS,
  trackerSteps,
} from './order-status.ts'

describe('ORDER-4 Order status', () => {
  test('ORDER-4 the owner’s actions are Process, Ship and Mark Delivered, each for the next status', () => {
    expect(ORDER_STATUSES.map(nextStatusAction)).toMatchObject([
      { to: 'processing', label: 'Process', key: 'p' },
      { to: 'shipped', label: 'Ship', key: 's' },
      { to: 'delivered', label: 'Mark Delivered', key: 'd' },
      null,
      null,
    ])
    expect(NEXT_STATUS.delivered).toBeNull()
  })

  test('ORDER-11 cancel permissions by role, place and status', () => {
    const answers = (screen: Parameters<typeof cancelPermission>[0]) =>
      ORDER_STATUSES.map((status) => cancelPermission(screen, status)).join(' ')
    expect(answers('customer')).toBe('yes yes phone-us no no')
    expect(answers('list')).toBe('yes yes yes no no')
    expect(answers('detail')).toBe('yes yes yes yes no')
  })

  test('ORDER-19 ORDER-14 an order is editable, and shows its expected day, until it is delivered or cancelled', () => {
    expect(ORDER_STATUSES.filter(isOrderOpen)).toEqual(['pending', 'processing', 'shipped'])
  })

  test('ORDER-1 the tracker has four steps, done up to the current status', () => {
    expect(trackerSteps('shipped')).toEqual([
      { name: 'pending', isDone: true, isCurrent: false },
      { name: 'processing', isDone: true, isCurrent: false },
      { name: 'shipped', isDone: true, isCurrent: true },
      { name: 'delivered', isDone: false, isCurrent: false },
    ])
    expect(trackerSteps('cancelled')).toEqual([])
  })
})
