import { formatCount } from '#shop/text/format-count.ts'
import type { LowStock } from '#features/dashboard/low-stock.ts'
import { ordersToSendMessages, lowStockMessages } from '#features/dashboard/dashboard-messages.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'

export function LowStockPanel({
  low,
  total,
  products,
  threshold,
}: {
  low: readonly LowStock[]
  total: number | null
  products: number | null
  threshold: number
}) {
  return (
    <DashboardPanel
      title="Low stock"
      aside={
        !!total && (
          <ShopLink to={productListPath({ show: 'low' })} className="link">
            {total === 1 ? 'Show it' : `All ${formatCount(total)}`}
          </ShopLink>
        )
      }
    >
      {low.length === 0 ? (
        <p className="panel-body text-muted">
          {products === 0 ? lowStockMessages.noProducts : lowStockMessages.enough(threshold)}
        </p>
      ) : (
        <>
          <ul className="list-rows *:flex *:flex-wrap *:items-baseline *:justify-between *:py-1.75">
            {low.map(({ id, name, net_weight, stock, is_active }) => (
              <li key={id}>
                <span className="grow">
                  <ShopLink
                    to={productListPath({ show: 'low' }, { kind: 'stock', id })}
                    className="quiet-link"
                    aria-label={`Adjust the stock of ${name}`}
                  >
                    {name}
                  </ShopLink>{' '}
                  <span className="minor">
                    {`${net_weight ?? ''}${!is_active ? ' · hidden from the shop' : ''}`}
                  </span>
                </span>
                <span className="text-laterite font-semibold whitespace-nowrap">
                  {lowStockMessages.left(stock)}
                </span>
              </li>
            ))}
          </ul>
          {total !== null && total > low.length && (
            <p className="panel-body py-2 text-muted text-sm">
              <ShopLink to={productListPath({ show: 'low' })} className="link">
                {ordersToSendMessages.firstOf(low.length, total)}
              </ShopLink>
            </p>
          )}
        </>
      )}
    </DashboardPanel>
  )
}
