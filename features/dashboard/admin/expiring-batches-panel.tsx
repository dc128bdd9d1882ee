import { formatDay, type Day } from '#shop/dates/dates.ts'
import {
  EXPIRY_WARNING_DAYS,
  expiryLabel,
  expiryMessages,
  type ExpiringBatch,
} from '#features/stock/expiring-batch.ts'
import { batchesPath } from '#features/stock/batches/admin/batch-url.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'

export function ExpiringBatchesPanel({ today, batches }: { today: Day; batches: readonly ExpiringBatch[] }) {
  return (
    <DashboardPanel title={expiryMessages.title}>
      {batches.length === 0 ? (
        <p className="panel-body text-muted">{expiryMessages.none(EXPIRY_WARNING_DAYS)}</p>
      ) : (
        <ul className="list-rows *:flex *:flex-wrap *:items-baseline *:justify-between *:py-1.75">
          {batches.map(({ id, product_id, name, batch_number, best_before, remaining }) => (
            <li key={id}>
              <span className="grow">
                <ShopLink
                  to={batchesPath(product_id)}
                  className="quiet-link"
                  aria-label={`Batches of ${name}`}
                >
                  {name}
                </ShopLink>{' '}
                <span className="minor">
                  {[batch_number, formatDay(best_before), expiryLabel(best_before, today)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="text-laterite font-semibold whitespace-nowrap">
                {expiryMessages.pieces(remaining)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </DashboardPanel>
  )
}
