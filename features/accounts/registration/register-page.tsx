import { Form, useLoaderData, useNavigation } from 'react-router'
import { DEFAULT_COUNTRY } from '#shop/constants.ts'
import { messages } from '#shop/messages/messages.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Button } from '#kit/form/button.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { NewPasswordFields } from '#kit/form/new-password-fields.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { TextField } from '#kit/form/text-field.tsx'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { registrationRules } from '#features/accounts/layout/account-form-rules.tsx'
import { useDeliveryWarnings } from '#features/accounts/profile/use-delivery-warnings.tsx'
import { AddressFields, PhoneField } from '#features/accounts/profile/contact-fields.tsx'
import type { loader } from './register-page.server.ts'
import { useAlreadySignedIn } from '#features/accounts/sign-in/already-signed-in.tsx'

const TITLE = 'Create your account'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return {
    title: `${TITLE} – ${shopName}`,
    description: `One account at ${shopName} for your orders, their progress and your address.`,
    canonical: '/register',
  }
}

export const failureMessage = () => messages.anErrorOccurred

export default function RegisterPage() {
  const failure = useFormFailure()
  const isSending = useNavigation().state === 'submitting'
  const { return_path } = useLoaderData<typeof loader>()
  const alreadySignedIn = useAlreadySignedIn(return_path ?? '/')
  const values: Record<string, string> = failure?.values ?? { country: DEFAULT_COUNTRY }
  const { fieldErrors: errors, form } = useFieldErrors(failure?.errors, registrationRules)
  const warnings = useDeliveryWarnings()
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <AccountPageLayout
      isWide
      fieldErrors={errors}
      title={TITLE}
      intro={
        alreadySignedIn ?? (
          <>
            Already have an account?{' '}
            <ShopLink
              to={return_path ? `/login?return=${encodeURIComponent(return_path)}` : '/login'}
              className="link"
            >
              Sign in
            </ShopLink>
          </>
        )
      }
    >
      <Form {...form} method="post" noValidate inert={alreadySignedIn !== null} className="grid gap-5">
        <p className="text-sm text-muted">
          Fields with <span className="text-laterite">*</span> are needed; the others save you typing at
          checkout.
        </p>
        <TextField label="Full Name" {...field('full_name')} autoComplete="name" required />
        <EmailField {...field('email')} />
        <PhoneField values={values} errors={errors} warnings={warnings} required />
        <AddressFields values={values} errors={errors} warnings={warnings} />
        <NewPasswordFields errors={errors} />
        <Button type="submit" pending={isSending} pendingLabel="Creating account...">
          Create account
        </Button>
      </Form>
    </AccountPageLayout>
  )
}
