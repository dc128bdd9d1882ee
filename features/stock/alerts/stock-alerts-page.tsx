import { Form, useLoaderData, useNavigation } from 'react-router'
import { stockAlertMessages } from './stock-alert-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { emailRules } from '#features/accounts/layout/account-form-rules.tsx'
import { AccountPageLayout } from '#features/accounts/layout/account-page-layout.tsx'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import type { loader, StockAlertsData } from './stock-alerts-page.server.ts'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  const title =
    data.state === 'stop'
      ? stockAlertMessages.stopTitle
      : `${data.product.name}: ${stockAlertMessages.button}`
  return { title: `${title} – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.somethingWentWrong

export default function StockAlertsPage() {
  const data = useLoaderData<typeof loader>()
  return data.state === 'stop' ? <StopAlerts /> : <RequestAlert {...data} />
}

function RequestAlert({ product }: Extract<StockAlertsData, { state: 'request' }>) {
  const done = useDoneMessage()
  const failure = useFormFailure()
  const { fieldErrors, form } = useFieldErrors(failure?.errors, emailRules)
  const isSending = useNavigation().state === 'submitting'
  const needsForm = !done && !product.isInStock
  return (
    <AccountPageLayout
      title={product.name}
      intro={needsForm ? stockAlertMessages.promise : product.isInStock && stockAlertMessages.inStock}
      done={done}
      fieldErrors={fieldErrors}
    >
      {needsForm && (
        <Form {...form} method="post" noValidate className="grid gap-5">
          <EmailField
            label="Your email"
            defaultValue={failure?.values?.['email']}
            error={fieldErrors['email']}
          />
          <Button type="submit" pending={isSending} pendingLabel="Sending...">
            {stockAlertMessages.button}
          </Button>
        </Form>
      )}
      <LinkButton to={`/products/${product.slug}`} variant="outline" className="justify-self-start">
        Back to the product
      </LinkButton>
    </AccountPageLayout>
  )
}

function StopAlerts() {
  const done = useDoneMessage()
  const isSending = useNavigation().state === 'submitting'
  return (
    <AccountPageLayout
      title={stockAlertMessages.stopTitle}
      intro={!done && stockAlertMessages.stopQuestion}
      done={done}
    >
      {done ? (
        <LinkButton to="/products" variant="outline" className="justify-self-start">
          Go on shopping
        </LinkButton>
      ) : (
        <Form method="post" className="grid">
          <Button type="submit" pending={isSending} pendingLabel="Stopping...">
            {stockAlertMessages.stopButton}
          </Button>
        </Form>
      )}
    </AccountPageLayout>
  )
}
