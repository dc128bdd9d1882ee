import { useEffect, useRef } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { useActionResult, useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { NewPasswordFields } from '#kit/form/new-password-fields.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { PasswordField } from '#kit/form/text-field.tsx'
import type { action, loader } from './admin-account-page.server.ts'
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

export const head = adminHead('Your account')

export const failureMessage = () => messages.somethingWentWrong

export default function AccountPage() {
  const { email, secondFactor } = useLoaderData<typeof loader>()
  const actionResult = useActionResult<typeof action>()
  const done = useDoneMessage()
  const [parameters] = useSearchParams()
  const isSecondFactorNeeded = parameters.get('notice') === 'second-factor-needed' && !secondFactor.isOn
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const errors = failure?.errors ?? {}
  return (
    <div className="account">
      <div className="screen-head">
        <h1>Your account</h1>
        <p className="break-all">{email}</p>
      </div>
      {failure && <ErrorSummary errors={errors} message={failure.message} />}
      {isSecondFactorNeeded && <Notice tone="warning">{messages.secondFactorNeeded}</Notice>}
      {done && <DoneNotice message={done} cause={actionResult} />}
      {actionResult?.recoveryCodes && <RecoveryCodesPanel codes={actionResult.recoveryCodes} email={email} />}
      <SecondFactorPanel
        secondFactor={secondFactor}
        shownKey={actionResult?.shownKey}
        email={email}
        errors={errors}
      />
      <section className="panel account-part" aria-labelledby="password-title">
        <h2 id="password-title">Password</h2>
        <PostForm key={done} noValidate className="account-form">
          <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
          <PasswordField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            required
            error={errors['current_password']}
          />
          <NewPasswordFields errors={errors} label="New password" confirmLabel="Confirm new password" />
          <SendButton intent="password" pendingLabel="Saving...">
            Change my password
          </SendButton>
        </PostForm>
      </section>
    </div>
  )
}

function DoneNotice({ message, cause }: { message: string; cause: unknown }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [cause])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="success" title={message} />
    </div>
  )
}
