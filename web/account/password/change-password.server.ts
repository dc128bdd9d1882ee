import type { RouterContextProvider } from 'react-router'
import { ownPasswordForm } from '#shop/accounts/forms/account-forms.ts'
import { ownAccountMessages } from '#shop/accounts/administrators/own-account-messages.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { accountsContext, responseContext, shopContext } from '#web/http/request-contexts.ts'
import { parseForm, formFailureResponse } from '#web/forms/parse-form.server.ts'

export async function changePassword(
  request: Request,
  context: Readonly<RouterContextProvider>,
  actor: Customer | Admin,
) {
  const form = await parseForm(request, ownPasswordForm)
  if (!form.ok) return formFailureResponse({ values: {}, errors: form.errors })
  const changed = await context
    .get(accountsContext)
    .changeOwnPassword(actor, form.value, request.headers)
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error, user: actor.userId }, 'a password could not be changed')
      return null
    })
  if (!changed)
    return formFailureResponse({ values: {}, errors: {}, message: messages.somethingWentWrong }, 500)
  if (changed.ok) return ownAccountMessages.passwordChanged
  if (changed.refusal.code === 'wrong-password')
    return formFailureResponse({ values: {}, errors: { current_password: ownAccountMessages.wrongPassword } })
  const { retry_after_seconds } = changed.refusal
  context.get(responseContext).headers.set('retry-after', String(retry_after_seconds))
  return formFailureResponse({ values: {}, errors: {}, message: tooManyTries(retry_after_seconds) }, 429)
}
