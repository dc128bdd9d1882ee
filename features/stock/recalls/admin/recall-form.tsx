import { useState } from 'react'
import { formatDay, formatLondonDate } from '#shop/dates/dates.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import {
  MAX_CUSTOMER_TEXT_LENGTH,
  MAX_RECALL_REASON_LENGTH,
  type RecallableBatch,
} from '#features/stock/recalls/recall.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import { BuyerTotalsText } from './buyer-totals.tsx'
import type { action } from './recalls-page.server.ts'

type RecallFormProps = { product: { id: string; name: string; batches: RecallableBatch[] }; recallId: string }

export function RecallForm({ product: { id, name, batches }, recallId }: RecallFormProps) {
  const result = useActionResult<typeof action>()
  // Kept, because the page reloaded after a refusal has another ID.
  const [firstId] = useState(recallId)
  const errors = result?.errors ?? {}
  const values = result?.values
  const hasBatches = batches.some(({ is_unrecorded }) => !is_unrecorded)
  return (
    <PostForm replace noValidate className="grid gap-4 min-w-0" aria-label={name}>
      <input type="hidden" name="recall_id" value={firstId} />
      <input type="hidden" name="product_id" value={id} />
      <h3>{name}</h3>
      <ErrorSummary
        errors={errors}
        message={result?.kind === 'done' ? undefined : result?.message}
        cause={result}
      />
      <fieldset className="grid gap-3">
        <legend className="field-label">{recallMessages.batches}</legend>
        {!hasBatches && <p className="minor">{recallMessages.noBatches}</p>}
        <Checkbox
          name="whole"
          id="batches"
          label={recallMessages.wholeProduct}
          error={errors['batches']}
          defaultChecked={values ? values['whole'] !== undefined : !hasBatches}
        />
        {hasBatches &&
          batches.map((batch) => (
            <Checkbox
              key={batch.id}
              name="batches"
              id={`batch-${batch.id}`}
              value={batch.id}
              disabled={batch.is_recalled}
              defaultChecked={result?.batches?.includes(batch.id)}
              label={describeBatch(batch)}
              hint={batch.is_recalled ? recallMessages.isRecalled : recallMessages.left(batch.remaining)}
            />
          ))}
      </fieldset>
      <p>
        <SendButton intent="find" variant="outline" data-keeps-entries>
          {recallMessages.showOrders}
        </SendButton>
      </p>
      {result?.totals && (
        <Notice>
          <BuyerTotalsText totals={result.totals} />
        </Notice>
      )}
      <TextField
        name="reason"
        label={recallMessages.reason}
        hint={recallMessages.reasonHint}
        error={errors['reason']}
        required
        autoComplete="off"
        maxLength={MAX_RECALL_REASON_LENGTH}
        defaultValue={values?.['reason']}
      />
      <TextArea
        name="customer_text"
        label={recallMessages.customerText}
        hint={recallMessages.customerTextHint}
        error={errors['customer_text']}
        required
        rows={4}
        maxLength={MAX_CUSTOMER_TEXT_LENGTH}
        defaultValue={values?.['customer_text'] ?? recallMessages.customerTextStart(name)}
      />
      <p>
        <SendButton intent="start">{recallMessages.start}</SendButton>
      </p>
    </PostForm>
  )
}

export function describeBatch({
  is_unrecorded,
  batch_number,
  best_before,
  received_at,
}: RecallableBatch): string {
  if (is_unrecorded) return recallMessages.unrecorded
  return [
    batch_number ?? recallMessages.noNumber,
    best_before && recallMessages.bestBefore(formatDay(best_before)),
    recallMessages.received(formatLondonDate(received_at)),
  ]
    .filter(Boolean)
    .join(', ')
}
