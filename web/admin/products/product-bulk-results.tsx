import type { ChosenResult } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { figure } from '#shop/text/format-count.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { AnyAnswer } from '#web/admin/product-form/catalogue-action-result.ts'

/** What became of each of the rows chosen; what was left as it is stands first, because somebody has to see to it. */
export function ChosenResults({ answer: { message, results } }: { answer: AnyAnswer }) {
  if (!results) return <Notice tone="error" className="mb-3">{message}</Notice>
  const those = (kind: ChosenResult['became']) => results.filter(({ became }) => became === kind)
  const [left, changed, same] = [those('refused'), those('changed'), those('same')]
  return (
    <section className={`notice notice-${left.length > 0 ? 'warning' : 'success'} mb-3`} aria-label="What was changed">
      {/* The count alone is read out by itself: the list can be a thousand lines long. */}
      <p role="status" className="notice-title">
        {figure(changed.length)} changed
        {left.length > 0 && `, ${figure(left.length)} left as they are`}
        {same.length > 0 && `, ${figure(same.length)} had nothing to change`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: whoever has no mouse scrolls it from within. */}
      <ul className="chosen-results" tabIndex={0} aria-label="Each of them">
        {[...left, ...changed, ...same].map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </ul>
    </section>
  )
}

const WORDS = { changed: 'changed.', same: 'had nothing to change.', refused: 'not changed.' } as const

const Result = ({ result: { id, name, became, why } }: { result: ChosenResult }) => (
  <li>
    <strong>{name ?? id}</strong>: {[WORDS[became], why].filter(Boolean).join(' ')}
  </li>
)
