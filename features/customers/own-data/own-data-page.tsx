import { Form, useLoaderData, useNavigation } from 'react-router'
import { OWN_DATA_PATH } from '#features/customers/customer-data-paths.ts'
import { ownDataMessages } from '#features/customers/customer-messages.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { Button } from '#kit/form/button.tsx'
import { PasswordField } from '#kit/form/text-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { loader } from './own-data-page.server.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `${ownDataMessages.title} – ${shopName}`, noIndex: true }
}

/** Only the server knows the password. */
const serverDecides = () => () => ({})

export const failureMessage = () => ownDataMessages.notDeleted

export default function OwnDataPage() {
  const { email } = useLoaderData<typeof loader>()
  const { fieldErrors: errors, form } = useFieldErrors(useFormFailure()?.errors, serverDecides)
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountPageLayout
      fieldErrors={errors}
      title={ownDataMessages.title}
      intro={
        <ShopLink to="/profile" className="link">
          Back to your profile
        </ShopLink>
      }
    >
      <p>{ownDataMessages.downloadWhat}</p>
      <p>
        <a href={OWN_DATA_PATH} download className="button button-outline">
          {ownDataMessages.download}
        </a>
      </p>
      <p>
        {ownDataMessages.browserWhat}{' '}
        <ShopLink to="/privacy#device-memory" className="link">
          {ownDataMessages.browserSwitch}
        </ShopLink>
      </p>
      <h2 className="border-t border-line pt-4 text-xl">{ownDataMessages.deleteTitle}</h2>
      <p>{ownDataMessages.deleteWhat}</p>
      <p>{ownDataMessages.deleteKept}</p>
      <Form {...form} method="post" noValidate className="grid gap-5">
        <FormUserIdInput />
        {/* For password managers: the account of the password. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordField
          label="Your password"
          name="current_password"
          hint={ownDataMessages.passwordHint}
          error={errors['current_password']}
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="danger" pending={isSending} pendingLabel="Deleting...">
          {ownDataMessages.confirm}
        </Button>
      </Form>
    </AccountPageLayout>
  )
}
