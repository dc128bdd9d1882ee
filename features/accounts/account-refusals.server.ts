import type { Accounts } from './accounts.server.ts'
import { ownAccountMessages } from './administrators/own-account-messages.ts'
import type { saveProfile } from './profile/profile.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { type RefusalOf, refusalAnswers, refuseTooManyTries } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

const refuseField = (field: string, message: string, status = 422) =>
  refuseForm(status, { errors: { [field]: message } })
const wrongSignIn = refuseForm(401, { message: messages.wrongEmailOrPassword })
type SignInRefusal = Exclude<RefusalOf<Accounts['signIn']>, { code: 'second-factor-needed' }>
/** The message is the same for every reason. */
export const shopSignInRefused = refusalAnswers<SignInRefusal>({
  'wrong-email-or-password': wrongSignIn,
  'access-denied': wrongSignIn,
  'too-many-tries': refuseTooManyTries,
})
export const adminSignInRefused = refusalAnswers<SignInRefusal>({
  'wrong-email-or-password': wrongSignIn,
  'access-denied': refuseForm(403, { message: messages.accessDenied }),
  'too-many-tries': refuseTooManyTries,
})
type CodeRefusal = Exclude<
  RefusalOf<Accounts['signInWithCode']>,
  { code: 'access-denied' } | { code: 'sign-in-again' }
>
export const signInCodeRefused = refusalAnswers<CodeRefusal, object, 'app' | 'recovery'>({
  'wrong-code': (_refusal, kind) =>
    kind === 'app'
      ? refuseField('code', ownAccountMessages.wrongCode, 401)
      : refuseField('recovery_code', ownAccountMessages.wrongRecoveryCode, 401),
  'too-many-tries': refuseTooManyTries,
})
export const registrationRefused = refusalAnswers<RefusalOf<Accounts['register']>>({
  'no-user-returned': refuseForm(500, { message: messages.noUserReturned }),
  'too-many-tries': refuseTooManyTries,
})
export const verificationRefused = refusalAnswers<RefusalOf<Accounts['verifyEmail']>>({
  'link-not-valid': refuseForm(422, { message: messages.verificationLinkNotValid }),
})
export const verificationEmailRefused = refusalAnswers<RefusalOf<Accounts['resendVerification']>>({
  'too-many-tries': refuseTooManyTries,
})
export const passwordResetEmailRefused = refusalAnswers<RefusalOf<Accounts['requestPasswordReset']>>({
  'too-many-tries': refuseTooManyTries,
})
export const passwordResetRefused = refusalAnswers<RefusalOf<Accounts['resetPassword']>>({
  'link-not-valid': refuseForm(422, { message: messages.resetLinkNotValid }),
})
export const passwordChangeRefused = refusalAnswers<RefusalOf<Accounts['changeOwnPassword']>>({
  'wrong-password': refuseField('current_password', ownAccountMessages.wrongPassword),
  'too-many-tries': refuseTooManyTries,
})
export const profileRefused = refusalAnswers<RefusalOf<typeof saveProfile>>({
  'no-profile': refuseForm(500, { message: messages.profileNotSaved }),
})
const alreadyOn = refuseForm(409, { message: ownAccountMessages.alreadyOn })
export const secondFactorStartRefused = refusalAnswers<RefusalOf<Accounts['beginSecondFactor']>>({
  'wrong-password': refuseField('begin_password', ownAccountMessages.wrongPassword),
  'too-many-tries': refuseTooManyTries,
  'already-on': alreadyOn,
})
export const secondFactorCodeRefused = refusalAnswers<RefusalOf<Accounts['confirmSecondFactor']>>({
  'wrong-code': refuseField('code', ownAccountMessages.wrongCode),
  'too-many-tries': refuseTooManyTries,
  'already-on': alreadyOn,
  'not-begun': refuseForm(409, { message: ownAccountMessages.setupIsOver }),
})
export const secondFactorProofRefused = refusalAnswers<
  RefusalOf<Accounts['switchOffSecondFactor'] | Accounts['renewRecoveryCodes']>
>({
  'wrong-password': refuseField('proof_password', ownAccountMessages.wrongPassword),
  'wrong-code': refuseField('proof_code', ownAccountMessages.wrongCode),
  'too-many-tries': refuseTooManyTries,
})
