import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router'
import { appCodeForm, beginSecondFactorForm, proofForm } from '#shop/accounts/forms/account-forms.ts'
import { createTotpKey, type TotpKey } from '#shop/accounts/second-factor/totp-key.server.ts'
import { ownAccountMessages } from '#shop/accounts/administrators/own-account-messages.ts'
import type { SecondFactor } from '#shop/accounts/second-factor/second-factor.server.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import { changePassword } from '#web/account/password/change-password.server.ts'
import { accountsContext, responseContext, shopContext } from '#web/http/request-contexts.ts'
import type { FormFailure } from '#web/forms/form-failure.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { parseForm } from '#web/forms/parse-form.server.ts'

export type AccountData = { email: string; secondFactor: SecondFactor }
/** Result of a form on this page. The TOTP key and the recovery codes are shown only once and never put into a URL. */
export type AccountActionResult = Partial<FormFailure> & {
  done?: string
  shownKey?: TotpKey
  recoveryCodes?: string[]
}
type Context = Readonly<RouterContextProvider>
type Refusal = { code: string; retry_after_seconds?: number }

export async function loader({ request, context }: LoaderFunctionArgs): Promise<AccountData> {
  const admin = requireAdmin(context, request)
  return { email: admin.email, secondFactor: await context.get(accountsContext).readSecondFactor(admin) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const intent = (await request.clone().formData()).get('intent')
  try {
    switch (intent) {
      case 'password': {
        const changed = await changePassword(request, context, admin)
        return typeof changed === 'string' ? respond({ done: changed }) : changed
      }
      case 'begin':
        return await beginSetup(request, context, admin)
      case 'confirm':
        return await confirmSetup(request, context, admin)
      case 'off':
      case 'recovery-codes':
        return await applyWithPassword(request, context, admin, intent)
      default:
        return respond({ message: messages.badRequest }, 400)
    }
  } catch (error) {
    context.get(shopContext).log.error({ error, user: admin.userId }, 'an account could not be changed')
    return respond({ message: messages.somethingWentWrong }, 500)
  }
}

async function beginSetup(request: Request, context: Context, admin: Admin) {
  const form = await parseForm(request, beginSecondFactorForm)
  if (!form.ok) return respond({ errors: form.errors }, 422)
  const started = await context
    .get(accountsContext)
    .beginSecondFactor(admin, { password: form.value.begin_password })
  return started.ok
    ? respond({ shownKey: toShownKey(started.value.key, context, admin) })
    : refusal(started.refusal, context, { password: 'begin_password' })
}

async function confirmSetup(request: Request, context: Context, admin: Admin) {
  // The form posts the key back so that a mistyped code needs no new scan; the check itself uses the stored key.
  const key = String((await request.clone().formData()).get('key') ?? '')
  const sameKey = /^[A-Z2-7]{16,64}$/.test(key) ? { shownKey: toShownKey(key, context, admin) } : {}
  const form = await parseForm(request, appCodeForm)
  if (!form.ok) return respond({ ...sameKey, errors: form.errors }, 422)
  const confirmed = await context.get(accountsContext).confirmSecondFactor(admin, form.value, request.headers)
  return confirmed.ok
    ? respond({ recoveryCodes: confirmed.value.recoveryCodes })
    : refusal(confirmed.refusal, context, { code: 'code' }, sameKey)
}

async function applyWithPassword(
  request: Request,
  context: Context,
  admin: Admin,
  intent: 'off' | 'recovery-codes',
) {
  const accounts = context.get(accountsContext)
  const fields = { password: 'proof_password', code: 'proof_code' }
  const form = await parseForm(request, proofForm)
  if (!form.ok) return respond({ errors: form.errors }, 422)
  const proof = { password: form.value.proof_password, entered: form.value.proof_code }
  if (intent === 'off') {
    const switchedOff = await accounts.switchOffSecondFactor(admin, proof)
    return switchedOff.ok
      ? respond({ done: ownAccountMessages.isOff })
      : refusal(switchedOff.refusal, context, fields)
  }
  const renewed = await accounts.renewRecoveryCodes(admin, proof)
  return renewed.ok
    ? respond({ recoveryCodes: renewed.value.recoveryCodes, done: ownAccountMessages.codesReplaced })
    : refusal(renewed.refusal, context, fields)
}

function refusal(
  { code, retry_after_seconds = 0 }: Refusal,
  context: Context,
  fields: { password?: string; code?: string },
  extra: AccountActionResult = {},
) {
  switch (code) {
    case 'wrong-password':
      return respond({ ...extra, errors: { [fields.password ?? '']: ownAccountMessages.wrongPassword } }, 422)
    case 'wrong-code':
      return respond({ ...extra, errors: { [fields.code ?? '']: ownAccountMessages.wrongCode } }, 422)
    case 'too-many-tries':
      context.get(responseContext).headers.set('retry-after', String(retry_after_seconds))
      return respond({ ...extra, message: tooManyTries(retry_after_seconds) }, 429)
    case 'already-on':
      return respond({ message: ownAccountMessages.alreadyOn }, 409)
    default:
      return respond({ message: ownAccountMessages.setupIsOver }, 409)
  }
}

const toShownKey = (key: string, context: Context, { email }: Admin) =>
  createTotpKey(key, { issuer: context.get(shopContext).identity.name, account: email })

const respond = (actionResult: AccountActionResult, status = 200) => data(actionResult, { status })
