import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { findOwnOrder } from '#features/orders/orders.server.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'
import { cancelOwnOrder } from '#features/orders/own-orders/cancel-own-order.server.ts'

/** Throws 404 for a missing order and for another customer's order. */
async function ownOrder({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const order = await findOwnOrder(
    context.get(shopContext),
    requireCustomer(context, request),
    params['id'] ?? '',
  )
  if (!order) throw data(null, { status: 404 })
  return order
}

export async function loader(args: LoaderFunctionArgs) {
  const { email: emailRecipient } = requireCustomer(args.context, args.request)
  return {
    order: await ownOrder(args),
    emailRecipient,
    now: args.context.get(shopContext).clock().toISOString(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { id } = await ownOrder(args)
  return cancelOwnOrder(args.context, args.request, id)
}
