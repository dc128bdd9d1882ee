import { redirect, type RouterContextProvider } from 'react-router'
import { appCodeForm, recoveryCodeForm } from '#shop/accounts/forms/account-forms.ts'
import { ownAccount } from '#shop/accounts/administrators/own-account-messages.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { accountsContext, replyContext, shopContext } from '#web/http/request-contexts.ts'
import { adminReturnPath, safeReturnPath } from '#web/http/route-guards.server.ts'
import { readForm, showFailure } from '#web/forms/parse-form.server.ts'

/** The second step of a sign-in: the code of an app, or a recovery code; then to where the sign-in was to lead. */
export async function enterCode(request: Request, context: Readonly<RouterContextProvider>, kind: 'app' | 'recovery') {
  const { headers } = context.get(replyContext)
  const accounts = context.get(accountsContext)
  const form = kind === 'app' ? await readForm(request, appCodeForm) : await readForm(request, recoveryCodeForm)
  if (!form.ok) return showFailure({ values: {}, errors: form.errors })
  const code = 'code' in form.value ? form.value.code : form.value.recovery_code
  const shown = await accounts.signInWithCode({ kind, code }, request.headers).catch((error: unknown) => {
    context.get(shopContext).log.error({ error }, 'a code could not be checked')
    return null
  })
  if (!shown) return showFailure({ values: {}, errors: {}, message: messages.somethingWentWrong }, 500)
  const wanted = new URL(request.url).searchParams.get('return')
  if (shown.ok) {
    for (const cookie of shown.value.setCookies) headers.append('set-cookie', cookie)
    return redirect(shown.value.area === 'admin' ? (adminReturnPath(wanted) ?? '/admin/dashboard') : (safeReturnPath(wanted) ?? '/'))
  }
  const { refusal } = shown
  if (refusal.code === 'too-many-tries') {
    headers.set('retry-after', String(refusal.retry_after_seconds))
    return showFailure({ values: {}, errors: {}, message: tooManyTries(refusal.retry_after_seconds) }, 429)
  }
  if (refusal.code === 'wrong-code') {
    const errors: Record<string, string> =
      kind === 'app' ? { code: ownAccount.wrongCode } : { recovery_code: ownAccount.wrongRecoveryCode }
    return showFailure({ values: {}, errors }, 401)
  }
  headers.append('set-cookie', accounts.forgetSecondStep())
  const step = refusal.code === 'access-denied' ? 'denied' : 'over'
  return redirect(`/admin?${new URLSearchParams({ step, ...(adminReturnPath(wanted) && { return: wanted! }) })}`)
}
