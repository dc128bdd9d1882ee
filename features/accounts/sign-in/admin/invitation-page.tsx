import { Form, useLoaderData, useNavigation } from 'react-router'
import { peopleMessages } from '#features/accounts/people/people-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { NewPasswordFields } from '#kit/form/new-password-fields.tsx'
import type { loader } from './invitation-page.server.ts'

export const head = adminHead(peopleMessages.choosePassword)

export const failureMessage = () => messages.somethingWentWrong

export default function InvitationPage() {
  const { email } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  const errors = failure?.errors ?? {}
  useErrorPageTitle(failure !== undefined, failure)
  return (
    <div className="panel grid gap-5 p-6">
      <h1>{peopleMessages.choosePassword}</h1>
      {failure && <ErrorSummary errors={errors} message={failure.message} cause={failure} />}
      {email ? (
        <NewPasswordForm email={email} errors={errors} />
      ) : (
        <>
          {!failure && <p>{peopleMessages.invitationNotValid}</p>}
          <LinkButton to="/admin">Sign in</LinkButton>
        </>
      )}
    </div>
  )
}

type NewPasswordFormProps = { email: string; errors: Readonly<Record<string, string>> }

function NewPasswordForm({ email, errors }: NewPasswordFormProps) {
  const shopName = useShopIdentity().name
  const isSending = useNavigation().state !== 'idle'
  return (
    <>
      <p>
        <span>{`You are invited to the back-office of ${shopName}, with the account `}</span>
        <b className="break-words">{email}</b>
        <span>.</span>
      </p>
      <Form method="post" noValidate className="grid gap-4">
        {/* For password managers: the account of the password. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <NewPasswordFields errors={errors} confirmLabel="Confirm password" />
        <Button type="submit" pending={isSending} pendingLabel="Saving...">
          Save my password
        </Button>
      </Form>
    </>
  )
}
