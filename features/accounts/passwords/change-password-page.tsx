import { Form, useLoaderData, useNavigation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { Button } from '#kit/form/button.tsx'
import { NewPasswordFields } from '#kit/form/new-password-fields.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { PasswordField } from '#kit/form/text-field.tsx'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { newPasswordRules } from '#features/accounts/layout/account-form-rules.tsx'
import type { loader } from './change-password-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Change your password – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.somethingWentWrong

export default function ChangePasswordPage() {
  const { email } = useLoaderData<typeof loader>()
  const { fieldErrors: errors, form } = useFieldErrors(useFormFailure()?.errors, newPasswordRules)
  const done = useDoneMessage()
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountPageLayout
      fieldErrors={errors}
      title="Change your password"
      done={done}
      intro={
        <>
          For your account <b className="break-words text-ink">{email}</b>. Changing it signs out every other
          browser.{' '}
          <ShopLink to="/profile" className="link">
            Back to your profile
          </ShopLink>
        </>
      }
    >
      {!done && (
        <Form {...form} method="post" noValidate className="grid gap-5">
          <FormUserIdInput />
          {/* For password managers: the account of the password. */}
          <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
          <PasswordField
            label="Current password"
            name="current_password"
            error={errors['current_password']}
            autoComplete="current-password"
            required
          />
          <NewPasswordFields errors={errors} label="New password" confirmLabel="Confirm new password" />
          <Button type="submit" pending={isSending} pendingLabel="Saving...">
            Change my password
          </Button>
        </Form>
      )}
    </AccountPageLayout>
  )
}
