import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { loginForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#kit/requests/request-contexts.ts'
import { secondFactorPath, safeReturnPath } from '#kit/requests/route-guards.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { shopSignInRefused } from '#features/accounts/account-refusals.server.ts'
import { refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'
import { clearPendingSignInCookie, readPendingSignIn } from './pending-sign-in.server.ts'
import { redirectSignedInCustomer } from '#kit/requests/redirect-signed-in.server.ts'

export type LoginData = {
  return_path: string | null
  /** Email of a pending registration, otherwise empty. */
  email: string
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<LoginData> {
  await redirectSignedInCustomer(request, context)
  const { email } = readPendingSignIn(request)
  if (email) context.get(responseContext).headers.set('cache-control', 'no-store')
  return { return_path: safeReturnPath(new URL(request.url).searchParams.get('return')), email }
}

/** The message is the same for every reason. The password is never sent back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(await request.formData(), loginForm)
  const { values } = form
  if (!form.ok)
    return respond(context, withFields(shopSignInRefused({ code: 'wrong-email-or-password' }), { values }))
  const { email, password, remember } = form.value
  const { headers } = context.get(responseContext)
  const signedIn = await context
    .get(accountsContext)
    .signIn({ area: 'shop', email, password, remember }, request.headers, context.get(clientAddressContext))
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a customer could not be signed in')
      return null
    })
  if (signedIn?.ok) {
    for (const cookie of [
      ...signedIn.value.setCookies,
      ...clearPendingSignInCookie(request, context.get(shopContext).publicUrl),
    ])
      headers.append('set-cookie', cookie)
    return redirect(safeReturnPath(new URL(request.url).searchParams.get('return')) ?? '/')
  }
  if (signedIn?.refusal.code === 'second-factor-needed') {
    for (const cookie of signedIn.refusal.setCookies) headers.append('set-cookie', cookie)
    return redirect(secondFactorPath(new URL(request.url)))
  }
  return respond(
    context,
    signedIn
      ? withFields(shopSignInRefused(signedIn.refusal), { values })
      : refuseForm(503, { values, message: messages.wrongEmailOrPassword }),
  )
}
