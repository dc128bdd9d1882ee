import { describe, expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import { ERASED } from '#features/orders/erased-address.ts'
import type { TrackingDetails } from '#features/orders/order.ts'
import type { RecalledPieces } from '#features/stock/recalls/recall.ts'
import type { OrderActionResult } from '#features/orders/admin/actions/order-action-result.ts'
import OrderPage from './order-page.tsx'

const id = crypto.randomUUID()
function renderOrderPage(
  status: string,
  {
    recalled = [],
    undone_tracking = null,
    shipping_address = {},
    actionData,
    ...options
  }: {
    recalled?: readonly RecalledPieces[]
    undone_tracking?: TrackingDetails | null
    actionData?: OrderActionResult
    shipping_address?: Record<string, string>
    adminRole?: 'owner'
    path?: string
  } = {},
): string {
  const order = {
    id,
    user_id: crypto.randomUUID(),
    status,
    version: 1,
    created_at: '2026-11-21T10:00:00Z',
    updated_at: '2026-11-21T10:00:00Z',
    total_amount: 4.5,
    delivery_service: 'standard',
    delivery_rate: null,
    delivery_free_over: null,
    delivery_charge: 0,
    dispatch_day: null,
    payment_method: 'cod',
    estimated_delivery: '2026-11-24',
    actual_delivery: null,
    carrier: null,
    tracking_number: null,
    items: [
      { id: '1', product_id: 'mix', product_name: 'Kerala Mixture', quantity: 3, price: 1.5, subtotal: 4.5 },
    ],
    history: [],
    undone_tracking,
    notes: [],
    email: 'anu@post.example',
    cancellation: null,
    door_payment: null,
    refunds: [],
    recalled,
    shipping_address: {
      full_name: 'Anu',
      phone: '020 7946 0100',
      address: '1 Mill Lane',
      post_code: 'E1 6AN',
      city: 'London',
      country: 'United Kingdom',
      ...shipping_address,
    },
  }
  const loaderData = {
    order,
    open: { orders: [], total: 0 },
    adjacent: { previous: null, next: null },
    failure: null,
    now: '2026-11-21T12:00:00Z',
  }
  return renderPage(OrderPage, loaderData, { ...options, actionData })
}

test('a packing slip is offered unless the order is cancelled', () => {
  expect(renderOrderPage('pending')).toContain('Packing slip</a>')
  expect(renderOrderPage('cancelled')).toContain(id.slice(0, 8).toUpperCase())
  expect(renderOrderPage('cancelled')).not.toContain('Packing slip</a>')
})

test('RECALL-9 an order with recalled pieces says which must not be sent', () => {
  const recalled = [{ order_id: id, product_id: 'mix', quantity: 2 }]
  expect(renderOrderPage('pending', { recalled })).toContain('Recalled, do not send: 2 × Kerala Mixture')
  expect(renderOrderPage('pending')).not.toContain('Recalled')
})

test('ORDER-74 after Ship is undone its fields have the tracking that was typed, also once the page is loaded again', () => {
  const undone_tracking = { carrier: 'evri', tracking_number: 'H00 HYA' } as const
  const page = renderOrderPage('processing', { undone_tracking })
  expect(page).toContain('value="H00 HYA"')
  expect(page).toMatch(/<option value="evri" selected/)
})

test('ORDER-74 the button Ship follows the fields of the tracking number', () => {
  const page = renderOrderPage('processing')
  expect(page.indexOf('name="tracking_number"')).toBeGreaterThan(0)
  expect(page.indexOf('name="tracking_number"')).toBeLessThan(page.indexOf('Ship</button>'))
})

test('CUSTOMERS-20 the order of an erased customer names them once, and no field that was erased', () => {
  const [phone, address, post_code, city] = Array.from({ length: 4 }, () => ERASED)
  const shipping_address = { full_name: 'Erased customer', phone, address, post_code, city }
  const page = renderOrderPage('delivered', { shipping_address } as never)
  expect(page).toContain('Erased customer\nUnited Kingdom')
  expect(page).not.toContain(`>${ERASED}<`)
})

test('MESSAGE-24 a cancellation that failed keeps its form open without scripts, with what was typed', () => {
  const values = { intent: 'cancel', reason: 'Jar broke', customer_note: 'We are sorry' }
  const actionData = { order_id: id, kind: 'failed', message: 'Not cancelled', values } as const
  const page = renderOrderPage('pending', { actionData, adminRole: 'owner', path: `/?ask=cancel` })
  const form = page.split('<form').find((part) => part.includes('Keep order</a>'))
  expect(form).toContain('action="/?ask=cancel"')
  expect(form).toContain('Jar broke</textarea>')
  expect(form).toContain('We are sorry</textarea>')
  const ofRefund = { ...actionData, values: { ...values, intent: 'refund' } }
  expect(renderOrderPage('pending', { actionData: ofRefund, adminRole: 'owner' })).not.toContain('Jar broke')
})

describe('MESSAGE-4 A step that failed', () => {
  const alerts = (page: string) => page.match(/role="alert"[^>]*>[^<]*/g) ?? []

  test.each([
    ['failed', undefined, 'Error cancelling order. Please try again.'],
    ['failed', undefined, 'Error updating order status. Please try again.'],
    ['refused', 'It was changed to shipped in the meantime.', 'Error cancelling order. Please try again.'],
  ] as const)('is said on the order’s own page: %s, %s, %s', (kind, detail, message) => {
    const actionData = { order_id: id, kind, message, ...(detail && { detail }) }
    const shown = alerts(renderOrderPage('pending', { actionData }))
    expect(shown).toEqual([expect.stringContaining([message, detail].filter(Boolean).join(' '))])
  })

  test('is said beside an order that cannot be read either', () => {
    const message = 'Error cancelling order. Please try again.'
    const failure = 'Error fetching orders. Please try again.'
    const loaderData = { order: null, failure }
    const page = renderPage(OrderPage, loaderData, { actionData: { order_id: id, kind: 'failed', message } })
    expect(page).toContain(message)
    expect(page).toContain(failure)
    expect(page).not.toContain('Order not found')
  })

  test('shows no message if a status changed or a field has its own', () => {
    for (const actionData of [
      { order_id: id, kind: 'done', message: 'is now processing.', status: 'processing' } as const,
      { order_id: id, kind: 'refused', errors: { tracking_number: 'Enter a number' } } as const,
    ])
      expect(renderOrderPage('processing', { actionData })).not.toContain('class="notice')
  })
})
