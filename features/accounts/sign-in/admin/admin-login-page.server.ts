import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { adminLoginForm } from '#features/accounts/forms/account-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#kit/requests/request-contexts.ts'
import { redirectSignedIn } from '#kit/requests/redirect-signed-in.server.ts'
import { adminReturnPath, secondFactorPath } from '#kit/requests/route-guards.server.ts'
import { readForm, readIntent } from '#kit/actions/read-form.server.ts'
import { adminSignInRefused } from '#features/accounts/account-refusals.server.ts'
import { refuseForm, respond } from '#kit/actions/respond.server.ts'
import { adminHomePath } from '#kit/admin/screen/admin-home-path.ts'
import { handleLoginCode } from './admin-login-code-action.server.ts'

export type AdminLoginData = {
  /** 'code': password accepted, code pending. 'over', 'denied': why the password is required again. */
  step: 'password' | 'code' | 'over' | 'denied'
  area: 'shop' | 'admin'
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<AdminLoginData> {
  await redirectSignedIn(request, context, 'admin', (actor) =>
    actor.kind === 'admin' ? pathAfterSignIn(request, actor.role) : null,
  )
  const requestedStep = new URL(request.url).searchParams.get('step')
  // Without `step`, the page is public and cacheable for visitors.
  if (requestedStep) context.get(responseContext).headers.set('cache-control', 'no-store')
  if (requestedStep === 'over' || requestedStep === 'denied') return { step: requestedStep, area: 'admin' }
  const area =
    requestedStep === 'code' ? context.get(accountsContext).pendingSecondStepArea(request.headers) : null
  return area ? { step: 'code', area } : { step: 'password', area: 'admin' }
}

const pathAfterSignIn = (request: Request, role: AdministratorRole | null) =>
  adminReturnPath(new URL(request.url).searchParams.get('return')) ?? adminHomePath(role)

/** Signs an administrator in, or out with intent=sign-out. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { headers } = context.get(responseContext)
  const accounts = context.get(accountsContext)
  const appendCookies = (setCookies: string[]) => {
    for (const cookie of setCookies) headers.append('set-cookie', cookie)
  }
  const submitted = await request.formData()
  const intent = readIntent(submitted)
  if (intent === 'sign-out') {
    appendCookies((await accounts.signOut(request.headers)).setCookies)
    return redirect('/admin')
  }
  if (intent === 'app' || intent === 'recovery') return handleLoginCode(request, context, submitted, intent)
  const form = await readForm(submitted, adminLoginForm)
  if (!form.ok) return respond(context, refuseForm(422, { errors: form.errors }))
  const { email, password } = form.value
  const signedIn = await accounts
    .signIn(
      { area: 'admin', email, password, remember: false },
      request.headers,
      context.get(clientAddressContext),
    )
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'an administrator could not be signed in')
      return null
    })
  if (signedIn?.ok) {
    appendCookies(signedIn.value.setCookies)
    return redirect(pathAfterSignIn(request, signedIn.value.session.adminRole))
  }
  if (signedIn?.refusal.code === 'second-factor-needed') {
    appendCookies(signedIn.refusal.setCookies)
    return redirect(secondFactorPath(new URL(request.url)))
  }
  return respond(
    context,
    signedIn
      ? adminSignInRefused(signedIn.refusal)
      : refuseForm(503, { message: messages.wrongEmailOrPassword }),
  )
}
