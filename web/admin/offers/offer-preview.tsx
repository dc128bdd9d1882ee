import { useState } from 'react'
import { Form, useLoaderData, useNavigation } from 'react-router'
import { offerMessages } from '#shop/catalogue/offers/offer-messages.ts'
import type { OfferPreviewLine, OfferProduct } from '#shop/catalogue/offers/offer.ts'
import { formatSeenPrice } from '#shop/catalogue/price-changes/price-change.ts'
import { PriceAndUnit } from '#web/admin/price-changes/price-and-unit.tsx'
import { useFormFailure } from '#web/forms/action-result.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import type { loader } from './offers-page.server.ts'

const COLUMNS = [
  { label: 'Choose', isLabelHidden: true },
  { label: 'Name' },
  { label: offerMessages.normal, isNumber: true },
  { label: offerMessages.offerPrice, isNumber: true },
]

const hasOffer = (line: OfferPreviewLine): line is OfferPreviewLine & { offerPrice: number } =>
  'offerPrice' in line

export function OfferPreview({ preview }: { preview: readonly OfferPreviewLine[] }) {
  const { values, formId } = useLoaderData<typeof loader>()
  const { state, formMethod } = useNavigation()
  const failure = useFormFailure()
  // The page that is loaded again after a refusal has another ID.
  const [firstId] = useState(formId)
  const count = preview.filter(hasOffer).length
  return (
    <Form method="post" className="panel mt-4" aria-labelledby="offer-preview-title">
      <FormUserIdInput />
      <input type="hidden" name="intent" value="make" />
      <input type="hidden" name="form_id" value={firstId} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2 id="offer-preview-title">{offerMessages.previewTitle}</h2>
      <div className="panel-body price-rule">
        {failure && <ErrorSummary errors={failure.errors} message={failure.message} cause={failure} />}
        {count === 0 ? (
          <Notice>{offerMessages.nothingChanges}</Notice>
        ) : (
          <>
            <p>{offerMessages.previewLead}</p>
            <p>
              <Button
                type="submit"
                pending={state !== 'idle' && formMethod === 'POST'}
                pendingLabel={offerMessages.making}
              >
                {offerMessages.make(count)}
              </Button>
            </p>
          </>
        )}
        <p className="minor">{offerMessages.referenceHint}</p>
        <Table caption={offerMessages.previewTitle} isCaptionHidden columns={COLUMNS} className="price-table">
          {preview.map((line) => (
            <PreviewRow key={line.id} line={line} />
          ))}
        </Table>
      </div>
    </Form>
  )
}

function PreviewRow({ line }: { line: OfferPreviewLine }) {
  const { endsAt } = useLoaderData<typeof loader>()
  const { name, net_weight, price, is_active } = line
  return (
    <tr>
      <td className="price-choose">
        {hasOffer(line) && (
          <input
            key={formatSeenPrice(line)}
            type="checkbox"
            name="line"
            value={formatSeenPrice(line)}
            defaultChecked
            aria-label={offerMessages.include(name)}
          />
        )}
      </td>
      <th scope="row">
        {name} <span className="minor">{net_weight}</span>
        {!is_active && <span className="minor"> ({offerMessages.inactive})</span>}
        <span className="minor offer-reference">
          {'problem' in line ? offerMessages.problems[line.problem] : describeReference(line, endsAt)}
        </span>
      </th>
      <td className="number">
        <PriceAndUnit price={price} netWeight={net_weight} />
      </td>
      <td className="number">
        {hasOffer(line) ? (
          <strong>
            <PriceAndUnit price={line.offerPrice} netWeight={net_weight} />
          </strong>
        ) : (
          <span className="minor">{offerMessages.noOffer}</span>
        )}
      </td>
    </tr>
  )
}

function describeReference(
  { price, charged_since, reference_until }: OfferProduct,
  endsAt: string | null,
): string {
  if (charged_since === null) return offerMessages.wasNotProved
  if (reference_until === null) return offerMessages.wasNotYet(charged_since)
  return endsAt !== null && new Date(reference_until) >= new Date(endsAt)
    ? offerMessages.wasAllTime(price)
    : offerMessages.wasUntil(price, reference_until)
}
