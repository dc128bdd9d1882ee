import { messages } from '#shop/messages/messages.ts'
import { stockAlertMessages } from './stock-alert-messages.ts'
import type { requestStockAlert } from './stock-alerts.server.ts'
import { type RefusalOf, refusalAnswers, refuseTooManyTries } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

export const stockAlertRefused = refusalAnswers<RefusalOf<typeof requestStockAlert>>({
  'not-found': refuseForm(404, { message: messages.productNotFound }),
  'in-stock': refuseForm(409, { message: stockAlertMessages.inStock }),
  'too-many-tries': refuseTooManyTries,
})
