import type { eraseCustomer } from './customer-data.server.ts'
import { customerMessages, ownDataMessages } from './customer-messages.ts'
import type { addCustomerNote } from './customers.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'

// Answers to refusals about customers and their data.

const notFound = refuseForm(404, { message: customerMessages.notFound })

export const customerNoteRefused = refusalAnswers<RefusalOf<typeof addCustomerNote>>({
  'not-found': notFound,
  'note-invalid': refuseForm(422, { errors: { note: customerMessages.noteTooLong } }),
})

export const erasureRefused = refusalAnswers<RefusalOf<typeof eraseCustomer>>({
  'not-found': notFound,
  'has-open-orders': ({ orders }) =>
    refuseForm(409, { message: customerMessages.eraseHasOpenOrders(orders) }),
})

export const ownErasureRefused = refusalAnswers<RefusalOf<typeof eraseCustomer>>({
  'not-found': refuseForm(404, { message: ownDataMessages.notDeleted }),
  'has-open-orders': ({ orders }) => refuseForm(409, { message: ownDataMessages.openOrders(orders) }),
})
