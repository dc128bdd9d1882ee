import { useLoaderData } from 'react-router'
import { formatDay, formatLondonDateTime } from '#shop/dates/dates.ts'
import { formatPounds, lineSubtotal, sumPounds } from '#shop/money/money.ts'
import { deliveryMessages } from '#features/stock/deliveries/delivery-messages.ts'
import type { ReceivedDelivery } from '#features/stock/deliveries/delivery.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ListPanel } from '#kit/admin/list/list-panel.tsx'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ScreenNotice } from '#kit/admin/screen/screen-notice.tsx'
import type { HeadArgs } from '#kit/document-head/head.ts'
import { useAnswerKey } from '#kit/actions/action-result.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { DELIVERIES_PATH } from './delivery-url.ts'
import type { loader } from './delivery-page.server.ts'

type Loaded = HeadArgs<typeof loader>['data']
const titleOf = ({ draft, received }: Pick<Loaded, 'draft' | 'received'>) => {
  if (received) return deliveryMessages.receivedTitle
  return draft?.version === 0 ? deliveryMessages.newTitle : deliveryMessages.draftTitle
}

export const head = adminHead<typeof loader>((data) => titleOf(data))

export const failureMessage = () => deliveryMessages.notSaved

export default function DeliveryPage() {
  const { draft, received } = useLoaderData<typeof loader>()
  // A search reloads the page data, which must not replace entries; the answer to a form does.
  const key = useAnswerKey()
  return (
    <>
      <ScreenHead
        back={{ to: DELIVERIES_PATH, label: deliveryMessages.back }}
        title={titleOf({ draft, received })}
      />
      <ScreenNotice />
      {draft && <DeliveryForm key={key} loaded={draft} />}
      {received && <ReceivedBatches delivery={received} />}
    </>
  )
}

function ReceivedBatches({ delivery }: { delivery: ReceivedDelivery }) {
  const { supplier, reason, received_at, received_by, batches } = delivery
  const pieces = batches.reduce((sum, { quantity }) => sum + quantity, 0)
  const cost = sumPounds(
    batches.map(({ unit_cost, quantity }) => (unit_cost === null ? 0 : lineSubtotal(unit_cost, quantity))),
  )
  return (
    <ListPanel
      titleId="delivered-title"
      title={deliveryMessages.linesTitle}
      rows={batches.map((batch, index) => ({
        key: index,
        to: productListPath({}, { kind: 'stock', id: batch.product_id }),
        label: batch.name,
        middle: `${batch.quantity} × ${batch.unit_cost === null ? '–' : formatPounds(batch.unit_cost)}`,
        facts: [
          batch.batch_number ?? deliveryMessages.noBatch,
          batch.best_before ? formatDay(batch.best_before) : deliveryMessages.noDate,
          `${deliveryMessages.remaining}: ${batch.remaining}`,
          batch.is_recalled && deliveryMessages.recalled,
        ],
      }))}
    >
      <p className="panel-body">
        <span>
          {[supplier, reason, formatLondonDateTime(received_at), received_by].filter(Boolean).join(' · ')}
        </span>
        <br />
        <span>{`${deliveryMessages.totals(batches.length, pieces)}${cost > 0 ? `, ${formatPounds(cost)}` : ''}`}</span>
      </p>
    </ListPanel>
  )
}
