import { useLoaderData } from 'react-router'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import type { OfferPreviewLine, OfferProduct } from '#features/catalogue/offers/offer.ts'
import {
  PricePreviewForm,
  PricePreviewRow,
} from '#features/catalogue/price-changes/admin/price-preview-form.tsx'
import type { loader } from './offers-page.server.ts'

const COLUMNS = [
  { label: 'Choose', isLabelHidden: true },
  { label: 'Name' },
  { label: offerMessages.normal, isNumber: true },
  { label: offerMessages.offerPrice, isNumber: true },
]

export function OfferPreview({ preview }: { preview: readonly OfferPreviewLine[] }) {
  const { values, formId, endsAt } = useLoaderData<typeof loader>()
  const count = preview.filter((line) => 'offerPrice' in line).length
  return (
    <PricePreviewForm
      title={offerMessages.previewTitle}
      intent="make"
      formId={{ name: 'form_id', value: formId }}
      values={values}
      count={count}
      texts={{
        nothingChanges: offerMessages.nothingChanges,
        lead: offerMessages.previewLead,
        submit: offerMessages.make(count),
        sending: offerMessages.making,
      }}
      hint={offerMessages.referenceHint}
      columns={COLUMNS}
    >
      {preview.map((line) => (
        <PricePreviewRow
          key={line.id}
          line={line}
          newPrice={'offerPrice' in line ? line.offerPrice : null}
          includeLabel={offerMessages.include(line.name)}
          stays={offerMessages.noOffer}
        >
          {!line.is_active && <span className="minor"> ({offerMessages.inactive})</span>}
          <span className="minor block">
            {'problem' in line ? offerMessages.problems[line.problem] : describeReference(line, endsAt)}
          </span>
        </PricePreviewRow>
      ))}
    </PricePreviewForm>
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
