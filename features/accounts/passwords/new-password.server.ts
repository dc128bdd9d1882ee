import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { newPasswordForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import { accountsContext, responseContext, shopContext } from '#kit/requests/request-contexts.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { passwordResetRefused } from '#features/accounts/account-refusals.server.ts'
import { refuseForm, respond } from '#kit/actions/respond.server.ts'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The account of an emailed link, or null if it is invalid or expired. GET changes nothing, because email scanners follow links. */
export function readPasswordLink({ request, context }: LoaderFunctionArgs) {
  context.get(responseContext).headers.set('cache-control', 'no-store')
  return context.get(accountsContext).readPasswordReset(tokenOf(request))
}

/** The action of pages opened by an emailed link. */
export async function saveNewPassword({ request, context }: ActionFunctionArgs) {
  const accounts = context.get(accountsContext)
  const token = tokenOf(request)
  // Checks the link first, because the page of an invalid link has no fields to correct.
  const link = await accounts.readPasswordReset(token)
  if (!link) return respond(context, passwordResetRefused({ code: 'link-not-valid' }))
  const form = await readForm(await request.formData(), newPasswordForm(link.email))
  if (!form.ok) return respond(context, refuseForm(422, form))
  const reset = await accounts
    .resetPassword({ token, password: form.value.password }, request.headers)
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a new password could not be set')
      return null
    })
  if (!reset) return respond(context, refuseForm(503, { message: messages.somethingWentWrong }))
  if (!reset.ok) return respond(context, passwordResetRefused(reset.refusal))
  const { headers } = context.get(responseContext)
  for (const cookie of reset.value.setCookies) headers.append('set-cookie', cookie)
  // Does not disclose the role: only the holder of the emailed link gets here.
  const notice = link.isInvited ? 'password-chosen' : 'password-changed'
  return redirect(`${reset.value.isAdministrator ? '/admin' : '/login'}?notice=${notice}`)
}
