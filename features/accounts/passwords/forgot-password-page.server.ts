import type { ActionFunctionArgs } from 'react-router'
import { emailForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import { accountsContext, shopContext, clientAddressContext } from '#kit/requests/request-contexts.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { passwordResetEmailRefused } from '#features/accounts/account-refusals.server.ts'
import { acceptForm, refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'

/** The success message is the same for every address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(await request.formData(), emailForm)
  if (!form.ok) return respond(context, refuseForm(422, form))
  const { values } = form
  const resetRequest = await context
    .get(accountsContext)
    .requestPasswordReset(form.value.email, context.get(clientAddressContext))
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a password reset email could not be queued')
      return null
    })
  if (!resetRequest)
    return respond(context, refuseForm(503, { values, message: messages.somethingWentWrong }))
  return respond(
    context,
    resetRequest.ok
      ? acceptForm(messages.resetRequested)
      : withFields(passwordResetEmailRefused(resetRequest.refusal), { values }),
  )
}
