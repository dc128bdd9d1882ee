import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { enquiryMessages } from './enquiry-messages.ts'
import type { Checked, Entries } from './enquiry-rules.ts'
import { sendEnquiry, type Enquiry } from './send-enquiry.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { formTexts } from '#kit/actions/read-form.server.ts'
import { enquiryRefused } from './enquiry-refusals.server.ts'
import { acceptForm, refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'
import {
  accountsContext,
  actorContext,
  clientAddressContext,
  shopContext,
} from '#kit/requests/request-contexts.ts'

export type EnquiryData = { isSent: boolean }

export const enquiryLoader = ({ context }: LoaderFunctionArgs): EnquiryData => ({
  isSent: context.get(shopContext).switches.enquiries_by_email,
})

/** Status 409: the owner does not want messages, 422: invalid fields, 429: too many, 500: database failure. */
export const enquiryAction =
  <Form>(check: (entries: Entries) => Checked<Form>, toEnquiry: (form: Form) => Enquiry) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const shop = context.get(shopContext)
    const submitted = await request.formData()
    const values = formTexts(submitted)
    const checked = check(values)
    if (!checked.ok) return respond(context, refuseForm(422, { errors: checked.errors, values }))
    const sent = await sendEnquiry(shop, context.get(accountsContext), context.get(actorContext), {
      enquiry: toEnquiry(checked.value),
      client: context.get(clientAddressContext),
    }).catch((error: unknown) => {
      shop.log.error({ error }, 'an enquiry could not be queued')
      return null
    })
    if (!sent) return respond(context, refuseForm(503, { message: enquiryMessages.notSent, values }))
    if (sent.ok) return respond(context, acceptForm(messages.feedbackSent))
    const refused = enquiryRefused(sent.refusal, shop.identity.email)
    return respond(context, withFields(refused, { values }))
  }
