import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { registrationForm } from '#shop/accounts/forms/account-forms.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#web/http/request-contexts.ts'
import { safeReturnPath } from '#web/http/route-guards.server.ts'
import { withoutSecretFields, parseForm, formFailureResponse } from '#web/forms/parse-form.server.ts'
import { pendingSignInCookie, loginPath } from '#web/account/sign-in/pending-sign-in.server.ts'

export type RegisterData = { return_path: string | null }

export function loader({ request }: LoaderFunctionArgs): RegisterData {
  return { return_path: returnPathOf(request) }
}

/** Redirects to /login with the same notice whether or not the email was new. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(request, registrationForm)
  if (!form.ok) return formFailureResponse(form)
  const values = withoutSecretFields(form.value)
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
  if (registered?.refusal.code === 'too-many-tries') {
    const { retry_after_seconds } = registered.refusal
    context.get(responseContext).headers.set('retry-after', String(retry_after_seconds))
    return formFailureResponse({ values, errors: {}, message: tooManyTries(retry_after_seconds) }, 429)
  }
  return formFailureResponse(
    { values, errors: {}, message: registered ? messages.noUserReturned : messages.anErrorOccurred },
    500,
  )
}

const returnPathOf = (request: Request) => safeReturnPath(new URL(request.url).searchParams.get('return'))
