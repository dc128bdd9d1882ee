import { Form, useNavigation } from 'react-router'
import { stockAlertMessages } from '#shop/stock/alerts/stock-alert-messages.ts'
import { AccountPageLayout } from '#web/account/layout/account-page-layout.tsx'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { useDoneMessage } from '#web/forms/action-result.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Button, LinkButton } from '#web/ui/form/button.tsx'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return { title: `${stockAlertMessages.stopTitle} – ${shopName}`, noIndex: true }
}

export default function StopStockAlertsPage() {
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
          <FormUserIdInput />
          <Button type="submit" pending={isSending} pendingLabel="Stopping...">
            {stockAlertMessages.stopButton}
          </Button>
        </Form>
      )}
    </AccountPageLayout>
  )
}
