import { useEffect, useState, type FormEvent } from 'react'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import type { AdminProduct } from '#features/catalogue/products/admin/admin-product.ts'
import { stockAfter, type StockMovement } from '#features/stock/stock-movement.ts'
import { batchMessages } from '#features/stock/batches/batch-messages.ts'
import { batchesPath } from '#features/stock/batches/admin/batch-url.ts'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { Button } from '#kit/form/button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { sendEntries } from '#kit/actions/unsaved-changes.ts'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { Table } from '#kit/display/table.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { UrlDialog } from '#kit/admin/screen/url-dialog.tsx'
import { createValidityRules } from '#features/catalogue/product-form/admin/native-validation.tsx'
import { productListPath, type ProductListView } from './product-list-url.ts'
import { useUploadForm } from '#features/catalogue/product-form/admin/upload-form.tsx'
import { movementAuthor, movementBatches, formatSigned } from './stock-movement-labels.ts'

type StockDialogProps = { product: AdminProduct; movements: readonly StockMovement[]; view: ProductListView }
const FORM_ID = 'adjust-stock'

// Each message disappears when its error is corrected; the preview covers quantities that are too low.
const belowZeroErrors = createValidityRules(({ rangeUnderflow }) => rangeUnderflow)
const belowZeroRules = () => belowZeroErrors
const missingValueErrors = createValidityRules(({ valid, rangeUnderflow }) => !valid && !rangeUnderflow)
const missingValueRules = () => missingValueErrors

export function StockDialog({ product, movements, view }: StockDialogProps) {
  const { actionResult, isSending, submit } = useUploadForm('admin-products', 'stock')
  const [change, setChange] = useState(actionResult?.values?.['change'] ?? '')
  const path = productListPath(view, { kind: 'stock', id: product.id })
  const backTo = productListPath(view)
  const refusal = actionResult?.errors
  const rules = refusal?.['change'] === messages.stockBelowZero ? belowZeroRules : missingValueRules
  const { fieldErrors, form: formProps } = useFieldErrors(refusal, rules)
  const [firstInvalidField] = Object.keys(fieldErrors)
  const errorFor = (name: string) => (firstInvalidField === name ? fieldErrors[name] : undefined)
  useEffect(() => {
    const [name, message] = Object.entries(refusal ?? {})[0] ?? []
    const field = formProps.ref.current?.elements.namedItem(name ?? '')
    if (!message || !(field instanceof HTMLInputElement)) return
    // Screen readers announce the error on focus, but not if the field already has it.
    if (document.activeElement === field) announce(message)
    else field.focus()
  }, [refusal, formProps.ref])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(path, new FormData(event.currentTarget)).then(sendEntries(event.currentTarget))
  }
  return (
    <UrlDialog
      title={`Stock of ${product.name}`}
      backTo={backTo}
      isNarrow
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="grow" />
          <ShopLink to={backTo} className="button button-quiet" preventScrollReset>
            Close
          </ShopLink>
          <Button type="submit" form={FORM_ID} pending={isSending} pendingLabel="Saving...">
            Adjust stock
          </Button>
        </div>
      }
    >
      <form
        {...formProps}
        id={FORM_ID}
        method="post"
        action={path}
        noValidate
        onSubmit={send}
        className="grid gap-4"
      >
        <FormUserIdInput />
        {actionResult && !refusal && (
          <ErrorSummary errors={{}} message={actionResult.message} cause={actionResult} />
        )}
        <input type="hidden" name="intent" value="stock" />
        <input type="hidden" name="product_id" value={product.id} />
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-end">
          <TextField
            label="Quantity change"
            name="change"
            // The numeric keyboard of phones has no minus.
            inputMode="text"
            autoComplete="off"
            required
            hint="Like 12 for what came in, or -2 for what broke"
            value={change}
            onChange={(event) => setChange(event.target.value)}
            error={errorFor('change')}
          />
          <StockPreview stock={product.stock} change={change} isErrorShown={firstInvalidField === 'change'} />
        </div>
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={500}
          autoComplete="off"
          defaultValue={actionResult?.values?.['reason']}
          error={errorFor('reason')}
        />
      </form>
      {movements.some(({ batches }) => batches.length > 0) && (
        <p className="mt-4">
          <ShopLink to={batchesPath(product.id)} className="link">
            {batchMessages.link}
          </ShopLink>
        </p>
      )}
      <StockHistory movements={movements} />
    </UrlDialog>
  )
}

function StockPreview({
  stock,
  change,
  isErrorShown,
}: {
  stock: number
  change: string
  isErrorShown: boolean
}) {
  const changeAmount = /^[+-]?\d{1,7}$/.test(change.trim()) ? Number(change) : 0
  const after = stockAfter(stock, changeAmount)
  return (
    <dl className="stock-preview" aria-live="polite">
      <div>
        <dt>Current stock</dt>
        <dd>{stock}</dd>
      </div>
      <div data-below={after < 0 || undefined}>
        <dt>New stock</dt>
        <dd>{after < 0 ? formatSigned(after) : after}</dd>
      </div>
      {after < 0 && !isErrorShown && <div className="stock-below">{messages.stockBelowZero}</div>}
    </dl>
  )
}

const COLUMNS = [
  { label: 'When' },
  { label: 'Change', isNumber: true },
  { label: 'From', isNumber: true },
  { label: 'To', isNumber: true },
  { label: 'Who and why' },
]

function StockHistory({ movements }: { movements: readonly StockMovement[] }) {
  if (movements.length === 0) return <p className="mt-5 text-muted">Its stock has never changed.</p>
  return (
    <section className="stock-history mt-5" aria-labelledby="stock-history-title">
      <h3 id="stock-history-title" className="mb-2">
        Stock history
      </h3>
      <Table caption="Changes of stock, newest first" columns={COLUMNS}>
        {movements.map((movement) => (
          <tr key={movement.id}>
            <th scope="row">
              <time dateTime={movement.created_at}>{formatLondonDateTime(movement.created_at)}</time>
            </th>
            <td className="number">{formatSigned(movement.quantity_change)}</td>
            <td className="number">{movement.stock_after - movement.quantity_change}</td>
            <td className="number">{movement.stock_after}</td>
            <td>
              <span>{movement.reason}</span>
              <span className="minor">{movementAuthor(movement)}</span>
              {movement.batches.length > 0 && (
                <span className="minor block">{movementBatches(movement)}</span>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
