import { useState, type ComponentProps, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { formatSeenPrice } from '#features/catalogue/price-changes/price-change.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Table } from '#kit/display/table.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { PriceAndUnit } from './price-and-unit.tsx'

type PricePreviewFormProps = {
  title: string
  intent: string
  /** Makes a form sent twice one change. */
  formId: { name: string; value: string }
  /** The terms of the preview. */
  values: Readonly<Record<string, string>>
  /** The number of lines that can be ticked. */
  count: number
  texts: { nothingChanges: string; lead: string; submit: string; sending: string }
  hint?: string
  columns: ComponentProps<typeof Table>['columns']
  children: ReactNode
}

export function PricePreviewForm(props: PricePreviewFormProps) {
  const { title, intent, formId, values, count, texts, hint, columns, children } = props
  const { state, formMethod } = useNavigation()
  const failure = useFormFailure()
  // Kept, because the page reloaded after a refusal has another ID.
  const [firstId] = useState(formId.value)
  return (
    <PostForm className="panel mt-4" aria-labelledby="price-preview-title">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={formId.name} value={firstId} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2 id="price-preview-title">{title}</h2>
      <div className="panel-body grid gap-4 min-w-0">
        {failure && <ErrorSummary errors={failure.errors} message={failure.message} cause={failure} />}
        {count === 0 ? (
          <Notice>{texts.nothingChanges}</Notice>
        ) : (
          <>
            <p>{texts.lead}</p>
            <p>
              <Button
                type="submit"
                pending={state !== 'idle' && formMethod === 'POST'}
                pendingLabel={texts.sending}
              >
                {texts.submit}
              </Button>
            </p>
          </>
        )}
        {hint && <p className="minor">{hint}</p>}
        <Table caption={title} columns={columns} className="price-table">
          {children}
        </Table>
      </div>
    </PostForm>
  )
}

type PricePreviewRowProps = {
  line: Parameters<typeof formatSeenPrice>[0] & { name: string; net_weight: string | null }
  /** Null: the line cannot be ticked. */
  newPrice: number | null
  includeLabel: string
  /** Shown instead of a new price. */
  stays: string
  /** Below the name. */
  children?: ReactNode
}

export function PricePreviewRow({ line, newPrice, includeLabel, stays, children }: PricePreviewRowProps) {
  const { name, net_weight, price } = line
  return (
    <tr>
      <td className="price-choose">
        {newPrice !== null && (
          <input
            key={formatSeenPrice(line)}
            type="checkbox"
            name="line"
            value={formatSeenPrice(line)}
            defaultChecked
            aria-label={includeLabel}
          />
        )}
      </td>
      <th scope="row">
        <span>{name}</span> <span className="minor">{net_weight}</span>
        {children}
      </th>
      <td className="number">
        <PriceAndUnit price={price} netWeight={net_weight} />
      </td>
      <td className="number">
        {newPrice === null ? (
          <span className="minor">{stays}</span>
        ) : (
          <strong>
            <PriceAndUnit price={newPrice} netWeight={net_weight} />
          </strong>
        )}
      </td>
    </tr>
  )
}
