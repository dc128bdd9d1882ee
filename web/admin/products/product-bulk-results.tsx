import type { BulkEditResult } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { CatalogueActionResult } from '#web/admin/product-form/catalogue-action-result.ts'

export function ProductBulkResults({
  actionResult: { message, results },
}: {
  actionResult: CatalogueActionResult
}) {
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
  return (
    <section
      className={`notice notice-${refusedResults.length > 0 ? 'warning' : 'success'} mb-3`}
      aria-label="What was changed"
    >
      {/* Only the count is a live region, because the list can have 1,000 lines. */}
      <p role="status" className="notice-title">
        {formatCount(changed.length)} changed
        {refusedResults.length > 0 && `, ${formatCount(refusedResults.length)} left as they are`}
        {same.length > 0 && `, ${formatCount(same.length)} had nothing to change`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrollable regions must be focusable for keyboard users. */}
      <ul className="chosen-results" tabIndex={0} aria-label="Each of them">
        {[...refusedResults, ...changed, ...same].map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </ul>
    </section>
  )
}

const OUTCOME_LABELS = {
  changed: 'changed.',
  same: 'had nothing to change.',
  refused: 'not changed.',
} as const

const Result = ({ result: { id, name, outcome, why } }: { result: BulkEditResult }) => (
  <li>
    <strong>{name ?? id}</strong>: {[OUTCOME_LABELS[outcome], why].filter(Boolean).join(' ')}
  </li>
)
