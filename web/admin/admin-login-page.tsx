import { useEffect, useRef } from 'react'
import { Form, useLoaderData, useNavigation } from 'react-router'
import { useErrorTitle } from '#web/http/error-title.ts'
import { useFormFailure } from '#web/http/forms.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import type { loader } from './admin-login-page.server.ts'

export const head = ({ shopName }: HeadArgs<typeof loader>): Head => ({
  title: `Back-office sign-in – ${shopName}`,
  noIndex: true,
})

export default function AdminLoginPage() {
  const { notice } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  useErrorTitle(failure !== undefined, failure)
  const isPending = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  // §8: after a failed sign-in the form is cleared.
  useEffect(() => {
    if (failure) form.current?.reset()
  }, [failure])
  return (
    <div className="panel">
      <Form ref={form} method="post" action="/admin" noValidate className="grid gap-4 p-6">
        <h1>Back-office</h1>
        {notice && !failure && <Notice>{notice}</Notice>}
        {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={failure?.errors['email']}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={failure?.errors['password']} />
        <Button type="submit" pending={isPending} pendingLabel="Signing in...">
          Sign in
        </Button>
      </Form>
    </div>
  )
}
