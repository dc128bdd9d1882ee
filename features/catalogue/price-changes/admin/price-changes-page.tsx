import { useLoaderData } from 'react-router'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import { describePriceRule } from '#features/catalogue/price-changes/price-rule.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ListPanel } from '#kit/admin/list/list-panel.tsx'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { PriceChangeView } from './price-change-view.tsx'
import { PricePreview } from './price-preview.tsx'
import { PriceRuleFields } from './price-rule-fields.tsx'
import { PRICE_CHANGES_PATH, priceChangePath } from './price-change-url.ts'
import type { loader } from './price-changes-page.server.ts'

export const head = adminHead<typeof loader>(({ opened }) =>
  opened ? priceChangeMessages.done(opened.products) : priceChangeMessages.title,
)

export const failureMessage = () => priceChangeMessages.failed

export default function PriceChangesPage() {
  const { opened, target, products, preview } = useLoaderData<typeof loader>()
  if (opened) return <PriceChangeView change={opened} />
  return (
    <>
      <ScreenHead back={PRODUCTS_LINK} title={priceChangeMessages.title} lead={priceChangeMessages.lead} />
      {target ? (
        <p className="mb-3">
          <ShopLink to={PRICE_CHANGES_PATH} className="link">
            {priceChangeMessages.recentLink}
          </ShopLink>
        </p>
      ) : (
        <PriceChanges />
      )}
      {products === 'too-many' && <Notice tone="error">{priceChangeMessages.tooMany}</Notice>}
      {products === 0 && <Notice tone="error">{priceChangeMessages.noneChosen}</Notice>}
      {typeof products === 'number' && products > 0 && <PriceRuleFields products={products} />}
      {preview && preview.length > 0 && <PricePreview preview={preview} />}
    </>
  )
}

function PriceChanges() {
  const { changes } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="mb-3">{priceChangeMessages.chooseFirst}</p>
      <ListPanel
        titleId="price-changes-title"
        title={priceChangeMessages.recent}
        none={priceChangeMessages.noneYet}
        className="panel lg:[&_li]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,3fr)]"
        rows={changes.map(({ id, products, rule, made_at, made_by, undone_at }) => ({
          key: id,
          to: priceChangePath(id),
          label: priceChangeMessages.done(products),
          middle: describePriceRule(rule),
          facts: [
            priceChangeMessages.changedBy(made_by, formatLondonDateTime(made_at)),
            undone_at && priceChangeMessages.undoneBy(null, formatLondonDateTime(undone_at)),
          ],
        }))}
      />
    </>
  )
}
