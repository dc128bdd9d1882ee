import { enquiryMessages } from './enquiry-messages.ts'
import type { sendEnquiry } from './send-enquiry.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { type RefusalOf, refusalAnswers, refuseTooManyTries } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

export const enquiryRefused = refusalAnswers<RefusalOf<typeof sendEnquiry>, object, string>({
  'kept-locally': refuseForm(409, { message: messages.formSendsNothing }),
  'too-many-waiting': (_, email) => refuseForm(429, { message: enquiryMessages.tooManyWaiting(email) }),
  'too-many-tries': refuseTooManyTries,
})
