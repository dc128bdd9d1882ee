import { Form, useLoaderData, useNavigation } from 'react-router'
import { accountMessages } from '#shop/messages/account-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { emailRules } from '#features/accounts/layout/account-form-rules.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'
import { useIsSignedIn } from '#features/accounts/sign-in/already-signed-in.tsx'
import type { loader } from './verify-email-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Verify your email – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.somethingWentWrong

export default function VerifyEmailPage() {
  const { state, message, sign_in_path } = useLoaderData<typeof loader>()
  const isSignedIn = useIsSignedIn()
  // The page is cached for all visitors; only the browser knows the session.
  const displayedMessage = (text: string) =>
    isSignedIn && text === messages.emailVerified ? messages.emailIsVerified : text
  const failure = useFormFailure()
  const { fieldErrors, form } = useFieldErrors(failure?.errors, emailRules)
  const done = useDoneMessage()
  const isSending = useNavigation().state === 'submitting'
  const isSettled = state === 'verified' || done
  return (
    <AccountPageLayout
      title="Verify your email"
      intro={done ? null : displayedMessage(message)}
      done={done && displayedMessage(done)}
      fieldErrors={fieldErrors}
    >
      {isSettled ? (
        <NextSteps isSignedIn={isSignedIn} signInPath={sign_in_path} />
      ) : state === 'confirm' ? (
        <Form method="post" className="grid">
          <Button type="submit" name="intent" value="verify" pending={isSending} pendingLabel="Confirming...">
            Confirm my email
          </Button>
        </Form>
      ) : (
        <Form {...form} method="post" noValidate className="grid gap-5">
          <EmailField
            label="Email"
            hint={accountMessages.askForLink}
            defaultValue={failure?.values?.['email']}
            error={fieldErrors['email']}
          />
          <Button type="submit" name="intent" value="resend" pending={isSending} pendingLabel="Sending...">
            Send a new link
          </Button>
        </Form>
      )}
    </AccountPageLayout>
  )
}

type NextStepsProps = { isSignedIn: boolean; signInPath: string }

/** The cart is stored in the browser; checkout asks visitors to sign in. */
function NextSteps({ isSignedIn, signInPath }: NextStepsProps) {
  const hasCart = useCart().lines.length > 0
  const [path, label] = isSignedIn ? ['/profile/orders', 'Your orders'] : [signInPath, 'Sign in']
  return (
    <div className="grid gap-3">
      {hasCart && <LinkButton to="/checkout">Go on to checkout</LinkButton>}
      <LinkButton to={path} variant={hasCart ? 'outline' : 'solid'}>
        {label}
      </LinkButton>
    </div>
  )
}
