import { useState } from 'react'
import { Form, useLoaderData, useNavigation } from 'react-router'
import { priceChangeMessages } from '#shop/catalogue/price-changes/price-change-messages.ts'
import { formatSeenPrice, type PreviewLine } from '#shop/catalogue/price-changes/price-change.ts'
import { useFormFailure } from '#web/forms/action-result.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { PriceAndUnit } from './price-and-unit.tsx'
import type { loader } from './price-changes-page.server.ts'

const COLUMNS = [
  { label: 'Change', isLabelHidden: true },
  { label: 'Name' },
  { label: priceChangeMessages.now, isNumber: true },
  { label: priceChangeMessages.new, isNumber: true },
]

const isChanged = (line: PreviewLine): line is PreviewLine & { newPrice: number } =>
  'newPrice' in line && line.newPrice !== line.price

export function PricePreview({ preview }: { preview: readonly PreviewLine[] }) {
  const { values, changeId } = useLoaderData<typeof loader>()
  const { state, formMethod } = useNavigation()
  const failure = useFormFailure()
  // The page that is loaded again after a refusal has another ID.
  const [firstId] = useState(changeId)
  const changed = preview.filter(isChanged)
  return (
    <Form method="post" className="panel mt-4" aria-labelledby="price-preview-title">
      <FormUserIdInput />
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="change_id" value={firstId} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2 id="price-preview-title">{priceChangeMessages.previewTitle}</h2>
      <div className="panel-body price-rule">
        {failure && <ErrorSummary errors={failure.errors} message={failure.message} cause={failure} />}
        {changed.length === 0 ? (
          <Notice>{priceChangeMessages.nothingChanges}</Notice>
        ) : (
          <>
            <p>{priceChangeMessages.previewLead}</p>
            <p>
              <Button
                type="submit"
                pending={state !== 'idle' && formMethod === 'POST'}
                pendingLabel={priceChangeMessages.applying}
              >
                {priceChangeMessages.apply(changed.length)}
              </Button>
            </p>
          </>
        )}
        <Table
          caption={priceChangeMessages.previewTitle}
          isCaptionHidden
          columns={COLUMNS}
          className="price-table"
        >
          {preview.map((line) => (
            <PreviewRow key={line.id} line={line} />
          ))}
        </Table>
      </div>
    </Form>
  )
}

function PreviewRow({ line }: { line: PreviewLine }) {
  const { name, net_weight, price } = line
  return (
    <tr>
      <td className="price-choose">
        {isChanged(line) && (
          <input
            key={formatSeenPrice(line)}
            type="checkbox"
            name="line"
            value={formatSeenPrice(line)}
            defaultChecked
            aria-label={priceChangeMessages.include(name)}
          />
        )}
      </td>
      <th scope="row">
        {name} <span className="minor">{net_weight}</span>
      </th>
      <td className="number">
        <PriceAndUnit price={price} netWeight={net_weight} />
      </td>
      <td className="number">
        {isChanged(line) ? (
          <strong>
            <PriceAndUnit price={line.newPrice} netWeight={net_weight} />
          </strong>
        ) : (
          <span className="minor">
            {'problem' in line ? priceChangeMessages.problems[line.problem] : priceChangeMessages.stays}
          </span>
        )}
      </td>
    </tr>
  )
}
