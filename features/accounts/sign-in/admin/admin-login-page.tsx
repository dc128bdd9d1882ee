import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Form, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { ownAccountMessages } from '#features/accounts/administrators/own-account-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { notices } from '#shop/messages/notices.ts'
import { useUrlNotice } from '#kit/actions/use-url-notice.ts'
import { isAdminSessionExpired } from '#features/accounts/browser-session/admin-session-marker.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { Button } from '#kit/form/button.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { PasswordField } from '#kit/form/text-field.tsx'
import { AdminLoginCodeForm } from './admin-login-code-form.tsx'
import type { loader } from './admin-login-page.server.ts'

export const head = adminHead('Back-office sign-in')

const FORGOT_PASSWORD_PATH = '/forgot-password?from=admin'

const REASON_MESSAGES = { over: ownAccountMessages.stepIsOver, denied: messages.accessDenied } as const

export const failureMessage = () => messages.wrongEmailOrPassword

export default function AdminLoginPage() {
  const { step, area } = useLoaderData<typeof loader>()
  return step === 'code' ? (
    <AdminLoginCodeForm area={area} />
  ) : (
    <PasswordStep reason={step === 'password' ? null : REASON_MESSAGES[step]} />
  )
}

function PasswordStep({ reason }: { reason: string | null }) {
  const sessionEndedNotice = useSessionEndedNotice()
  const notice = reason ?? sessionEndedNotice
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const isPending = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure?.isAnswered) form.current?.reset()
  }, [failure])
  return (
    <div className="panel">
      <Form ref={form} method="post" noValidate className="grid gap-4 p-6">
        <h1>Back-office</h1>
        {notice && !failure && <Notice>{notice}</Notice>}
        {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
        <EmailField label="Email" autoComplete="username" required={false} error={failure?.errors['email']} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={failure?.errors['password']}
        />
        <Button type="submit" pending={isPending} pendingLabel="Signing in...">
          Sign in
        </Button>
      </Form>
      <p className="border-t border-line px-6 py-3">
        <a href={FORGOT_PASSWORD_PATH} className="link inline-block min-h-11 content-center">
          Forgot your password?
        </a>
      </p>
    </div>
  )
}

const subscribeToNothing = () => () => {}

/** The server's notice if it saw an expired cookie; without a cookie, the browser's marker decides. */
function useSessionEndedNotice(): string | null {
  const urlNotice = useUrlNotice(notices)
  const [search] = useSearchParams()
  const hasEnded = useSyncExternalStore(subscribeToNothing, isAdminSessionExpired, () => false)
  return urlNotice ?? (hasEnded && search.has('return') ? messages.adminSessionEnded : null)
}
