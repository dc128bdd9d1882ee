import { messages } from '#shop/messages/messages.ts'
import { stockAlertMessages } from '#shop/stock/alerts/stock-alert-messages.ts'
import type { requestStockAlert } from '#shop/stock/alerts/stock-alerts.server.ts'
import { type RefusalOf, refusalAnswers, refuseTooManyTries } from '#web/forms/refusal-table.server.ts'
import { refuseForm } from '#web/forms/respond.server.ts'

export const stockAlertRefused = refusalAnswers<RefusalOf<typeof requestStockAlert>>({
  'not-found': refuseForm(404, { message: messages.productNotFound }),
  'in-stock': refuseForm(409, { message: stockAlertMessages.inStock }),
  'too-many-tries': refuseTooManyTries,
})
