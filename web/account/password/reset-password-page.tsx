import { Form, useLoaderData, useNavigation } from 'react-router'
import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { messages } from '#shop/messages/messages.ts'
import { useFormFailure } from '#web/forms/action-result.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { Button, LinkButton } from '#web/ui/form/button.tsx'
import { NewPasswordFields } from '#web/ui/form/new-password-fields.tsx'
import { useFieldErrors } from '#web/forms/use-field-errors.ts'
import { AccountPageLayout } from '#web/account/layout/account-page-layout.tsx'
import { newPasswordRules } from '#web/account/layout/account-form-rules.ts'
import type { loader } from './reset-password-page.server.ts'

const pageTitle = (isInvited: boolean) => (isInvited ? 'Choose your password' : 'Choose a new password')

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  return { title: `${pageTitle(data.isInvited)} – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.somethingWentWrong

export default function ResetPasswordPage() {
  const { email, isInvited } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  if (email) return <NewPasswordForm email={email} isInvited={isInvited} />
  return (
    <AccountPageLayout title={pageTitle(false)} intro={failure ? null : messages.resetLinkNotValid}>
      <LinkButton to="/forgot-password">Ask for a new link</LinkButton>
    </AccountPageLayout>
  )
}

function NewPasswordForm({ email, isInvited }: { email: string; isInvited: boolean }) {
  const shopName = useShopIdentity().name
  const { fieldErrors: errors, form } = useFieldErrors(useFormFailure()?.errors, newPasswordRules)
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountPageLayout
      fieldErrors={errors}
      title={pageTitle(isInvited)}
      intro={
        <>
          <span>
            {isInvited
              ? `You are invited to the back-office of ${shopName}, with the account `
              : 'For your account '}
          </span>
          <b className="break-words text-ink">{email}</b>
          <span>{`.${!isInvited ? ' Changing it signs you out everywhere.' : ''}`}</span>
        </>
      }
    >
      <Form {...form} method="post" noValidate className="grid gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <NewPasswordFields
          errors={errors}
          label={isInvited ? 'Password' : 'New password'}
          confirmLabel={isInvited ? 'Confirm password' : 'Confirm new password'}
        />
        <Button type="submit" pending={isSending} pendingLabel="Saving...">
          {isInvited ? 'Save my password' : 'Change my password'}
        </Button>
      </Form>
    </AccountPageLayout>
  )
}
