import { useLoaderData } from 'react-router'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { deliveryMessages } from '#features/stock/deliveries/delivery-messages.ts'
import { ListPanel } from '#kit/admin/list/list-panel.tsx'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { deliveryPath, NEW_DELIVERY_PATH } from './delivery-url.ts'
import type { loader } from './deliveries-page.server.ts'

export const head = adminHead(deliveryMessages.listTitle)

export default function DeliveriesPage() {
  const { deliveries } = useLoaderData<typeof loader>()
  useLiveData()
  return (
    <>
      <ScreenHead
        back={PRODUCTS_LINK}
        title={deliveryMessages.listTitle}
        actions={<LinkButton to={NEW_DELIVERY_PATH}>{deliveryMessages.receiveNew}</LinkButton>}
      />
      <p className="mb-3">{deliveryMessages.listLead}</p>
      {deliveries.length === 0 ? (
        <p className="minor">{deliveryMessages.none}</p>
      ) : (
        <ListPanel
          title={deliveryMessages.listTitle}
          rows={deliveries.map(({ id, supplier, created_at, received_at, by, lines, pieces }) => ({
            key: id,
            to: deliveryPath(id),
            label: `${formatLondonDate(received_at ?? created_at)}${supplier ? `, ${supplier}` : ''}`,
            facts: [
              received_at === null ? deliveryMessages.notReceived : deliveryMessages.totals(lines, pieces),
              by,
            ],
          }))}
        />
      )}
    </>
  )
}
