import { formatLondonDateTime, formatLondonTime, londonDay } from '#shop/dates/dates.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { TO_SEND } from '#features/orders/order-filter.ts'
import { dispatchCountdown, type DispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'
import { shortId } from '#features/orders/order.ts'
import { ordersToSendMessages } from '#features/dashboard/dashboard-messages.ts'
import { commonCountdown, type OrdersToSend, type OrderToSend } from '#features/dashboard/orders-to-send.ts'
import { ChevronRightIcon } from '#kit/display/icons.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { Table } from '#kit/display/table.tsx'
import { formatCountdown } from '#features/orders/admin/actions/format-countdown.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { orderListPath, orderPath } from '#features/orders/admin/list/order-list-url.ts'
import { ExpressSign } from '#features/orders/admin/list/express-sign.tsx'
import { OrderStatusBadge } from '#features/orders/admin/list/order-status-badge.tsx'
import { OrderWarnings } from '#features/orders/admin/list/order-warnings.tsx'
import { formatShortDay } from '#kit/admin/chart/chart-scale.ts'
import { packingSlipsPath } from '#features/orders/packing-slips/admin/packing-slips-url.ts'
import { useServerTime } from '#kit/admin/live/use-server-time.ts'

const COLUMNS = [
  { label: 'Order' },
  { label: 'Customer' },
  { label: 'Items', isNumber: true },
  { label: 'Total', isNumber: true },
  { label: 'Status' },
]

export function OrdersToSendPanel({ toSend, now }: { toSend: OrdersToSend; now: string }) {
  const { orders, slips, pending, processing, overdue, due, deadline } = toSend
  const currentTime = useServerTime(now)
  const total = pending + processing
  const sharedTime = commonCountdown(toSend, currentTime)
  return (
    <DashboardPanel
      title="Orders to send"
      aside={
        orders.length > 0 && (
          <LinkButton to={packingSlipsPath(slips)} size="small" variant="outline">
            {ordersToSendMessages.slips(slips.length, total)}
          </LinkButton>
        )
      }
    >
      {orders.length === 0 ? (
        <p className="panel-body text-muted">
          <strong>{ordersToSendMessages.nothing}</strong> {ordersToSendMessages.nothingMore}
        </p>
      ) : (
        <>
          <p className="panel-body pb-2">
            {overdue > 0 && (
              <strong className="text-laterite">{`${ordersToSendMessages.overdue(overdue)}. `}</strong>
            )}
            <span>{ordersToSendMessages.due(due, overdue, formatLondonDateTime(deadline))}</span>
            {sharedTime && (
              <>
                : <TimeLeft countdown={sharedTime} />
              </>
            )}
            .
          </p>
          <div className="morning-table send-table">
            <Table
              caption="Orders to send, by deadline"
              columns={sharedTime ? COLUMNS : [...COLUMNS, { label: 'Send by' }]}
            >
              {orders.map((order) => (
                <Row
                  key={order.id}
                  order={order}
                  countdown={sharedTime ? null : dispatchCountdown(order, currentTime)}
                />
              ))}
            </Table>
          </div>
          {total > orders.length && (
            <p className="panel-body py-2 text-muted text-sm">
              <ShopLink to={orderListPath({ status: TO_SEND })} className="link">
                {ordersToSendMessages.firstOf(orders.length, total)}
              </ShopLink>
              <span>{ordersToSendMessages.slipsAtMost(slips.length, total)}</span>
            </p>
          )}
        </>
      )}
      <OrdersByStatusLink status="pending" label={adminOrderMessages.waiting(pending)} />
      <OrdersByStatusLink status="processing" label={adminOrderMessages.inProcess(processing)} />
    </DashboardPanel>
  )
}

function Row({ order, countdown }: { order: OrderToSend; countdown: DispatchCountdown | null }) {
  return (
    <tr>
      <th scope="row" className="send-order">
        <ShopLink to={orderPath(order.id, { status: TO_SEND })} className="link order-id">
          {shortId(order.id)}
        </ShopLink>{' '}
        <ExpressSign order={order} />
      </th>
      <td className="send-customer">
        <span>{order.full_name}</span> <span className="minor">{order.post_code}</span>
        <OrderWarnings order={order} />
      </td>
      <td className="send-items number">
        <span>{order.quantity}</span>
        <span className="cell-unit">{` ${order.quantity === 1 ? 'item' : 'items'}`}</span>
      </td>
      <td className="send-total number">
        <Price pounds={order.total_amount} />
      </td>
      <td className="send-status">
        <OrderStatusBadge status={order.status} />
      </td>
      {countdown && (
        <td className="send-deadline">
          <TimeLeft countdown={countdown} />{' '}
          <time dateTime={countdown.deadline} className="minor">
            {`${formatShortDay(londonDay(countdown.deadline))}, ${formatLondonTime(countdown.deadline)}`}
          </time>
        </td>
      )}
    </tr>
  )
}

function TimeLeft({ countdown }: { countdown: DispatchCountdown }) {
  return (
    <span className="send-left" data-urgent={countdown.isUrgent || undefined}>
      {formatCountdown(countdown)}
    </span>
  )
}

function OrdersByStatusLink({ status, label }: { status: 'pending' | 'processing'; label: string }) {
  return (
    <ShopLink to={orderListPath({ status })} className={`waiting waiting-${status}`}>
      <OrderStatusBadge status={status} />
      <span className="grow">{label}</span>
      <ChevronRightIcon />
    </ShopLink>
  )
}
