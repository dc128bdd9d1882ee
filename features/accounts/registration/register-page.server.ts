import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { registrationForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#kit/requests/request-contexts.ts'
import { safeReturnPath } from '#kit/requests/route-guards.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { registrationRefused } from '#features/accounts/account-refusals.server.ts'
import { refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'
import { pendingSignInCookie, loginPath } from '#features/accounts/sign-in/pending-sign-in.server.ts'
import { redirectSignedInCustomer } from '#kit/requests/redirect-signed-in.server.ts'

export type RegisterData = { return_path: string | null }

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RegisterData> {
  await redirectSignedInCustomer(request, context)
  return { return_path: returnPathOf(request) }
}

/** Redirects to /login with the same notice whether or not the email was new. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(await request.formData(), registrationForm)
  if (!form.ok) return respond(context, refuseForm(422, form))
  const { values } = form
  const registered = await context
    .get(accountsContext)
    .register(form.value, context.get(clientAddressContext))
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a registration failed')
      return null
    })
  if (registered?.ok) {
    const pendingSignIn = { email: form.value.email, return_path: returnPathOf(request) }
    context
      .get(responseContext)
      .headers.append('set-cookie', pendingSignInCookie(pendingSignIn, context.get(shopContext).publicUrl))
    return redirect(loginPath(pendingSignIn.return_path, { notice: 'registered' }))
  }
  return respond(
    context,
    registered
      ? withFields(registrationRefused(registered.refusal), { values })
      : refuseForm(503, { values, message: messages.anErrorOccurred }),
  )
}

const returnPathOf = (request: Request) => safeReturnPath(new URL(request.url).searchParams.get('return'))
