import { useEffect, useRef } from 'react'
import { ownAccountMessages } from '#features/accounts/administrators/own-account-messages.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { PasswordField, TextField } from '#kit/form/text-field.tsx'
import type { AccountActionResult, AccountData } from './admin-account-page.server.ts'
import { CodeField } from '#features/accounts/sign-in/admin/admin-login-code-form.tsx'

type Errors = Readonly<Record<string, string>>
type FormProps = { email: string; errors: Errors }
type SecondFactorProps = FormProps &
  Pick<AccountData, 'secondFactor'> & { shownKey: AccountActionResult['shownKey'] }

export function SecondFactorPanel({ secondFactor, shownKey, ...formProps }: SecondFactorProps) {
  const { isOn, recoveryCodesLeft } = secondFactor
  return (
    <section className="panel account-part" aria-labelledby="second-factor-title">
      <div className="panel-head">
        <h2 id="second-factor-title">Second factor</h2>
        <span
          className="px-2 py-0.25 border border-edge rounded-full text-muted text-sm font-semibold data-on:border-current data-on:text-forest"
          data-on={isOn || undefined}
        >
          {isOn ? 'On' : 'Off'}
        </span>
      </div>
      {isOn ? (
        <SecondFactorOn left={recoveryCodesLeft} {...formProps} />
      ) : shownKey ? (
        <SecondFactorSetup shownKey={shownKey} {...formProps} />
      ) : (
        <SecondFactorOff {...formProps} />
      )}
    </section>
  )
}

function SecondFactorOff({ email, errors }: FormProps) {
  return (
    <PostForm noValidate className="account-form">
      <p>{ownAccountMessages.appIntro}</p>
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="begin_password"
        autoComplete="current-password"
        required
        error={errors['begin_password']}
      />
      <SendButton intent="begin" pendingLabel="Beginning...">
        Switch on
      </SendButton>
    </PostForm>
  )
}

function SecondFactorSetup({
  shownKey,
  errors,
}: FormProps & { shownKey: NonNullable<AccountActionResult['shownKey']> }) {
  const { key, picture } = shownKey
  const box = useRef<HTMLDivElement>(null)
  // The clicked button is gone, so this takes the focus unless the error summary has it.
  const isRefused = Boolean(errors['code'])
  useEffect(() => {
    if (!isRefused) box.current?.focus()
  }, [key, isRefused])
  return (
    <div ref={box} tabIndex={-1} className="account-setup outline-none">
      {/* QR readers may not read inverted codes. */}
      <svg
        className="w-[min(100%,15rem)] rounded-sm bg-[#fff] fill-[#000]"
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        role="img"
        aria-label="The key as a QR picture"
        shapeRendering="crispEdges"
      >
        <path d={picture.path} />
      </svg>
      <div className="account-form">
        <p>{ownAccountMessages.scan}</p>
        <p>
          <span className="field-label block">Key</span>
          <code className="account-key">{key.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <PostForm noValidate className="grid gap-4">
          <input type="hidden" name="key" value={key} />
          <CodeField hint={ownAccountMessages.showFirstCode} error={errors['code']} />
          <div className="account-buttons">
            <SendButton intent="confirm" pendingLabel="Checking...">
              Switch on
            </SendButton>
            <LinkButton to="/admin/account" variant="quiet">
              Cancel
            </LinkButton>
          </div>
        </PostForm>
      </div>
    </div>
  )
}

function SecondFactorOn({ left, email, errors }: FormProps & { left: number }) {
  return (
    <PostForm noValidate className="account-form">
      <p data-low={left <= 2 || undefined} className="data-low:text-laterite data-low:font-[600]">
        {ownAccountMessages.codesLeft(left)}
      </p>
      {/* Enter activates the first submit button; a disabled one prevents an unintended action. */}
      <button type="submit" disabled hidden>
        Choose one of the two
      </button>
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="proof_password"
        autoComplete="current-password"
        required
        error={errors['proof_password']}
      />
      <TextField
        label="Code"
        name="proof_code"
        hint="From your app, or one of your recovery codes"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        error={errors['proof_code']}
      />
      <div className="account-buttons">
        <SendButton intent="recovery-codes" variant="outline" pendingLabel="Making...">
          Make new recovery codes
        </SendButton>
        <SendButton intent="off" variant="danger" pendingLabel="Switching off...">
          Switch off
        </SendButton>
      </div>
    </PostForm>
  )
}
