import { useState } from 'react'
import { Form, useLoaderData, useNavigation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Button } from '#kit/form/button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { PasswordField } from '#kit/form/text-field.tsx'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import type { loader } from './login-page.server.ts'
import { useAlreadySignedIn } from './already-signed-in.tsx'

const TITLE = 'Sign in to your account'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return {
    title: `Sign in – ${shopName}`,
    description: `Sign in to ${shopName} to order, to see how far your orders are, and to keep your address.`,
    canonical: '/login',
  }
}

export const failureMessage = () => messages.wrongEmailOrPassword

export default function LoginPage() {
  const failure = useFormFailure()
  const isSending = useNavigation().state === 'submitting'
  const { return_path, email: registered } = useLoaderData<typeof loader>()
  const initialEmail = failure?.values?.['email'] ?? registered
  const [email, setEmail] = useState(initialEmail)
  const alreadySignedIn = useAlreadySignedIn(return_path ?? '/')
  const register = return_path ? `/register?return=${encodeURIComponent(return_path)}` : '/register'
  return (
    <AccountPageLayout
      title={TITLE}
      intro={
        alreadySignedIn ?? (
          <>
            New here?{' '}
            <ShopLink to={register} className="link">
              Create an account
            </ShopLink>
          </>
        )
      }
    >
      <Form method="post" noValidate inert={alreadySignedIn !== null} className="grid gap-5">
        <EmailField
          label="Email"
          autoComplete="username"
          defaultValue={initialEmail}
          error={failure?.errors['email']}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={failure?.errors['password']}
        />
        <Checkbox
          label="Remember me"
          name="remember"
          defaultChecked={failure?.values?.['remember'] === 'on'}
        />
        <Button type="submit" pending={isSending} pendingLabel="Signing in...">
          Sign in
        </Button>
      </Form>
      <p className="border-t border-line pt-4">
        <ShopLink
          to="/forgot-password"
          state={{ email }}
          className="link inline-block min-h-11 content-center"
        >
          Forgot your password?
        </ShopLink>
      </p>
    </AccountPageLayout>
  )
}
