import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test, vi } from 'vitest'
import { visitor, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { actorContext, shopContext } from '#kit/requests/request-contexts.ts'
import {
  action as orderAction,
  loader as orderLoader,
} from '#features/orders/admin/order/order-page.server.ts'
import { action as orderListAction, loader as orderListLoader } from './orders-page.server.ts'

const admin: Actor = {
  kind: 'admin',
  role: 'owner',
  userId: crypto.randomUUID(),
  email: 'owner@ninthbend.example',
}

type Asked = { id?: string; fields?: Record<string, string>; log?: (...line: unknown[]) => void }

function loaderArgs(actor: Actor, path: string, { id, fields, log = () => {} }: Asked = {}) {
  const context = new RouterContextProvider()
  const rejectQuery = () => Promise.reject(new Error('no database'))
  const db = { withActor: rejectQuery, queryAs: rejectQuery }
  context.set(shopContext, {
    db,
    clock: () => new Date(0),
    log: { error: log },
  } as unknown as ShopDependencies)
  context.set(actorContext, actor)
  const post = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const request = new Request(`http://shop.invalid${path}`, post)
  return { request, params: { id }, context } as unknown as LoaderFunctionArgs
}

test('MESSAGE-3 an order list that cannot be read returns the specified message and keeps the filters', async () => {
  const response = await orderListLoader(loaderArgs(admin, '/admin/orders?search=anu&status=shipped&page=2'))
  expect(response.init?.status).toBe(503)
  expect(response.data).toEqual({
    view: { search: 'anu', status: 'shipped', page: 2 },
    list: null,
    failure: 'Error fetching orders. Please try again.',
    now: '1970-01-01T00:00:00.000Z',
  })
})

test('MESSAGE-3 an order that cannot be read is reported with the message of the list, not as missing', async () => {
  const id = crypto.randomUUID()
  const response = await orderLoader(loaderArgs(admin, `/admin/orders/${id}`, { id }))
  expect(response.init?.status).toBe(503)
  expect(response.data).toMatchObject({ order: null, failure: 'Error fetching orders. Please try again.' })
})

test('ADMIN-8 an invalid order ID returns 404', async () => {
  const response = await orderLoader(loaderArgs(admin, '/admin/orders/nothing', { id: 'nothing' }))
  expect([response.init?.status, response.data.order]).toEqual([404, null])
})

test('PERMISSION-2 anyone but an administrator is redirected to the sign-in', async () => {
  for (const load of [
    () => orderListLoader(loaderArgs(visitor, '/admin/orders')),
    () => orderLoader(loaderArgs(visitor, '/admin/orders/x', { id: 'x' })),
  ]) {
    const refusal = await load().catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(Response)
    expect((refusal as Response).headers.get('location')).toMatch(/^\/admin\?return=%2Fadmin%2Forders/)
  }
})

const order_id = crypto.randomUUID()
const item = crypto.randomUUID()
const step = { order_id, expected_status: 'pending' }
const seenOrder = JSON.stringify({
  version: 1,
  status: 'pending',
  estimated_delivery: '2026-12-01',
  items: [{ id: item, product_name: 'Honey', price: 4.5, quantity: 2 }],
})
const seenForRefund = JSON.stringify({
  key: crypto.randomUUID(),
  version: 1,
  door_payment: 'cash',
  remaining: 9,
  items: [{ id: item, product_name: 'Honey', price: 4.5, remaining: 2 }],
})

test.each([
  ['move', { intent: 'move', ...step }, { message: 'Error updating order status. Please try again.' }],
  ['undo', { intent: 'undo', ...step }, { message: 'The step was not undone.' }],
  [
    'cancel',
    { intent: 'cancel', ...step, reason: 'Jar broke' },
    { message: 'Error cancelling order. Please try again.', values: { reason: 'Jar broke' } },
  ],
])(
  'MESSAGE-4 MESSAGE-8 if the database is unavailable, a step of a list or an order says so and is logged: %s',
  async (_intent, fields, said) => {
    const log = vi.fn()
    const answers = [
      await orderListAction(loaderArgs(admin, '/admin/orders', { fields, log })),
      await orderAction(loaderArgs(admin, `/admin/orders/${order_id}`, { id: order_id, fields, log })),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ data: { kind: 'failed', order_id, ...said }, init: { status: 503 } })
    expect(log).toHaveBeenCalledTimes(2)
  },
)

test.each([
  [
    'edit',
    { intent: 'edit', seen: seenOrder, estimated_delivery: '2026-12-02', [`quantity-${item}`]: '3' },
    { message: 'An error occurred', draft: { quantities: { [item]: '3' }, delivery: '2026-12-02' } },
  ],
  ['note', { intent: 'note', note: 'Ring twice' }, { values: { note: 'Ring twice' } }],
  [
    'tracking',
    { intent: 'tracking', version: '1', carrier: 'royal-mail', tracking_number: 'AB123456789GB' },
    { values: { tracking_number: 'AB123456789GB' } },
  ],
  ['record-payment', { intent: 'record-payment', version: '1', door_payment: 'cash' }, {}],
  [
    'refund',
    {
      intent: 'refund',
      seen: seenForRefund,
      amount_seen: '4.50',
      refund_reason: 'Jar broke',
      refund_method: 'cash',
      [`refund-quantity-${item}`]: '1',
    },
    { draft: { quantities: { [item]: '1' }, reason: 'Jar broke' }, base: { remaining: 9 } },
  ],
  [
    'cancel-customer',
    { intent: 'cancel-customer', order_ids: order_id, reason: 'Never pays' },
    { values: { reason: 'Never pays' } },
  ],
])(
  'MESSAGE-6 MESSAGE-24 if the database is unavailable, a form of an order says so and keeps what was typed: %s',
  async (_intent, fields, kept) => {
    const log = vi.fn()
    const args = loaderArgs(admin, `/admin/orders/${order_id}`, { id: order_id, fields, log })
    expect(await orderAction(args)).toMatchObject({
      data: { kind: 'failed', intent: fields.intent, message: expect.any(String), ...kept },
      init: { status: 503 },
    })
    expect(log).toHaveBeenCalledOnce()
  },
)

test.each([
  [
    'move-chosen',
    { move_chosen: 'pending', chosen: `${order_id}:pending` },
    'The orders were not changed. Please try again.',
  ],
  [
    'undo-chosen',
    { intent: 'undo-chosen', expected_status: 'processing', ids: order_id },
    'The steps were not undone. Please try again.',
  ],
])(
  'ORDER-49 MESSAGE-8 if the database is unavailable, a step of many orders says so and is logged: %s',
  async (_intent, fields, message) => {
    const log = vi.fn()
    expect(await orderListAction(loaderArgs(admin, '/admin/orders', { fields, log }))).toMatchObject({
      data: { kind: 'failed', intent: 'move-chosen', message },
      init: { status: 503 },
    })
    expect(log).toHaveBeenCalledOnce()
  },
)
