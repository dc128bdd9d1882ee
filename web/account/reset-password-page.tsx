import { Form, useLoaderData, useNavigation } from 'react-router'
import { messages } from '#shop/messages.ts'
import { useFormFailure } from '#web/http/forms.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { useStandingErrors } from '#web/ui/standing-errors.ts'
import { AccountFrame } from './account-frame.tsx'
import { newPasswordRules } from './account-rules.ts'
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
  const { standing: errors, form } = useStandingErrors(useFormFailure()?.errors, newPasswordRules)
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountFrame
      standing={errors}
      title="Choose a new password"
      intro={
        <>
          For your account <b className="break-words text-ink">{email}</b>. Changing it signs you out everywhere.
        </>
      }
    >
      <Form {...form} method="post" noValidate className="grid gap-5">
        {/* Tells a password manager whose password it is about to keep. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <NewPasswordFields errors={errors} label="New password" confirmLabel="Confirm new password" />
        <Button type="submit" pending={isSending} pendingLabel="Saving...">
          Change my password
        </Button>
      </Form>
    </AccountFrame>
  )
}
