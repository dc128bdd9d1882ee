import { data, redirect } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { listOrders } from '#features/orders/orders.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import type { OrderActionResult } from '#features/orders/admin/actions/order-action-result.ts'
import type { ChosenOrdersResult } from '#features/orders/admin/actions/chosen-orders-result.ts'
import {
  handleChosenOrders,
  isChosenOrdersForm,
  readChosenIds,
} from '#features/orders/admin/actions/chosen-orders.server.ts'
import { answerOrderFailure } from '#features/orders/admin/actions/answer-order-failure.server.ts'
import { handleOrderAction } from '#features/orders/admin/actions/order-actions.server.ts'
import { packingSlipsPath } from '#features/orders/packing-slips/admin/packing-slips-url.ts'
import { orderListUrl } from './order-list-url.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = orderListUrl.read(query)
  const list = await readOrNull(shop, 'the order list', listOrders(shop, admin, view))
  const failure = list ? null : messages.ordersNotFetched
  return data({ view, list, failure, now: shop.clock().toISOString() }, { status: list ? 200 : 503 })
})

export const action = adminAction<OrderActionResult | ChosenOrdersResult>({
  handle: async ({ shop, admin, submitted, intent }) => {
    // One form has the checkboxes for all tasks, and only a POST keeps the user ID out of the address.
    if (intent === 'packing-slips') return redirect(packingSlipsPath(readChosenIds(submitted)), 303)
    return isChosenOrdersForm(submitted)
      ? handleChosenOrders(shop, admin, submitted)
      : handleOrderAction(shop, admin, 'list', submitted)
  },
  failure: 'a form of the order list failed',
  answerFailure: ({ submitted }) =>
    isChosenOrdersForm(submitted)
      ? answerOrderFailure(submitted, { intent: 'move-chosen' })
      : answerOrderFailure(submitted, { order_id: String(submitted.get('order_id')) }),
})
