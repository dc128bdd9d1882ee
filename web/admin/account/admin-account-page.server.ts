import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { appCodeForm, beginSecondFactorForm, proofForm } from '#shop/accounts/forms/account-forms.ts'
import { showKey, type ShownKey } from '#shop/accounts/second-factor/totp-key.server.ts'
import { ownAccount } from '#shop/accounts/administrators/own-account-messages.ts'
import type { SecondFactor } from '#shop/accounts/second-factor/second-factor.server.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import { changePassword } from '#web/account/password/change-password.server.ts'
import { accountsContext, replyContext, shopContext } from '#web/http/request-contexts.ts'
import type { FormFailure } from '#web/forms/form-failure.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { readForm } from '#web/forms/parse-form.server.ts'

export type AccountData = { email: string; secondFactor: SecondFactor }
/** What a form of this page is answered with; the key and the recovery codes are in no address and are not shown again. */
export type AccountAnswer = Partial<FormFailure> & { done?: string; shownKey?: ShownKey; recoveryCodes?: string[] }
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
        return typeof changed === 'string' ? answer({ done: changed }) : changed
      }
      case 'begin':
        return await begin(request, context, admin)
      case 'confirm':
        return await confirm(request, context, admin)
      case 'off':
      case 'recovery-codes':
        return await withProof(request, context, admin, intent)
      default:
        return answer({ message: messages.badRequest }, 400)
    }
  } catch (error) {
    context.get(shopContext).log.error({ error, user: admin.userId }, 'an account could not be changed')
    return answer({ message: messages.somethingWentWrong }, 500)
  }
}

async function begin(request: Request, context: Context, admin: Admin) {
  const form = await readForm(request, beginSecondFactorForm)
  if (!form.ok) return answer({ errors: form.errors }, 422)
  const begun = await context.get(accountsContext).beginSecondFactor(admin, { password: form.value.begin_password })
  return begun.ok ? answer({ shownKey: keyOf(begun.value.key, context, admin) }) : refusal(begun.refusal, context, { password: 'begin_password' })
}

async function confirm(request: Request, context: Context, admin: Admin) {
  // The key comes back with the form, so that a mistyped code costs no new scan; whose it is counts by what is stored.
  const key = String((await request.clone().formData()).get('key') ?? '')
  const again = /^[A-Z2-7]{16,64}$/.test(key) ? { shownKey: keyOf(key, context, admin) } : {}
  const form = await readForm(request, appCodeForm)
  if (!form.ok) return answer({ ...again, errors: form.errors }, 422)
  const confirmed = await context.get(accountsContext).confirmSecondFactor(admin, form.value, request.headers)
  return confirmed.ok ? answer({ recoveryCodes: confirmed.value.recoveryCodes }) : refusal(confirmed.refusal, context, { code: 'code' }, again)
}

async function withProof(request: Request, context: Context, admin: Admin, intent: 'off' | 'recovery-codes') {
  const accounts = context.get(accountsContext)
  const fields = { password: 'proof_password', code: 'proof_code' }
  const form = await readForm(request, proofForm)
  if (!form.ok) return answer({ errors: form.errors }, 422)
  const proof = { password: form.value.proof_password, entered: form.value.proof_code }
  if (intent === 'off') {
    const off = await accounts.switchOffSecondFactor(admin, proof)
    return off.ok ? answer({ done: ownAccount.isOff }) : refusal(off.refusal, context, fields)
  }
  const renewed = await accounts.renewRecoveryCodes(admin, proof)
  return renewed.ok ? answer({ recoveryCodes: renewed.value.recoveryCodes, done: ownAccount.codesReplaced }) : refusal(renewed.refusal, context, fields)
}

/** A refusal at the field it is about, or above the form. */
function refusal(
  { code, retry_after_seconds = 0 }: Refusal,
  context: Context,
  fields: { password?: string; code?: string },
  more: AccountAnswer = {},
) {
  switch (code) {
    case 'wrong-password':
      return answer({ ...more, errors: { [fields.password ?? '']: ownAccount.wrongPassword } }, 422)
    case 'wrong-code':
      return answer({ ...more, errors: { [fields.code ?? '']: ownAccount.wrongCode } }, 422)
    case 'too-many-tries':
      context.get(replyContext).headers.set('retry-after', String(retry_after_seconds))
      return answer({ ...more, message: tooManyTries(retry_after_seconds) }, 429)
    case 'already-on':
      return answer({ message: ownAccount.alreadyOn }, 409)
    default:
      return answer({ message: ownAccount.setupIsOver }, 409)
  }
}

const keyOf = (key: string, context: Context, { email }: Admin) =>
  showKey(key, { issuer: context.get(shopContext).identity.name, account: email })

const answer = (told: AccountAnswer, status = 200) => data(told, { status })
