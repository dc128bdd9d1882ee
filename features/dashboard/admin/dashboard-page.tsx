import { useLoaderData } from 'react-router'
import { formatCount } from '#shop/text/format-count.ts'
import { needsSetupSteps } from '#features/dashboard/setup-steps.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import { dashboardFailureMessage, dashboardPath } from './dashboard-url.ts'
import { BackupPanel } from './backup-panel.tsx'
import { BestSellersPanel } from './best-sellers-panel.tsx'
import { FirstStepsPanel } from './first-steps-panel.tsx'
import { IdentityWarnings } from './identity-warnings.tsx'
import { EmailsPanel } from './emails-panel.tsx'
import type { loader } from './dashboard-page.server.ts'
import { UnavailablePanel } from './dashboard-panel.tsx'
import { SalesPanel } from './sales-panel.tsx'
import { expiryMessages } from '#features/stock/expiring-batch.ts'
import { ExpiringBatchesPanel } from './expiring-batches-panel.tsx'
import { LowStockPanel } from './low-stock-panel.tsx'
import { OrdersToSendPanel } from './orders-to-send-panel.tsx'
import { useLiveOrders } from '#features/orders/admin/live/live-orders.tsx'
import { productListPath, PRODUCTS_PATH } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { untrustedProxyMessage } from './untrusted-proxy-message.ts'

export const head = adminHead('Dashboard')

const isEmpty = ({
  products,
  lowStock,
  categories,
}: {
  products: number
  lowStock: number
  categories: number
}) => products + lowStock + categories === 0

export const failureMessage = dashboardFailureMessage

export default function DashboardPage() {
  const data = useLiveOrders('admin-dashboard', useLoaderData<typeof loader>(), { includeCatalogue: true })
  const { days, counts, toSend, sales, low, failed, allEmails, identity, firstSteps, now } = data
  const { expiring, lowStockThreshold, untrustedProxy, mailRoute, testEmailTo, backup } = data
  // Failures come before the sales figures.
  const hasFailed = failed !== null && failed.total > 0
  const mails = failed ? (
    <EmailsPanel
      // A separate list, which must not keep rows of the other one.
      key={String(allEmails)}
      failed={failed}
      route={mailRoute}
      testTo={testEmailTo}
      path={dashboardPath(days, { allEmails })}
      pathOfAll={allEmails ? null : dashboardPath(days, { allEmails: true })}
      now={now}
    />
  ) : (
    <UnavailablePanel title="Emails" days={days} />
  )
  return (
    <>
      <h1>Dashboard</h1>
      {untrustedProxy && (
        <Notice tone="warning" className="mt-4">
          {untrustedProxyMessage(untrustedProxy)}
        </Notice>
      )}
      {identity && <IdentityWarnings report={identity} />}
      {firstSteps && needsSetupSteps(firstSteps) && (
        <FirstStepsPanel progress={firstSteps} hasCategory={!counts || counts.categories > 0} days={days} />
      )}
      {counts && !isEmpty(counts) && (
        <dl className="panel grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-px overflow-hidden bg-line mt-4">
          <Counter label="Total products" count={counts.products} to={PRODUCTS_PATH} />
          <Counter
            label={`Products with stock below ${lowStockThreshold}`}
            count={counts.lowStock}
            isLow={counts.lowStock > 0}
            to={productListPath({ show: 'low' })}
          />
          <Counter label="Categories" count={counts.categories} to={categoryListPath()} />
        </dl>
      )}
      <div className="morning mt-4">
        {!counts && <UnavailablePanel title="Products and categories" days={days} />}
        {toSend ? (
          <OrdersToSendPanel toSend={toSend} now={now} />
        ) : (
          <UnavailablePanel title="Orders to send" days={days} />
        )}
        {hasFailed && mails}
        <div className="grid grid-cols-1 gap-4 content-start">
          {sales ? <SalesPanel days={days} sales={sales} /> : <UnavailablePanel title="Sales" days={days} />}
          {!hasFailed && mails}
          {backup ? (
            <BackupPanel backup={backup} now={now} />
          ) : (
            <UnavailablePanel title="Backup" days={days} />
          )}
        </div>
        <div className="grid grid-cols-1 gap-4 content-start">
          {sales ? (
            <BestSellersPanel days={days} bestSellers={sales.bestSellers} />
          ) : (
            <UnavailablePanel title={`Best sellers of ${days} days`} days={days} />
          )}
          {low ? (
            <LowStockPanel
              low={low}
              total={counts?.lowStock ?? null}
              products={counts?.products ?? null}
              threshold={lowStockThreshold}
            />
          ) : (
            <UnavailablePanel title="Low stock" days={days} />
          )}
          {expiring ? (
            // A shop that records no batches needs no such message.
            expiring.batches.length > 0 && <ExpiringBatchesPanel {...expiring} />
          ) : (
            <UnavailablePanel title={expiryMessages.title} days={days} />
          )}
        </div>
      </div>
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
      <dd>{formatCount(count)}</dd>
    </div>
  )
}
