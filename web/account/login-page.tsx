import { Form, useLoaderData, useNavigation } from 'react-router'
import { useFormFailure } from '#web/http/forms.ts'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choices.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import type { loader } from './login-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Sign in – ${shopName}`, canonical: '/login', noIndex: true }
}

/** /login; it can show a sentence from another screen and goes back to it afterwards (§2, D20). */
export default function LoginPage() {
  const failure = useFormFailure()
  const isSending = useNavigation().state === 'submitting'
  const { return_path } = useLoaderData<typeof loader>()
  const register = return_path ? `/register?return=${encodeURIComponent(return_path)}` : '/register'
  return (
    <AccountFrame
      title="Sign in to your account"
      intro={
        <>
          New here?{' '}
          <ShopLink to={register} className="link">
            Create an account
          </ShopLink>
        </>
      }
    >
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
          defaultValue={failure?.values['email']}
          error={failure?.errors['email']}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={failure?.errors['password']}
        />
        <Checkbox label="Remember me" name="remember" defaultChecked={failure?.values['remember'] === 'on'} />
        <Button type="submit" pending={isSending} pendingLabel="Signing in...">
          Sign in
        </Button>
      </Form>
      <ForgotPassword />
    </AccountFrame>
  )
}

/** A reset by mail comes with its own screen; until then nobody is sent to a page that is not there (D9). */
function ForgotPassword() {
  const { email, phone } = useIdentity()
  return (
    <details className="border-t border-line pt-4">
      <summary className="link min-h-11 content-center">Forgot your password?</summary>
      <p className="pt-2 pb-1 text-sm">
        Write to{' '}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>{' '}
        from the address of your account, or ring{' '}
        <a className="link whitespace-nowrap" href={`tel:${phone.replaceAll(' ', '')}`}>
          {phone}
        </a>
        , and we will help you back in.
      </p>
    </details>
  )
}
