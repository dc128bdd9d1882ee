import { useEffect, useRef } from 'react'
import { Form, useSearchParams } from 'react-router'
import { RECOVERY_CODE_EXAMPLE } from '#features/accounts/second-factor/code-formats.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { TextField } from '#kit/form/text-field.tsx'

/** Recovery codes have their own form, because the code field has a numeric keyboard. */
export function AdminLoginCodeForm({ area }: { area: 'shop' | 'admin' }) {
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const [search] = useSearchParams()
  const returnPath = search.get('return')
  const startAgainPath = `${area === 'admin' ? '/admin' : '/login'}${returnPath ? `?return=${encodeURIComponent(returnPath)}` : ''}`
  // The URL is unchanged after the password step, so navigation does not move the focus.
  useEffect(() => document.getElementById('code')?.focus(), [])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure?.isAnswered) form.current?.reset()
  }, [failure])
  const hasWrongRecoveryCode = Boolean(failure?.errors['recovery_code'])
  return (
    <div className="panel grid gap-5 p-6">
      <h1>Enter your code</h1>
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      <Form ref={form} method="post" noValidate className="grid gap-4">
        <CodeField hint="The six digits that your app shows for this shop" error={failure?.errors['code']} />
        <SendButton intent="app" pendingLabel="Signing in...">
          Sign in
        </SendButton>
      </Form>
      <details
        open={hasWrongRecoveryCode || undefined}
        onToggle={({ currentTarget }) => {
          // A failure toggles it too, but the error summary must keep the focus.
          if (document.activeElement?.closest('[role=alert]')) return
          document.getElementById(currentTarget.open ? 'recovery_code' : 'code')?.focus()
        }}
      >
        <summary className="list-item min-h-9.5 content-center cursor-pointer text-forest pointer-coarse:min-h-11 pointer-coarse:min-w-11">
          Use a recovery code
        </summary>
        <Form method="post" noValidate className="mt-3 grid gap-4">
          <TextField
            label="Recovery code"
            name="recovery_code"
            hint={`One of those that you kept, like ${RECOVERY_CODE_EXAMPLE}. It works once.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            error={failure?.errors['recovery_code']}
          />
          <SendButton intent="recovery" variant="outline" pendingLabel="Signing in...">
            Sign in with this code
          </SendButton>
        </Form>
      </details>
      <p className="text-sm">
        <a href={startAgainPath} className="link inline-block min-h-11 content-center">
          Sign in as somebody else
        </a>
      </p>
    </div>
  )
}

export function CodeField({ hint, error }: { hint?: string; error?: string | undefined }) {
  return (
    <TextField
      label="Code"
      name="code"
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={12}
      error={error}
    />
  )
}
