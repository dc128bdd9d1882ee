import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { newPasswordForm } from '#shop/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import { accountsContext, responseContext, shopContext } from '#web/http/request-contexts.ts'
import { parseForm, formFailureResponse } from '#web/forms/parse-form.server.ts'

export type ResetPasswordData = {
  /** Email of the account; null if the link is invalid or expired. */
  email: string | null
}

/** GET changes nothing, because email scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<ResetPasswordData> {
  context.get(responseContext).headers.set('cache-control', 'no-store')
  const reset = await context.get(accountsContext).readPasswordReset(tokenOf(request))
  return { email: reset?.email ?? null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const accounts = context.get(accountsContext)
  const token = tokenOf(request)
  const notValid = () => formFailureResponse({ values: {}, errors: {}, message: messages.resetLinkNotValid })
  // The link is checked first: the page of an invalid link has no fields to correct.
  if (!(await accounts.readPasswordReset(token))) return notValid()
  const form = await parseForm(request, newPasswordForm)
  if (!form.ok) return formFailureResponse(form)
  const reset = await accounts
    .resetPassword({ token, password: form.value.password }, request.headers)
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a new password could not be set')
      return null
    })
  if (!reset)
    return formFailureResponse({ values: {}, errors: {}, message: messages.somethingWentWrong }, 500)
  if (!reset.ok) return notValid()
  const { headers } = context.get(responseContext)
  for (const cookie of reset.value.setCookies) headers.append('set-cookie', cookie)
  // Does not disclose the role: only the holder of the emailed link gets here.
  return redirect(`${reset.value.isAdministrator ? '/admin' : '/login'}?notice=password-changed`)
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''
