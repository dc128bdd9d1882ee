import { useEffect } from 'react'
import { Form, useLoaderData, useNavigation } from 'react-router'
import { accountMessages } from '#shop/messages/account-messages.ts'
import { avoidedMessages } from '#features/catalogue/labels/avoided-messages.ts'
import { ownDataMessages } from '#features/customers/customer-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { reloadSession } from '#features/accounts/browser-session/browser-session.tsx'
import { AvoidedAllergensButton } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { useActionResult, useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { TextField } from '#kit/form/text-field.tsx'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { profileRules } from '#features/accounts/layout/account-form-rules.tsx'
import { useProfileDraft } from './use-profile-draft.tsx'
import { useDeliveryWarnings } from './use-delivery-warnings.tsx'
import { AddressFields, PhoneField } from './contact-fields.tsx'
import type { action, loader } from './profile-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Your profile – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.profileNotSaved

export default function ProfilePage() {
  const { customer_id, email, profile, warnings: initialWarnings } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  const actionResult = useActionResult<typeof action>()
  const isSending = useNavigation().state === 'submitting'
  const isSaved = actionResult?.kind === 'done'
  useEffect(() => {
    if (actionResult?.kind === 'done') void reloadSession()
  }, [actionResult])
  const draft = useProfileDraft(customer_id, profile, isSaved)
  const unsaved = isSaved ? null : draft.restored
  const values: Readonly<Record<string, string | null>> = failure?.values ?? unsaved ?? profile ?? {}
  const { fieldErrors: errors, form } = useFieldErrors(failure?.errors, profileRules)
  const warnings = useDeliveryWarnings(initialWarnings)
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <AccountPageLayout
      isWide
      fieldErrors={errors}
      title="Your profile"
      done={useDoneMessage()}
      intro={
        <>
          Checkout starts with these details.{' '}
          <ShopLink to="/profile/orders" className="link">
            See your orders
          </ShopLink>
        </>
      }
    >
      {unsaved && !failure && <Notice>{accountMessages.profileDraftRestored}</Notice>}
      <Form
        key={draft.restored ? 'restored' : 'saved'}
        {...form}
        onInput={(event) => {
          form.onInput(event)
          draft.keep(event.currentTarget)
        }}
        method="post"
        noValidate
        className="grid gap-5"
      >
        <FormUserIdInput />
        <TextField
          label="Email"
          name="email"
          type="email"
          value={email}
          readOnly
          hint="The address that you sign in with"
        />
        <TextField label="Full Name" {...field('full_name')} autoComplete="name" />
        <PhoneField values={values} errors={errors} warnings={warnings} />
        <AddressFields values={values} errors={errors} warnings={warnings} />
        <Button type="submit" pending={isSending} pendingLabel="Saving...">
          Save Changes
        </Button>
      </Form>
      <p className="needs-script border-t border-line pt-4">
        {avoidedMessages.profileHint} <AvoidedAllergensButton />
      </p>
      <p className="border-t border-line pt-4">
        <ShopLink to="/profile/password" className="link inline-block min-h-11 content-center">
          Change your password
        </ShopLink>
      </p>
      <p className="border-t border-line pt-4">
        <ShopLink to="/profile/data" className="link inline-block min-h-11 content-center">
          {ownDataMessages.link}
        </ShopLink>
      </p>
      {/* The header menu needs JavaScript; without it this is the only sign-out. */}
      <form method="post" action="/logout" className="only-without-script">
        <Button type="submit" variant="outline">
          Sign out
        </Button>
      </form>
    </AccountPageLayout>
  )
}
