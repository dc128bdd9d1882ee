import type { BulkEditDone, BulkEditResult } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import type { FetcherWithComponents } from 'react-router'
import { bulkEditDoneMessages } from '#features/catalogue/products/bulk-edit/bulk-edit-messages.ts'
import { activateAnywayMessage } from '#features/catalogue/products/product-messages.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'

type ProductBulkResultsProps = {
  actionResult: CatalogueActionResult
  /** The bulk action form, so that its answer replaces these results. */
  Form: FetcherWithComponents<CatalogueActionResult>['Form']
  action: string
}

export function ProductBulkResults({
  actionResult: { message, results, doneAs = 'changed' },
  Form,
  action,
}: ProductBulkResultsProps) {
  if (!results)
    return (
      <Notice tone="error" className="mb-3">
        {message}
      </Notice>
    )
  const withOutcome = (kind: BulkEditResult['outcome']) => results.filter(({ outcome }) => outcome === kind)
  const [refusedResults, changed, same] = [
    withOutcome('refused'),
    withOutcome('changed'),
    withOutcome('same'),
  ]
  const toConfirm = refusedResults.filter(({ canConfirm }) => canConfirm)
  return (
    <section
      className={`notice notice-${refusedResults.length > 0 ? 'warning' : 'success'} mb-3`}
      aria-label="What was changed"
    >
      {/* Only the count is a live region, because the list can have 1,000 lines. */}
      <p role="status" className="notice-title">
        {`${formatCount(changed.length)} ${bulkEditDoneMessages[doneAs]}${refusedResults.length > 0 ? `, ${formatCount(refusedResults.length)} left as they are` : ''}${same.length > 0 ? `, ${formatCount(same.length)} had nothing to change` : ''}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrollable regions must be focusable for keyboard users. */}
      <ul className="grid gap-0.5 max-h-56 overflow-y-auto" tabIndex={0} aria-label="Each of them">
        {[...refusedResults, ...changed, ...same].map((result) => (
          <Result key={result.id} result={result} doneAs={doneAs} />
        ))}
      </ul>
      {toConfirm.length > 0 && (
        <PostForm by={Form} action={action} preventScrollReset className="mt-3">
          <input type="hidden" name="intent" value="chosen" />
          <input type="hidden" name="what" value="on" />
          <input type="hidden" name="confirmed" value="on" />
          {toConfirm.map(({ id }) => (
            <input key={id} type="hidden" name="product_id" value={id} />
          ))}
          <Button type="submit" variant="outline">
            {activateAnywayMessage(toConfirm.length)}
          </Button>
        </PostForm>
      )}
    </section>
  )
}

const OUTCOME_LABELS = { same: 'had nothing to change.', refused: 'not changed.' } as const

type ResultProps = { result: BulkEditResult; doneAs: BulkEditDone }

function Result({ result: { id, name, outcome, why }, doneAs }: ResultProps) {
  const label = outcome === 'changed' ? `${bulkEditDoneMessages[doneAs]}.` : OUTCOME_LABELS[outcome]
  return (
    <li>
      <strong>{name ?? id}</strong>
      <span>{`: ${[label, why].filter(Boolean).join(' ')}`}</span>
    </li>
  )
}
