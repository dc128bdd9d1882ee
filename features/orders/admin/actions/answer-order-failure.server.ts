import { formTexts } from '#kit/actions/read-form.server.ts'
import { orderFailureMessage } from './order-failure-message.ts'

/** What a form of the order list or of an order shows if the database fails. */
export const answerOrderFailure = <const Fields extends object>(form: FormData, fields: Fields) => ({
  status: 503,
  actionResult: {
    kind: 'failed' as const,
    message: orderFailureMessage(form),
    values: formTexts(form),
    ...fields,
  },
})
