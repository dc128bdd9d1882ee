import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { eraseCustomer } from '#features/customers/customer-data.server.ts'
import { ownDataMessages } from '#features/customers/customer-messages.ts'
import { ACCOUNT_ERASED_COOKIE } from '#shop/session.ts'
import { MAX_PASSWORD_LENGTH } from '#shop/constants.ts'
import { messages } from '#shop/messages/messages.ts'
import { ownErasureRefused } from '#features/customers/customer-refusals.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { passwordChangeRefused } from '#features/accounts/account-refusals.server.ts'
import { refuseForm, respond } from '#kit/actions/respond.server.ts'
import { clearPendingSignInCookie } from '#features/accounts/sign-in/pending-sign-in.server.ts'
import { accountsContext, responseContext, shopContext } from '#kit/requests/request-contexts.ts'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'

const A_DAY = 24 * 60 * 60

const erasureForm = z.object({
  current_password: z
    .string({ error: messages.enterPassword })
    .min(1, messages.enterPassword)
    .max(MAX_PASSWORD_LENGTH, messages.enterPassword),
})

export function loader({ request, context }: LoaderFunctionArgs): { email: string } {
  return { email: requireCustomer(context, request).email }
}

/** Status 409: open orders, 422: wrong password, 429: too many tries, 500: failure. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const accounts = context.get(accountsContext)
  const form = await readForm(await request.formData(), erasureForm)
  if (!form.ok) return respond(context, refuseForm(422, { errors: form.errors }))
  try {
    const confirmed = await accounts.confirmPassword(customer, form.value.current_password)
    if (!confirmed.ok) return respond(context, passwordChangeRefused(confirmed.refusal))
    const erased = await eraseCustomer(shop, customer, customer.userId)
    if (!erased.ok) return respond(context, ownErasureRefused(erased.refusal))
  } catch (error) {
    shop.log.error({ error }, 'an account could not be deleted by its owner')
    return respond(context, refuseForm(503, { message: ownDataMessages.notDeleted }))
  }
  const response = context.get(responseContext)
  // Deletes all cookies about the person; a later sign-out keeps the known-browser mark.
  for (const cookie of [
    ...(await accounts.signOut(request.headers)).setCookies,
    accounts.clearDeviceCookie(),
    ...clearPendingSignInCookie(request, shop.publicUrl),
    `${ACCOUNT_ERASED_COOKIE}=1; Path=/; Max-Age=${A_DAY}; SameSite=Lax`,
  ])
    response.headers.append('set-cookie', cookie)
  // A client-side navigation would still know who was signed in, and leave /login.
  return redirectDocument('/login?notice=account-deleted')
}
