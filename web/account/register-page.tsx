import { Form, useLoaderData, useNavigation } from 'react-router'
import { messages } from '#shop/messages.ts'
import { DEFAULT_COUNTRY } from '#shop/spec.ts'
import { useFormFailure } from '#web/http/forms.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Button } from '#web/ui/button.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AddressFields } from './person-fields.tsx'
import type { loader } from './register-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return {
    title: `Create your account – ${shopName}`,
    description: `One account at ${shopName} for your orders, their progress and your address.`,
    canonical: '/register',
  }
}

/** /register: every field of §2 under its own name, three of them and the passwords required (§5). */
export default function RegisterPage() {
  const failure = useFormFailure()
  const isSending = useNavigation().state === 'submitting'
  const { return_path } = useLoaderData<typeof loader>()
  const values: Record<string, string> = failure?.values ?? { country: DEFAULT_COUNTRY }
  const errors = failure?.errors ?? {}
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <AccountFrame
      isWide
      title="Create your account"
      intro={
        <>
          Already have an account?{' '}
          <ShopLink to={return_path ? `/login?return=${encodeURIComponent(return_path)}` : '/login'} className="link">
            Sign in
          </ShopLink>
        </>
      }
    >
      <Form method="post" noValidate className="grid gap-5">
        <p className="text-sm text-muted">
          Fields with <span className="text-laterite">*</span> are needed; the others save you typing at checkout.
        </p>
        <TextField label="Full Name" {...field('full_name')} autoComplete="name" required />
        <TextField
          label="Email Address"
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          label="Phone Number"
          {...field('phone')}
          hint="For the driver, if your door is hard to find"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
        />
        <AddressFields values={values} errors={errors} />
        <PasswordField
          label="Password"
          name="password"
          hint={errors['password'] === messages.passwordTooShort ? undefined : messages.passwordTooShort}
          error={errors['password']}
          autoComplete="new-password"
          required
        />
        <PasswordField
          label="Confirm Password"
          name="confirm_password"
          error={errors['confirm_password']}
          autoComplete="new-password"
          required
        />
        <Button type="submit" pending={isSending} pendingLabel="Creating account...">
          Create account
        </Button>
      </Form>
    </AccountFrame>
  )
}
