import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { visitor, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { actorContext, shopContext } from '#web/http/request-contexts.ts'
import { loader as orderLoader } from '#web/admin/order/order-page.server.ts'
import { loader as orderListLoader } from './orders-page.server.ts'

const admin: Actor = {
  kind: 'admin',
  role: 'owner',
  userId: crypto.randomUUID(),
  email: 'owner@ninthbend.example',
}

function loaderArgs(actor: Actor, path: string, id?: string): LoaderFunctionArgs {
  const context = new RouterContextProvider()
  const rejectQuery = () => Promise.reject(new Error('no database'))
  const db = { withActor: rejectQuery, queryAs: rejectQuery }
  context.set(shopContext, {
    db,
    clock: () => new Date(0),
    log: { error: () => {} },
  } as unknown as ShopDependencies)
  context.set(actorContext, actor)
  const request = new Request(`http://shop.invalid${path}`)
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
  const response = await orderLoader(loaderArgs(admin, `/admin/orders/${id}`, id))
  expect(response.init?.status).toBe(503)
  expect(response.data).toMatchObject({ order: null, failure: 'Error fetching orders. Please try again.' })
})

test('ADMIN-8 an invalid order ID returns 404', async () => {
  const response = await orderLoader(loaderArgs(admin, '/admin/orders/nothing', 'nothing'))
  expect([response.init?.status, response.data.order]).toEqual([404, null])
})

test('PERMISSION-2 anyone but an administrator is redirected to the sign-in', async () => {
  for (const load of [
    () => orderListLoader(loaderArgs(visitor, '/admin/orders')),
    () => orderLoader(loaderArgs(visitor, '/admin/orders/x', 'x')),
  ]) {
    const refusal = await load().catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(Response)
    expect((refusal as Response).headers.get('location')).toMatch(/^\/admin\?return=%2Fadmin%2Forders/)
  }
})
