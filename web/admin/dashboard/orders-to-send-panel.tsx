import { formatLondonDateTime, formatLondonTime, londonDay } from '#shop/dates/dates.ts'
import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import { dispatchCountdown, shortId, type DispatchCountdown } from '#shop/orders/order.ts'
import { sendWords } from '#shop/reports/dashboard/dashboard-messages.ts'
import { sharedCountdown, type OrdersToSend, type OrderToSend } from '#shop/reports/dashboard/orders-to-send.ts'
import { ChevronRightIcon } from '#web/ui/display/icons.tsx'
import { LinkButton } from '#web/ui/form/button.tsx'
import { Price } from '#web/ui/display/price.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { countdownWords } from '#web/admin/order-actions/format-countdown.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { orderListPath, orderPath } from '#web/admin/orders/order-list-url.ts'
import { StatusMark } from '#web/admin/orders/order-status-badge.tsx'
import { shortDay } from './chart-scale.ts'
import { slipsPath } from '#web/admin/packing-slips/packing-slips-url.ts'
import { useMinute } from '#web/admin/live-updates/use-server-time.ts'

const COLUMNS = [
  { label: 'Order' }, { label: 'Customer' }, { label: 'Items', isNumber: true }, { label: 'Total', isNumber: true }, { label: 'Status' },
]

/** §9: the orders that have to leave first, with what is left of their time. */
export function OrdersToSendPanel({ toSend, now }: { toSend: OrdersToSend; now: string }) {
  const { orders, slips, pending, processing, overdue, due, deadline } = toSend
  const present = useMinute(now)
  const total = pending + processing
  const shared = sharedCountdown(toSend, present)
  return (
    <DashboardPanel
      title="Orders to send"
      aside={
        orders.length > 0 && (
          <LinkButton to={slipsPath(slips)} size="small" variant="outline">
            {sendWords.slips(slips.length, total)}
          </LinkButton>
        )
      }
    >
      {orders.length === 0 ? (
        <p className="panel-body morning-empty">
          <strong>{sendWords.nothing}</strong> {sendWords.nothingMore}
        </p>
      ) : (
        <>
          <p className="panel-body morning-lead">
            {overdue > 0 && <strong className="morning-alarm">{sendWords.overdue(overdue)}. </strong>}
            {sendWords.due(due, overdue, formatLondonDateTime(deadline))}
            {shared && (
              <>
                : <LeftWords countdown={shared} />
              </>
            )}
            .
          </p>
          <div className="morning-table send-table">
            <Table caption="Orders to send, by deadline" isCaptionHidden columns={shared ? COLUMNS : [...COLUMNS, { label: 'Send by' }]}>
              {orders.map((order) => (
                <Row key={order.id} order={order} countdown={shared ? null : dispatchCountdown(order.created_at, present)} />
              ))}
            </Table>
          </div>
          {total > orders.length && (
            <p className="panel-body morning-more">
              <ShopLink to={orderListPath({ status: pending > 0 ? 'pending' : 'processing' })} className="link">
                {sendWords.firstOf(orders.length, total)}
              </ShopLink>
              {sendWords.slipsAtMost(slips.length, total)}
            </p>
          )}
        </>
      )}
      <WaitingLink status="pending" words={orderOffice.waiting(pending)} />
      <WaitingLink status="processing" words={orderOffice.inProcess(processing)} />
    </DashboardPanel>
  )
}

/** Without a countdown where the line above the table says it for all of them. */
function Row({ order, countdown }: { order: OrderToSend; countdown: DispatchCountdown | null }) {
  return (
    <tr>
      <th scope="row" className="send-order">
        <ShopLink to={orderPath(order.id, { status: order.status })} className="link order-id">
          {shortId(order.id)}
        </ShopLink>
      </th>
      <td className="send-customer">
        {order.full_name} <span className="minor">{order.post_code}</span>
      </td>
      <td className="send-items number">
        {order.pieces}
        <span className="cell-unit"> {order.pieces === 1 ? 'item' : 'items'}</span>
      </td>
      <td className="send-total number">
        <Price pounds={order.total_amount} />
      </td>
      <td className="send-status">
        <StatusMark status={order.status} />
      </td>
      {countdown && (
        <td className="send-deadline">
          <LeftWords countdown={countdown} />{' '}
          <time dateTime={countdown.deadline} className="minor">
            {shortDay(londonDay(countdown.deadline))}, {formatLondonTime(countdown.deadline)}
          </time>
        </td>
      )}
    </tr>
  )
}

function LeftWords({ countdown }: { countdown: DispatchCountdown }) {
  return (
    <span className="send-left" data-urgent={countdown.isUrgent || undefined}>
      {countdownWords(countdown)}
    </span>
  )
}

function WaitingLink({ status, words }: { status: 'pending' | 'processing'; words: string }) {
  return (
    <ShopLink to={orderListPath({ status })} className={`waiting waiting-${status}`}>
      <StatusMark status={status} />
      <span className="grow">{words}</span>
      <ChevronRightIcon />
    </ShopLink>
  )
}
