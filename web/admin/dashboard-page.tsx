import { useLoaderData } from 'react-router'
import { orderOffice } from '#shop/orders/office-sentences.ts'
import { LOW_STOCK_BELOW } from '#shop/spec.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { ChevronRightIcon } from '#web/ui/icons.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { CATEGORIES_PATH } from './category-list-view.ts'
import type { loader } from './dashboard-page.server.ts'
import { useLiveOrders } from './live-orders.ts'
import { orderListPath } from './order-list-view.ts'
import { StatusMark } from './order-status.tsx'
import { productListPath, PRODUCTS_PATH } from './product-list-view.ts'

export const head = ({ shopName }: HeadArgs<typeof loader>): Head => ({ title: `Dashboard – ${shopName}`, noIndex: true })

export default function DashboardPage() {
  const { counts, ordersWaiting } = useLoaderData<typeof loader>()
  useLiveOrders()
  return (
    <>
      <h1>Dashboard</h1>
      <dl className="panel counters mt-4">
        <Counter label="Total products" count={counts.products} to={PRODUCTS_PATH} />
        <Counter label={`Products with stock below ${LOW_STOCK_BELOW}`} count={counts.lowStock} isLow={counts.lowStock > 0} to={productListPath({ show: 'low' })} />
        <Counter label="Categories" count={counts.categories} to={CATEGORIES_PATH} />
      </dl>
      <ShopLink to={orderListPath({ status: 'pending' })} className="panel waiting mt-4">
        <StatusMark status="pending" />
        <span className="grow">{orderOffice.waiting(ordersWaiting)}</span>
        <ChevronRightIcon />
      </ShopLink>
    </>
  )
}

function Counter({ label, count, isLow, to }: { label: string; count: number; isLow?: boolean; to: string }) {
  return (
    <div className="counter" data-low={isLow || undefined}>
      <dt>
        <ShopLink to={to} className="counter-link">
          {label}
        </ShopLink>
      </dt>
      <dd>{count.toLocaleString('en-GB')}</dd>
    </div>
  )
}
