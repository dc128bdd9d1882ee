import { messages } from '#shop/messages/messages.ts'
import type { addOrderNote } from '#shop/orders/notes/order-notes.server.ts'
import { orderNoteMessages, trackingMessages } from '#shop/orders/order-details-messages.ts'
import type { saveTracking } from '#shop/orders/tracking/order-tracking.server.ts'
import { refusalAnswers, refuse, type RefusalOf } from './refusal-table.server.ts'

// What refusals answer about the details that administrators add to an order.

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
