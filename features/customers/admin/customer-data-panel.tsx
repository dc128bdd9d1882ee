import { customerDataPath } from '#features/customers/customer-data-paths.ts'
import { customerMessages } from '#features/customers/customer-messages.ts'
import type { CustomerDetail } from '#features/customers/customer.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'

type CustomerDataPanelProps = { customer: Pick<CustomerDetail, 'user_id' | 'open_orders'> }

export function CustomerDataPanel({ customer: { user_id, open_orders } }: CustomerDataPanelProps) {
  const failure = useFormFailure()
  return (
    <section className="panel" aria-labelledby="data-title">
      <h2 id="data-title">{customerMessages.dataTitle}</h2>
      <div className="panel-body grid grid-cols-1 gap-3">
        <p>{customerMessages.exportHint}</p>
        <a href={customerDataPath(user_id)} download className="button button-outline justify-self-start">
          {customerMessages.export}
        </a>
      </div>
      <div className="panel-body grid grid-cols-1 gap-3">
        <h3>{customerMessages.eraseTitle}</h3>
        <p>{customerMessages.eraseWhat}</p>
        {open_orders > 0 ? (
          <Notice tone="warning">{customerMessages.eraseHasOpenOrders(open_orders)}</Notice>
        ) : (
          <PostForm noValidate className="grid gap-3">
            <Checkbox label={customerMessages.eraseConfirm} name="asked" error={failure?.errors['asked']} />
            <SendButton
              intent="erase"
              variant="danger"
              className="justify-self-start"
              pendingLabel="Erasing..."
            >
              {customerMessages.erase}
            </SendButton>
          </PostForm>
        )}
      </div>
    </section>
  )
}
