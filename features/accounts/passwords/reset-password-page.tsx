import { Form, useLoaderData, useNavigation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { NewPasswordFields } from '#kit/form/new-password-fields.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { newPasswordRules } from '#features/accounts/layout/account-form-rules.tsx'
import type { loader } from './reset-password-page.server.ts'

const TITLE = 'Choose a new password'

export const head = ({ shopName }: HeadArgs<typeof loader>): Head => ({
  title: `${TITLE} – ${shopName}`,
  noIndex: true,
})

export const failureMessage = () => messages.somethingWentWrong

export default function ResetPasswordPage() {
  const { email } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  if (email) return <NewPasswordForm email={email} />
  return (
    <AccountPageLayout title={TITLE} intro={failure ? null : messages.resetLinkNotValid}>
      <LinkButton to="/forgot-password">Ask for a new link</LinkButton>
    </AccountPageLayout>
  )
}

function NewPasswordForm({ email }: { email: string }) {
  const { fieldErrors: errors, form } = useFieldErrors(useFormFailure()?.errors, newPasswordRules)
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountPageLayout
      fieldErrors={errors}
      title={TITLE}
      intro={
        <>
          <span>For your account </span>
          <b className="break-words text-ink">{email}</b>
          <span>. Changing it signs you out everywhere.</span>
        </>
      }
    >
      <Form {...form} method="post" noValidate className="grid gap-5">
        {/* For password managers: the account of the password. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <NewPasswordFields errors={errors} label="New password" confirmLabel="Confirm new password" />
        <Button type="submit" pending={isSending} pendingLabel="Saving...">
          Change my password
        </Button>
      </Form>
    </AccountPageLayout>
  )
}
