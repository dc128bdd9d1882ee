import { data, type ActionFunctionArgs } from 'react-router'
import { emailForm } from '#shop/accounts/forms/account-forms.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#web/http/request-contexts.ts'
import { withoutSecretFields, parseForm, formFailureResponse } from '#web/forms/parse-form.server.ts'

/** `done`: success message, the same for every address. */
export type ResetRequested = { done: string }

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(request, emailForm)
  if (!form.ok) return formFailureResponse(form)
  const values = withoutSecretFields(form.value)
  const resetRequest = await context
    .get(accountsContext)
    .requestPasswordReset(form.value.email, context.get(clientAddressContext))
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a password reset email could not be queued')
      return null
    })
  if (!resetRequest)
    return formFailureResponse({ values, errors: {}, message: messages.somethingWentWrong }, 500)
  if (resetRequest.ok) return data<ResetRequested>({ done: messages.resetRequested })
  const { retry_after_seconds } = resetRequest.refusal
  context.get(responseContext).headers.set('retry-after', String(retry_after_seconds))
  return formFailureResponse({ values, errors: {}, message: tooManyTries(retry_after_seconds) }, 429)
}
