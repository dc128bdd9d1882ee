import { Form, useActionData, useLocation, useNavigation } from 'react-router'
import { messages } from '#shop/messages.ts'
import { useFormFailure } from '#web/http/forms.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import type { ResetRequested } from './forgot-password-page.server.ts'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return { title: `Forgot your password? – ${shopName}`, canonical: '/forgot-password', noIndex: true }
}

/** /forgot-password: asks for the mail with the link to a new password (D9). */
export default function ForgotPasswordPage() {
  const answer = useActionData() as Partial<ResetRequested> | undefined
  return (
    <AccountFrame title="Forgot your password?" intro={answer?.done ? null : messages.askForReset} done={answer?.done}>
      {answer?.done ? <Asked /> : <AskForm />}
    </AccountFrame>
  )
}

function AskForm() {
  const failure = useFormFailure()
  const isSending = useNavigation().state === 'submitting'
  /** What was typed on the sign-in page. */
  const typed = (useLocation().state as { email?: string } | null)?.email
  return (
    <>
      <Form method="post" noValidate className="grid gap-5">
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={failure?.values['email'] ?? typed}
          error={failure?.errors['email']}
        />
        <Button type="submit" pending={isSending} pendingLabel="Sending...">
          Send the link
        </Button>
      </Form>
      <p className="border-t border-line pt-4">
        <ShopLink to="/login" className="link inline-block min-h-11 content-center">
          Back to sign in
        </ShopLink>
      </p>
    </>
  )
}

function Asked() {
  return (
    <>
      <p className="text-muted">
        {messages.resetNotThere}{' '}
        <ShopLink to="/forgot-password" className="link">
          Ask again
        </ShopLink>
      </p>
      <LinkButton to="/login">Back to sign in</LinkButton>
    </>
  )
}
