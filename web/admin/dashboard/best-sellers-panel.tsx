import { formatCount } from '#shop/text/format-count.ts'
import { salesMessages } from '#shop/reports/dashboard/dashboard-messages.ts'
import type { BestSeller } from '#shop/reports/sales/sales.ts'
import type { SalesPeriod } from '#shop/reports/sales/sales-period.ts'
import { Price } from '#web/ui/display/price.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { ShareBar } from './share-bar.tsx'
import { productListPath } from '#web/admin/products/product-list-url.ts'

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
        <p className="panel-body morning-empty">{salesMessages.none(days)}</p>
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
