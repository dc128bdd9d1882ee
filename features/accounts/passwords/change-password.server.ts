import type { RouterContextProvider } from 'react-router'
import { ownPasswordForm } from '#features/accounts/forms/account-forms.ts'
import { ownAccountMessages } from '#features/accounts/administrators/own-account-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { accountsContext, shopContext } from '#kit/requests/request-contexts.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { passwordChangeRefused } from '#features/accounts/account-refusals.server.ts'
import { acceptForm, refuseForm } from '#kit/actions/respond.server.ts'

/** Changes the actor's password; used by customers and administrators. */
export async function changePassword(
  request: Request,
  context: Readonly<RouterContextProvider>,
  actor: Customer | Admin,
) {
  const form = await readForm(await request.formData(), ownPasswordForm(actor.email))
  if (!form.ok) return refuseForm(422, { errors: form.errors })
  const changed = await context
    .get(accountsContext)
    .changeOwnPassword(actor, form.value, request.headers)
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error, user: actor.userId }, 'a password could not be changed')
      return null
    })
  if (!changed) return refuseForm(503, { message: messages.somethingWentWrong })
  return changed.ok ? acceptForm(ownAccountMessages.passwordChanged) : passwordChangeRefused(changed.refusal)
}
