import { redirect, type RouterContextProvider } from 'react-router'
import { appCodeForm, recoveryCodeForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import { accountsContext, responseContext, shopContext } from '#kit/requests/request-contexts.ts'
import { adminReturnPath, safeReturnPath } from '#kit/requests/route-guards.server.ts'
import { adminHomePath } from '#kit/admin/screen/admin-home-path.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { signInCodeRefused } from '#features/accounts/account-refusals.server.ts'
import { refuseForm, respond } from '#kit/actions/respond.server.ts'

/** 401: wrong code, 429: too many attempts. An expired sign-in restarts at /admin. */
export async function handleLoginCode(
  request: Request,
  context: Readonly<RouterContextProvider>,
  submitted: FormData,
  kind: 'app' | 'recovery',
) {
  const { headers } = context.get(responseContext)
  const accounts = context.get(accountsContext)
  const form =
    kind === 'app' ? await readForm(submitted, appCodeForm) : await readForm(submitted, recoveryCodeForm)
  if (!form.ok) return respond(context, refuseForm(422, { errors: form.errors }))
  const code = 'code' in form.value ? form.value.code : form.value.recovery_code
  const verified = await accounts.signInWithCode({ kind, code }, request.headers).catch((error: unknown) => {
    context.get(shopContext).log.error({ error }, 'a code could not be checked')
    return null
  })
  if (!verified) return respond(context, refuseForm(503, { message: messages.somethingWentWrong }))
  const returnPath = new URL(request.url).searchParams.get('return')
  if (verified.ok) {
    for (const cookie of verified.value.setCookies) headers.append('set-cookie', cookie)
    return redirect(
      verified.value.area === 'admin'
        ? (adminReturnPath(returnPath) ?? adminHomePath(verified.value.session.adminRole))
        : (safeReturnPath(returnPath) ?? '/'),
    )
  }
  const { refusal } = verified
  if (refusal.code !== 'access-denied' && refusal.code !== 'sign-in-again')
    return respond(context, signInCodeRefused(refusal, kind))
  headers.append('set-cookie', accounts.clearSecondStepCookie())
  const step = refusal.code === 'access-denied' ? 'denied' : 'over'
  return redirect(
    `/admin?${new URLSearchParams({ step, ...(adminReturnPath(returnPath) && { return: returnPath! }) })}`,
  )
}
