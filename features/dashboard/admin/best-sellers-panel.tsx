import { formatCount } from '#shop/text/format-count.ts'
import { salesMessages } from '#features/dashboard/dashboard-messages.ts'
import type { BestSeller } from '#features/figures/sales/sales.ts'
import type { SalesPeriod } from '#features/figures/sales/sales-period.ts'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { Table } from '#kit/display/table.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { ShareBar } from './share-bar.tsx'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'

const COLUMNS = [
  { label: 'Product' },
  { label: 'Pieces', isNumber: true },
  { label: 'Sales', isNumber: true },
]

export function BestSellersPanel({
  days,
  bestSellers,
}: {
  days: SalesPeriod
  bestSellers: readonly BestSeller[]
}) {
  const largest = bestSellers[0]?.quantity ?? 1
  return (
    <DashboardPanel title={`Best sellers of ${days} days`}>
      {bestSellers.length === 0 ? (
        <p className="panel-body text-muted">{salesMessages.none(days)}</p>
      ) : (
        <div className="morning-table best-table">
          <Table caption={`Best sellers of the last ${days} days, by pieces`} columns={COLUMNS}>
            {bestSellers.map(({ product_id, name, quantity, pounds }) => (
              <tr key={product_id}>
                <th scope="row">
                  <ShopLink to={productListPath({}, { kind: 'edit', id: product_id })} className="quiet-link">
                    {name}
                  </ShopLink>
                  <ShareBar value={quantity} largest={largest} />
                </th>
                <td className="number">{formatCount(quantity)}</td>
                <td className="number">
                  <Price pounds={pounds} />
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </DashboardPanel>
  )
}
