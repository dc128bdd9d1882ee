import { useLoaderData } from 'react-router'
import { formatDay, formatLondonDate } from '#shop/dates/dates.ts'
import type { ProductBatch } from '#features/stock/batches/batch-change.ts'
import { batchMessages } from '#features/stock/batches/batch-messages.ts'
import { MAX_BATCH_NUMBER_LENGTH } from '#features/stock/deliveries/delivery.ts'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { productListPath, PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import type { action, loader } from './batches-page.server.ts'

export const head = adminHead<typeof loader>(({ product }) =>
  product ? batchMessages.title(product.name) : batchMessages.listTitle,
)

export const failureMessage = () => batchMessages.failed

export default function BatchesPage() {
  const { product } = useLoaderData<typeof loader>()
  if (product) return <Batches {...product} />
  return (
    <>
      <ScreenHead back={PRODUCTS_LINK} title={batchMessages.listTitle} />
      <p className="minor">{batchMessages.chooseOne}</p>
    </>
  )
}

type BatchesProps = { productId: string; name: string; batches: readonly ProductBatch[] }

function Batches({ productId, name, batches }: BatchesProps) {
  const result = useActionResult<typeof action>()
  useLiveData()
  const errors = Object.fromEntries(
    Object.entries(result?.errors ?? {}).map(([field, text]) => [`${field}-${result?.batchId}`, text]),
  )
  return (
    <>
      <ScreenHead
        back={{ to: productListPath({}, { kind: 'stock', id: productId }), label: batchMessages.back }}
        title={batchMessages.title(name)}
        lead={batchMessages.lead}
      />
      {result?.kind === 'done' ? (
        <Notice tone="success" className="mb-3">
          {result.message}
        </Notice>
      ) : (
        <ErrorSummary errors={errors} message={result?.message} cause={result} />
      )}
      <section className="panel" aria-label={batchMessages.title(name)}>
        {batches.length === 0 ? (
          <p className="panel-body minor">{batchMessages.none}</p>
        ) : (
          <ul className="list-rows list-columns">
            {batches.map((batch) => (
              <BatchRow
                // Saved values replace the entries.
                key={`${batch.id} ${batch.batch_number} ${batch.best_before} ${batch.remaining}`}
                batch={batch}
                productId={productId}
                errors={errors}
                typed={result?.kind !== 'done' && result?.batchId === batch.id ? result.values : undefined}
              />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

type BatchRowProps = {
  batch: ProductBatch
  productId: string
  errors: Readonly<Record<string, string>>
  /** Entries of this batch's refused form. */
  typed: Readonly<Record<string, string>> | undefined
}

function BatchRow({ batch, productId, errors, typed }: BatchRowProps) {
  const label = batch.is_unrecorded
    ? batchMessages.unrecorded
    : (batch.batch_number ?? batchMessages.noNumber)
  return (
    <li className="batch">
      <span>
        <strong>{label}</strong>{' '}
        <span className="minor">
          {[
            batch.best_before && batchMessages.bestBefore(formatDay(batch.best_before)),
            !batch.is_unrecorded && batchMessages.received(formatLondonDate(batch.received_at)),
            batch.is_recalled && batchMessages.recalled,
            batch.is_past && batchMessages.past,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span>{batchMessages.left(batch.remaining)}</span>
      {!batch.is_unrecorded && (
        <CorrectionForm batch={batch} productId={productId} label={label} errors={errors} typed={typed} />
      )}
      {batch.remaining > 0 && (
        <WriteOffForm batch={batch} productId={productId} label={label} errors={errors} typed={typed} />
      )}
    </li>
  )
}

type BatchFormProps = BatchRowProps & { label: string }

function CorrectionForm({ batch, productId, label, errors, typed }: BatchFormProps) {
  const { id, batch_number, best_before } = batch
  const values = typed?.['intent'] === 'correct' ? typed : undefined
  return (
    <details open={values ? true : undefined}>
      <summary className="link">
        {batchMessages.correct} <span className="visually-hidden">{label}</span>
      </summary>
      <PostForm replace preventScrollReset noValidate className="batch-form">
        <BatchInputs id={id} productId={productId} />
        <input type="hidden" name="seen_number" value={batch_number ?? ''} />
        <input type="hidden" name="seen_best_before" value={best_before ?? ''} />
        <TextField
          name="batch_number"
          id={`batch_number-${id}`}
          label={batchMessages.number}
          error={errors[`batch_number-${id}`]}
          defaultValue={values?.['batch_number'] ?? batch_number ?? ''}
          maxLength={MAX_BATCH_NUMBER_LENGTH}
          autoComplete="off"
        />
        <TextField
          name="best_before"
          id={`best_before-${id}`}
          label={batchMessages.day}
          error={errors[`best_before-${id}`]}
          defaultValue={values?.['best_before'] ?? best_before ?? ''}
          type="date"
          autoComplete="off"
        />
        <SendButton intent="correct" variant="outline">
          <span>{batchMessages.save}</span> <span className="visually-hidden">{label}</span>
        </SendButton>
      </PostForm>
    </details>
  )
}

function WriteOffForm({ batch: { id, remaining }, productId, label, errors, typed }: BatchFormProps) {
  const values = typed?.['intent'] === 'write-off' ? typed : undefined
  return (
    <details open={values ? true : undefined}>
      <summary className="link">
        {batchMessages.writeOff} <span className="visually-hidden">{label}</span>
      </summary>
      <PostForm replace preventScrollReset noValidate className="batch-form">
        <BatchInputs id={id} productId={productId} />
        <TextField
          name="pieces"
          id={`pieces-${id}`}
          label={batchMessages.pieces}
          error={errors[`pieces-${id}`]}
          defaultValue={values?.['pieces'] ?? String(remaining)}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
        />
        <TextField
          name="reason"
          id={`reason-${id}`}
          label={batchMessages.reason}
          hint={batchMessages.reasonHint}
          error={errors[`reason-${id}`]}
          defaultValue={values?.['reason']}
          maxLength={500}
          autoComplete="off"
        />
        <SendButton intent="write-off" variant="outline">
          <span>{batchMessages.writeOff}</span> <span className="visually-hidden">{label}</span>
        </SendButton>
      </PostForm>
    </details>
  )
}

const BatchInputs = ({ id, productId }: { id: string; productId: string }) => (
  <>
    <input type="hidden" name="product_id" value={productId} />
    <input type="hidden" name="batch_id" value={id} />
  </>
)
