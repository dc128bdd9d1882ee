import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { emailForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import { accountMessages } from '#shop/messages/account-messages.ts'
import { accountsContext, responseContext, clientAddressContext } from '#kit/requests/request-contexts.ts'
import { readForm, readIntent } from '#kit/actions/read-form.server.ts'
import { verificationEmailRefused, verificationRefused } from '#features/accounts/account-refusals.server.ts'
import { acceptForm, refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'
import { loginPath, readPendingSignIn } from '#features/accounts/sign-in/pending-sign-in.server.ts'

/** `confirm` shows one button (intent=verify), `link-not-valid` a form with an email field (intent=resend). */
export type VerifyEmailData =
  | { state: 'confirm' | 'verified'; email: string; sign_in_path: string; message: string }
  | { state: 'link-not-valid'; email: null; sign_in_path: string; message: string }

/** GET changes nothing, because email scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<VerifyEmailData> {
  context.get(responseContext).headers.set('cache-control', 'no-store')
  const verification = await context.get(accountsContext).readVerification(tokenOf(request))
  if (!verification)
    return {
      state: 'link-not-valid',
      email: null,
      sign_in_path: loginPath(null),
      message: messages.verificationLinkNotValid,
    }
  const { email, isVerified } = verification
  // In the browser that registered, sign-in continues to the original return path; another browser has no cart.
  const pendingSignIn = readPendingSignIn(request)
  const sign_in_path = loginPath(pendingSignIn.email === email ? pendingSignIn.return_path : null)
  if (isVerified) return { state: 'verified', email, sign_in_path, message: messages.emailVerified }
  return { state: 'confirm', email, sign_in_path, message: accountMessages.confirmEmail(email) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const accounts = context.get(accountsContext)
  const submitted = await request.formData()
  const intent = readIntent(submitted)
  if (intent === 'verify') {
    const verified = await accounts.verifyEmail(tokenOf(request))
    return respond(
      context,
      verified.ok ? acceptForm(messages.emailVerified) : verificationRefused(verified.refusal),
    )
  }
  const form = await readForm(submitted, emailForm)
  if (!form.ok) return respond(context, refuseForm(422, form))
  const sent = await accounts.resendVerification(form.value.email, context.get(clientAddressContext))
  return respond(
    context,
    sent.ok
      ? acceptForm(messages.verificationSent)
      : withFields(verificationEmailRefused(sent.refusal), { values: form.values }),
  )
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''
