import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ScreenNotice } from '#kit/admin/screen/screen-notice.tsx'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import type { PriceChange } from '#features/catalogue/price-changes/price-change.ts'
import { describePriceRule } from '#features/catalogue/price-changes/price-rule.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Price } from '#kit/display/price.tsx'
import { Table } from '#kit/display/table.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { PRICE_CHANGES_PATH } from './price-change-url.ts'

const COLUMNS = [
  { label: 'Name' },
  { label: priceChangeMessages.old, isNumber: true },
  { label: priceChangeMessages.after, isNumber: true },
  { label: priceChangeMessages.current, isNumber: true },
]

export function PriceChangeView({ change }: { change: PriceChange }) {
  const failure = useFormFailure()
  const kept = change.undone_at ? change.lines.filter(({ is_undone }) => !is_undone) : []
  return (
    <>
      <ScreenHead
        back={{ to: PRICE_CHANGES_PATH, label: priceChangeMessages.backToChanges }}
        title={priceChangeMessages.done(change.products)}
        lead={`${describePriceRule(change.rule)}. ${priceChangeMessages.changedBy(change.made_by, formatLondonDateTime(change.made_at))}`}
      />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} cause={failure} />}
      <ScreenNotice />
      {kept.length > 0 && (
        <Notice tone="warning" className="mb-3">
          {priceChangeMessages.keptSince(kept.map(({ name }) => name))}
        </Notice>
      )}
      <UndoForm change={change} />
      <section className="panel mt-4" aria-label={priceChangeMessages.previewTitle}>
        <div className="panel-body">
          <Table caption={priceChangeMessages.previewTitle} columns={COLUMNS} className="price-table">
            {change.lines.map(({ product_id, name, old_price, new_price, price }) => (
              <tr key={product_id}>
                <th scope="row">{name}</th>
                <td className="number">
                  <Price pounds={old_price} />
                </td>
                <td className="number">
                  <Price pounds={new_price} />
                </td>
                <td className="number">
                  <strong>
                    <Price pounds={price} />
                  </strong>
                </td>
              </tr>
            ))}
          </Table>
        </div>
      </section>
    </>
  )
}

function UndoForm({ change: { id, undone_at, undone_by, undo_until, can_undo } }: { change: PriceChange }) {
  if (undone_at !== null)
    return <p>{priceChangeMessages.undoneBy(undone_by, formatLondonDateTime(undone_at))}</p>
  if (!can_undo) return <p>{priceChangeMessages.undoOver}</p>
  return (
    <PostForm className="flex flex-wrap items-center gap-y-2 gap-x-4">
      <input type="hidden" name="change_id" value={id} />
      <SendButton intent="undo" variant="outline" pendingLabel={priceChangeMessages.undoing}>
        {priceChangeMessages.undo}
      </SendButton>
      <span className="minor">{priceChangeMessages.undoUntil(formatLondonDateTime(undo_until))}</span>
    </PostForm>
  )
}
