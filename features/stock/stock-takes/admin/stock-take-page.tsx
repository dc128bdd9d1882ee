import { useLoaderData } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { countDifference, type StockTake } from '#features/stock/stock-takes/stock-take.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ScreenNotice } from '#kit/admin/screen/screen-notice.tsx'
import { useAnswerKey } from '#kit/actions/action-result.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { describeCountedBatch, DifferenceText } from './count-line.tsx'
import { StockTakeForm } from './stock-take-form.tsx'
import { STOCK_TAKES_PATH } from './stock-take-url.ts'
import type { loader } from './stock-take-page.server.ts'

const titleOf = ({ applied_at, title }: Pick<StockTake, 'applied_at' | 'title'>) =>
  applied_at === null ? stockTakeMessages.countTitle(title) : stockTakeMessages.appliedTitle(title)

export const head = adminHead<typeof loader>(({ take }) =>
  take ? titleOf(take) : stockTakeMessages.listTitle,
)

export const failureMessage = () => stockTakeMessages.failed

export default function StockTakePage() {
  const { take } = useLoaderData<typeof loader>()
  // A save during counting reloads the page data, which must not replace entries; the answer to a form does.
  const key = useAnswerKey()
  return (
    <>
      <ScreenHead
        back={{ to: STOCK_TAKES_PATH, label: stockTakeMessages.back }}
        title={take ? titleOf(take) : stockTakeMessages.listTitle}
        lead={take?.applied_at === null && stockTakeMessages.howToCount}
      />
      <ScreenNotice />
      {!take && <p className="minor">{stockTakeMessages.chooseOne}</p>}
      {take?.applied_at === null && <StockTakeForm key={key} loaded={take} />}
      {take && take.applied_at !== null && <AppliedStockTake take={take} />}
    </>
  )
}

function AppliedStockTake({ take }: { take: StockTake }) {
  const { reason, applied_at, by, lines, counted, differences } = take
  return (
    <section className="panel" aria-labelledby="counted-title">
      <h2 id="counted-title">{stockTakeMessages.linesTitle}</h2>
      <p className="panel-body">
        <span>
          {[reason, applied_at && formatLondonDateTime(applied_at), by].filter(Boolean).join(' · ')}
        </span>
        <br />
        <span>{`${stockTakeMessages.progress(counted, lines.length)}, ${stockTakeMessages.differences(differences)}`}</span>
      </p>
      <ul className="list-rows list-columns">
        {lines
          .filter((line) => line.counted !== null)
          .map((line) => (
            <li key={line.id}>
              <ShopLink to={productListPath({}, { kind: 'stock', id: line.product_id })} className="link">
                {`${line.name} ${line.net_weight ?? ''}`}
              </ShopLink>
              <span>{`${stockTakeMessages.counted}: ${line.counted}`}</span>
              <span className="minor">
                <span>{line.batch && `${describeCountedBatch(line.batch)} · `}</span>
                <DifferenceText difference={countDifference(line)} />
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
