import { Form, useLoaderData, useNavigation } from 'react-router'
import { messages } from '#shop/messages.ts'
import { useFormFailure } from '#web/http/forms.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import type { loader } from './reset-password-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Choose a new password – ${shopName}`, noIndex: true }
}

/** Where the link of the reset mail leads: a new password, twice (D9). */
export default function ResetPasswordPage() {
  const { email } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  if (email) return <NewPasswordForm email={email} />
  return (
    <AccountFrame title="Choose a new password" intro={failure ? null : messages.resetLinkNotValid}>
      <LinkButton to="/forgot-password">Ask for a new link</LinkButton>
    </AccountFrame>
  )
}

function NewPasswordForm({ email }: { email: string }) {
  const errors = useFormFailure()?.errors ?? {}
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountFrame
      title="Choose a new password"
      intro={
        <>
          For your account <b className="break-words text-ink">{email}</b>. Changing it signs you out everywhere.
        </>
      }
    >
      <Form method="post" noValidate className="grid gap-5">
        {/* Tells a password manager whose password it is about to keep. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          hint={errors['password'] === messages.passwordTooShort ? undefined : messages.passwordTooShort}
          error={errors['password']}
          autoComplete="new-password"
          required
        />
        <PasswordField
          label="Confirm new password"
          name="confirm_password"
          error={errors['confirm_password']}
          autoComplete="new-password"
          required
        />
        <Button type="submit" pending={isSending} pendingLabel="Saving...">
          Change my password
        </Button>
      </Form>
    </AccountFrame>
  )
}
