import { MAX_LINE_QUANTITY } from '#shop/constants.ts'
import { messages } from '#shop/messages/messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import { orderEditMessages } from './admin-order-messages.ts'
import { orderDetailEditMessages } from './order-details-messages.ts'
import type { OrderDetail } from './order.ts'
import { isOrderOpen } from './order-status.ts'
import type { editOrder } from './orders.server.ts'
import { refusalAnswers, refuse, type RefusalOf } from '#kit/actions/refusal-table.server.ts'

// What refusals of an edited order answer.

/** The current order, the products to add, and the name of an item's or product's field. */
type EditedOrder = {
  order: OrderDetail | null
  added: readonly { product_id: string; product_name: string }[]
  stockField: (id: string) => string
}
const notEdited = (
  status: number,
  { message = '', errors = {} }: { message?: string; errors?: Record<string, string> },
) => refuse(status, { message, errors })
const editedMeanwhile = (_refusal: unknown, { order }: EditedOrder) =>
  notEdited(409, {
    message:
      order && !isOrderOpen(order.status)
        ? orderEditMessages.notEditable(order.status)
        : orderEditMessages.editConflict,
  })
export const orderEditRefused = refusalAnswers<RefusalOf<typeof editOrder>, object, EditedOrder>({
  'not-found': notEdited(404, { message: messages.orderNotFound }),
  'changed-meanwhile': editedMeanwhile,
  'not-editable': editedMeanwhile,
  'already-shipped': notEdited(409, { message: orderDetailEditMessages.alreadyShipped }),
  'already-in-order': notEdited(409, { message: orderDetailEditMessages.alreadyInOrder }),
  // The form has already reported the fields.
  'address-incomplete': notEdited(422, { message: messages.badRequest }),
  'date-invalid': notEdited(422, { errors: { estimated_delivery: orderEditMessages.dateInvalid } }),
  'no-items-left': notEdited(422, { message: orderEditMessages.oneItemStays }),
  'quantity-invalid': notEdited(422, { message: orderEditMessages.totalTooLarge }),
  withdrawn: ({ lines }, { added, stockField }) =>
    notEdited(409, {
      errors: Object.fromEntries(
        lines.map(({ product_id: id }) => {
          const name = added.find(({ product_id }) => product_id === id)?.product_name ?? ''
          return [stockField(id), orderDetailEditMessages.withdrawn(name)]
        }),
      ),
    }),
  'price-changed': ({ lines }, { stockField }) =>
    notEdited(409, {
      errors: Object.fromEntries(
        lines.map(({ product_id, name, price }) => [
          stockField(product_id),
          orderDetailEditMessages.priceChanged(name, formatPounds(price)),
        ]),
      ),
    }),
  'not-enough-stock': ({ lines }, { order, stockField }) =>
    notEdited(409, {
      errors: Object.fromEntries(
        lines.map(({ product_id, name, stock }) => {
          const item = order?.items.find((candidate) => candidate.product_id === product_id)
          const most = Math.min((item?.quantity ?? 0) + stock, MAX_LINE_QUANTITY)
          return [stockField(item?.id ?? product_id), orderEditMessages.notEnoughStock(name, stock, most)]
        }),
      ),
    }),
})
