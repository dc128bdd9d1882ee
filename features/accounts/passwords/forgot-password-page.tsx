import { Form, useLocation, useNavigation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Button } from '#kit/form/button.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useFieldErrors, type FieldErrorsForm } from '#kit/actions/use-field-errors.ts'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { emailRules } from '#features/accounts/layout/account-form-rules.tsx'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return { title: `Forgot your password? – ${shopName}`, canonical: '/forgot-password', noIndex: true }
}

export const failureMessage = () => messages.somethingWentWrong

export default function ForgotPasswordPage() {
  const done = useDoneMessage()
  const failure = useFormFailure()
  const { fieldErrors, form } = useFieldErrors(failure?.errors, emailRules)
  return (
    <AccountPageLayout
      title="Forgot your password?"
      intro={done ? null : messages.askForReset}
      done={done}
      fieldErrors={fieldErrors}
    >
      {done ? (
        <ResetRequestedMessage />
      ) : (
        <ResetRequestForm form={form} email={failure?.values?.['email']} error={fieldErrors['email']} />
      )}
    </AccountPageLayout>
  )
}

type ResetRequestFormProps = { form: FieldErrorsForm; email: string | undefined; error: string | undefined }

function ResetRequestForm({ form, email, error }: ResetRequestFormProps) {
  const isSending = useNavigation().state === 'submitting'
  const signInEmail = (useLocation().state as { email?: string } | null)?.email
  return (
    <>
      <Form {...form} method="post" noValidate className="grid gap-5">
        <EmailField label="Email" autoComplete="username" defaultValue={email ?? signInEmail} error={error} />
        <Button type="submit" pending={isSending} pendingLabel="Sending...">
          Send the link
        </Button>
      </Form>
      <p className="border-t border-line pt-4">
        <BackToSignIn className="link inline-block min-h-11 content-center" />
      </p>
    </>
  )
}

function ResetRequestedMessage() {
  return (
    <>
      <p className="text-muted">
        {messages.resetEmailNotReceived}{' '}
        <ShopLink to={`/forgot-password${useLocation().search}`} className="link">
          Ask again
        </ShopLink>
      </p>
      <BackToSignIn className="button justify-self-start" />
    </>
  )
}

/** The admin sign-in is another area and needs a document load. */
function BackToSignIn({ className }: { className: string }) {
  const isFromAdmin = new URLSearchParams(useLocation().search).get('from') === 'admin'
  const label = 'Back to sign in'
  return isFromAdmin ? (
    <a href="/admin" className={className}>
      {label}
    </a>
  ) : (
    <ShopLink to="/login" className={className}>
      {label}
    </ShopLink>
  )
}
