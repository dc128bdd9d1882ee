import type { ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { appCodeForm, beginSecondFactorForm, proofForm } from '#features/accounts/forms/account-forms.ts'
import { createTotpKey, type TotpKey } from '#features/accounts/second-factor/totp-key.server.ts'
import { ownAccountMessages } from '#features/accounts/administrators/own-account-messages.ts'
import type { SecondFactor } from '#features/accounts/second-factor/second-factor.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import { changePassword } from '#features/accounts/passwords/change-password.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm, readIntent } from '#kit/actions/read-form.server.ts'
import {
  secondFactorCodeRefused,
  secondFactorProofRefused,
  secondFactorStartRefused,
} from '#features/accounts/account-refusals.server.ts'
import {
  acceptForm,
  refuseForm,
  respond,
  withFields,
  type HandledAction,
} from '#kit/actions/respond.server.ts'
import { accountsContext, shopContext } from '#kit/requests/request-contexts.ts'
import { requireAdmin } from '#kit/requests/route-guards.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'

export type AccountData = { email: string; secondFactor: SecondFactor }
/** The TOTP key and the recovery codes are shown only once and never put into a URL. */
export type AccountActionResult = ActionResult<
  { shownKey?: TotpKey; recoveryCodes?: string[] },
  { shownKey?: TotpKey }
>
type Handled = Promise<HandledAction<AccountActionResult>>
type Context = Readonly<RouterContextProvider>

export const loader = adminLoader(async ({ admin, context }): Promise<AccountData> => {
  return { email: admin.email, secondFactor: await context.get(accountsContext).readSecondFactor(admin) }
})

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  return respond<AccountActionResult>(
    context,
    await handleAccountAction(request, context, admin).catch((error: unknown) => {
      context.get(shopContext).log.error({ error, user: admin.userId }, 'an account could not be changed')
      return refuseForm(503, { message: messages.somethingWentWrong })
    }),
  )
}

async function handleAccountAction(request: Request, context: Context, admin: Admin): Handled {
  const form = await request.clone().formData()
  const intent = readIntent(form)
  switch (intent) {
    case 'password':
      return changePassword(request, context, admin)
    case 'begin':
      return beginSetup(form, context, admin)
    case 'confirm':
      return confirmSetup(form, request, context, admin)
    case 'off':
    case 'recovery-codes':
      return applyWithPassword(form, context, admin, intent)
    default:
      return refuseForm(400, { message: messages.badRequest })
  }
}

async function beginSetup(submitted: FormData, context: Context, admin: Admin): Handled {
  const form = await readForm(submitted, beginSecondFactorForm)
  if (!form.ok) return refuseForm(422, { errors: form.errors })
  const started = await context
    .get(accountsContext)
    .beginSecondFactor(admin, { password: form.value.begin_password })
  return started.ok
    ? done({ shownKey: toShownKey(started.value.key, context, admin) })
    : secondFactorStartRefused(started.refusal)
}

async function confirmSetup(submitted: FormData, request: Request, context: Context, admin: Admin): Handled {
  const form = await readForm(submitted, appCodeForm)
  // The form posts the key back so that a mistyped code needs no new scan; the check itself uses the stored key.
  const key = form.values['key'] ?? ''
  const sameKey = /^[A-Z2-7]{16,64}$/.test(key) ? { shownKey: toShownKey(key, context, admin) } : {}
  if (!form.ok) return withFields(refuseForm(422, { errors: form.errors }), sameKey)
  const confirmed = await context.get(accountsContext).confirmSecondFactor(admin, form.value, request.headers)
  if (confirmed.ok) return done({ recoveryCodes: confirmed.value.recoveryCodes })
  const answer = secondFactorCodeRefused(confirmed.refusal)
  const isOver = confirmed.refusal.code === 'already-on' || confirmed.refusal.code === 'not-begun'
  return isOver ? answer : withFields(answer, sameKey)
}

async function applyWithPassword(
  submitted: FormData,
  context: Context,
  admin: Admin,
  intent: 'off' | 'recovery-codes',
): Handled {
  const accounts = context.get(accountsContext)
  const form = await readForm(submitted, proofForm)
  if (!form.ok) return refuseForm(422, { errors: form.errors })
  const proof = { password: form.value.proof_password, entered: form.value.proof_code }
  if (intent === 'off') {
    const switchedOff = await accounts.switchOffSecondFactor(admin, proof)
    return switchedOff.ok
      ? acceptForm(ownAccountMessages.isOff)
      : secondFactorProofRefused(switchedOff.refusal)
  }
  const renewed = await accounts.renewRecoveryCodes(admin, proof)
  return renewed.ok
    ? withFields(acceptForm(ownAccountMessages.codesReplaced), { recoveryCodes: renewed.value.recoveryCodes })
    : secondFactorProofRefused(renewed.refusal)
}

const done = <Fields extends object>(fields: Fields) => ({
  status: 200,
  actionResult: { kind: 'done' as const, ...fields },
})

const toShownKey = (key: string, context: Context, { email }: Admin) =>
  createTotpKey(key, { issuer: context.get(shopContext).identity.name, account: email })
