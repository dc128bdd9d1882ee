import { redirect, type RouterContextProvider } from 'react-router'
import { appCodeForm, recoveryCodeForm } from '#shop/accounts/forms/account-forms.ts'
import { ownAccountMessages } from '#shop/accounts/administrators/own-account-messages.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { accountsContext, responseContext, shopContext } from '#web/http/request-contexts.ts'
import { adminReturnPath, safeReturnPath } from '#web/http/route-guards.server.ts'
import { parseForm, formFailureResponse } from '#web/forms/parse-form.server.ts'

/** 401: wrong code, 429: too many attempts. An expired sign-in restarts at /admin. */
export async function handleLoginCode(
  request: Request,
  context: Readonly<RouterContextProvider>,
  kind: 'app' | 'recovery',
) {
  const { headers } = context.get(responseContext)
  const accounts = context.get(accountsContext)
  const form =
    kind === 'app' ? await parseForm(request, appCodeForm) : await parseForm(request, recoveryCodeForm)
  if (!form.ok) return formFailureResponse({ values: {}, errors: form.errors })
  const code = 'code' in form.value ? form.value.code : form.value.recovery_code
  const verified = await accounts.signInWithCode({ kind, code }, request.headers).catch((error: unknown) => {
    context.get(shopContext).log.error({ error }, 'a code could not be checked')
    return null
  })
  if (!verified)
    return formFailureResponse({ values: {}, errors: {}, message: messages.somethingWentWrong }, 500)
  const returnPath = new URL(request.url).searchParams.get('return')
  if (verified.ok) {
    for (const cookie of verified.value.setCookies) headers.append('set-cookie', cookie)
    return redirect(
      verified.value.area === 'admin'
        ? (adminReturnPath(returnPath) ?? '/admin/dashboard')
        : (safeReturnPath(returnPath) ?? '/'),
    )
  }
  const { refusal } = verified
  if (refusal.code === 'too-many-tries') {
    headers.set('retry-after', String(refusal.retry_after_seconds))
    return formFailureResponse(
      { values: {}, errors: {}, message: tooManyTries(refusal.retry_after_seconds) },
      429,
    )
  }
  if (refusal.code === 'wrong-code') {
    const errors: Record<string, string> =
      kind === 'app'
        ? { code: ownAccountMessages.wrongCode }
        : { recovery_code: ownAccountMessages.wrongRecoveryCode }
    return formFailureResponse({ values: {}, errors }, 401)
  }
  headers.append('set-cookie', accounts.clearSecondStepCookie())
  const step = refusal.code === 'access-denied' ? 'denied' : 'over'
  return redirect(
    `/admin?${new URLSearchParams({ step, ...(adminReturnPath(returnPath) && { return: returnPath! }) })}`,
  )
}
