import { deliveryChanged } from '#shop/delivery/delivery-changed-message.ts'
import type { ChangedLine } from '#features/answer-fields.server.ts'
import type { PhoneProduct } from '#features/checkout/phone-orders/phone-order.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import type { placePhoneOrder } from '#features/checkout/phone-orders/phone-orders.server.ts'
import { formatPounds } from '#shop/money/money.ts'
import { messages } from '#shop/messages/messages.ts'
import type { addOrderNote } from './notes/order-notes.server.ts'
import { orderNoteMessages, trackingMessages } from './order-details-messages.ts'
import type { saveTracking } from './tracking/order-tracking.server.ts'
import { refusalAnswers, refuse, type RefusalOf } from '#kit/actions/refusal-table.server.ts'

// Answers to refusals about the details that administrators add to an order.

export const trackingRefused = refusalAnswers<RefusalOf<typeof saveTracking>>({
  'not-found': refuse(404, { message: messages.orderNotFound }),
  'not-shipped': refuse(409, { message: trackingMessages.notShipped }),
  'changed-meanwhile': refuse(409, { message: trackingMessages.changedMeanwhile }),
  'tracking-invalid': refuse(422, { errors: { tracking_number: trackingMessages.numberInvalid } }),
})

export const orderNoteRefused = refusalAnswers<RefusalOf<typeof addOrderNote>>({
  'not-found': refuse(404, { message: messages.orderNotFound }),
  'note-invalid': refuse(422, { errors: { note: orderNoteMessages.tooLong } }),
})

type PhoneOrderForm = { lines: readonly PhoneProduct[]; quantityField: (productId: string) => string }
const phoneOrderNotPlaced = (status: number, message: string) => refuse(status, { message })
const atPhoneField = (field: string, message: string, status = 422) =>
  refuse(status, { errors: { [field]: message } })
export const phoneOrderRefused = refusalAnswers<RefusalOf<typeof placePhoneOrder>, object, PhoneOrderForm>({
  'not-found': phoneOrderNotPlaced(404, phoneOrderMessages.notPlaced),
  'key-missing': phoneOrderNotPlaced(400, messages.badRequest),
  'key-reused': phoneOrderNotPlaced(409, phoneOrderMessages.keyReused),
  'customer-gone': atPhoneField('customer_search', phoneOrderMessages.customerGone, 409),
  'email-of-staff': atPhoneField('email', phoneOrderMessages.emailOfStaff, 409),
  'email-known': atPhoneField('email', phoneOrderMessages.emailKnown, 409),
  'email-invalid': atPhoneField('email', phoneOrderMessages.emailInvalid),
  'note-invalid': atPhoneField('note', orderNoteMessages.tooLong),
  'cart-empty': atPhoneField('product_search', phoneOrderMessages.noLines),
  // The form has already reported the fields.
  'address-incomplete': phoneOrderNotPlaced(422, messages.badRequest),
  'quantity-invalid': phoneOrderNotPlaced(422, phoneOrderMessages.totalTooLarge),
  'delivery-changed': (refusal) => phoneOrderNotPlaced(409, deliveryChanged(refusal)),
  'cart-changed': ({ lines: changed }, { lines, quantityField }) =>
    refuse(409, {
      errors: Object.fromEntries(
        changed.map((line) => {
          const seen = lines.find(({ product_id }) => product_id === line.product_id)?.product_name ?? ''
          const name = line.name ?? seen
          return [quantityField(line.product_id), changedLineMessage(line, name)]
        }),
      ),
    }),
})

function changedLineMessage(line: ChangedLine, name: string): string {
  if (line.problem === 'withdrawn') return phoneOrderMessages.withdrawn(name)
  return line.problem === 'price-changed'
    ? phoneOrderMessages.priceChanged(name, formatPounds(line.price))
    : phoneOrderMessages.notEnoughStock(name, line.stock)
}
