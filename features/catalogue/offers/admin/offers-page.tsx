import { useLoaderData } from 'react-router'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ScreenNotice } from '#kit/admin/screen/screen-notice.tsx'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { OfferLists } from './offer-lists.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { OfferTermsFields } from './offer-terms-fields.tsx'
import { OFFERS_PATH } from './offer-url.ts'
import type { loader } from './offers-page.server.ts'

export const head = adminHead<typeof loader>(({ target }) =>
  target ? offerMessages.makeTitle : offerMessages.title,
)

export const failureMessage = () => offerMessages.failed

export default function OffersPage() {
  const { target } = useLoaderData<typeof loader>()
  return target ? <NewOffer /> : <AllOffers />
}

function NewOffer() {
  const { products, preview } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead
        back={{ to: OFFERS_PATH, label: offerMessages.backToOffers }}
        title={offerMessages.makeTitle}
        lead={offerMessages.lead}
      />
      {products === 'too-many' && <Notice tone="error">{offerMessages.tooMany}</Notice>}
      {products === 0 && <Notice tone="error">{offerMessages.noneChosen}</Notice>}
      {typeof products === 'number' && products > 0 && <OfferTermsFields products={products} />}
      {preview && preview.length > 0 && <OfferPreview preview={preview} />}
    </>
  )
}

function AllOffers() {
  const { offers } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  return (
    <>
      <ScreenHead back={PRODUCTS_LINK} title={offerMessages.title} lead={offerMessages.lead} />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} cause={failure} />}
      <ScreenNotice />
      <p className="mb-3">{offerMessages.chooseFirst}</p>
      <OfferLists offers={offers} />
    </>
  )
}
