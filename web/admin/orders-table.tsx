import { useFetcher, useLocation } from 'react-router'
import { formatLondonDateTime } from '#shop/dates.ts'
import { forwardAction, mayCancel, shortId, type OrderRow } from '#shop/orders/order.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { Table } from '#web/ui/table.tsx'
import type { FromList } from './list-left.ts'
import { fetcherKeyOf, type OrderAnswer } from './order-answer.ts'
import { ORDERS_PATH, type OrderListView } from './order-list-view.ts'
import { StatusMark } from './order-status.tsx'
import { StepButton } from './step-button.tsx'
import { useRowFocus } from './row-focus.ts'

const COLUMNS = [
  { label: 'Order' },
  { label: 'Placed' },
  { label: 'Customer' },
  { label: 'Items', isNumber: true },
  { label: 'Total', isNumber: true },
  { label: 'Status' },
  { label: 'Actions', isLabelHidden: true },
]

const ASK_CANCEL_ID = 'ask-cancel'

type OrdersTableProps = {
  orders: readonly OrderRow[]
  /** Called when an action of this order is sent. */
  onTouch: (orderId: string) => void
  onCancel: (order: OrderRow) => void
}

export function OrdersTable({ orders, view, onTouch, onCancel }: OrdersTableProps & { view: OrderListView }) {
  const { list, remember } = useRowFocus()
  const touch = (orderId: string) => {
    remember()
    onTouch(orderId)
  }
  return (
    <div ref={list} className="orders-list">
      {/* Before scripts a press on Cancel asks for this same list with the order's cancellation form above it. */}
      <form id={ASK_CANCEL_ID} method="get" action={ORDERS_PATH}>
        <input type="hidden" name="search" value={view.search} />
        <input type="hidden" name="status" value={view.status ?? ''} />
        <input type="hidden" name="page" value={view.page} />
      </form>
      <Table caption="Orders, newest first" isCaptionHidden columns={COLUMNS} className="orders-table">
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            onTouch={touch}
            onCancel={(about) => {
              remember()
              onCancel(about)
            }}
          />
        ))}
      </Table>
    </div>
  )
}

type RowProps = Omit<OrdersTableProps, 'orders'> & { order: OrderRow }

function Row({ order, onTouch, onCancel }: RowProps) {
  const { search } = useLocation()
  return (
    <tr>
      <th scope="row" className="cell-order">
        <ShopLink
          id={`order-${order.id}`}
          to={`${ORDERS_PATH}/${order.id}`}
          state={{ list: search } satisfies FromList}
          className="link order-id"
        >
          {shortId(order.id)}
        </ShopLink>
      </th>
      <td className="cell-placed">
        <time dateTime={order.created_at}>
          {formatLondonDateTime(order.created_at)}
        </time>
      </td>
      <td className="cell-customer">
        {order.full_name} <span className="minor">{order.post_code}</span>
      </td>
      <td className="cell-items number">
        {order.item_count}
        <span className="cell-unit"> {order.item_count === 1 ? 'item' : 'items'}</span>
      </td>
      <td className="cell-total number">
        <Price pounds={order.total_amount} />
      </td>
      <td className="cell-status">
        <StatusMark status={order.status} />
      </td>
      <td className="cell-actions">
        <RowActions order={order} onTouch={onTouch} onCancel={onCancel} />
      </td>
    </tr>
  )
}

/** §4: one step forward, and Cancel unless the order is cancelled or delivered. Ordinary forms before scripts. */
function RowActions({ order, onTouch, onCancel }: RowProps) {
  const fetcher = useFetcher<OrderAnswer>({ key: fetcherKeyOf(order.id) })
  const step = forwardAction(order.status)
  const orderLinkId = `order-${order.id}`
  return (
    <div className="row-actions">
      {step && (
        <fetcher.Form method="post" onSubmit={() => onTouch(order.id)}>
          <input type="hidden" name="order_id" value={order.id} />
          <input type="hidden" name="expected_status" value={order.status} />
          <StepButton size="small" variant="outline" pending={fetcher.state !== 'idle'} aria-describedby={orderLinkId}>
            {step.label}
          </StepButton>
        </fetcher.Form>
      )}
      {mayCancel('list', order.status) === 'yes' && (
        <Button
          type="submit"
          form={ASK_CANCEL_ID}
          name="cancel"
          value={order.id}
          size="small"
          className="button-cancel"
          aria-describedby={orderLinkId}
          onClick={(event) => {
            event.preventDefault()
            onCancel(order)
          }}
        >
          Cancel
        </Button>
      )}
    </div>
  )
}
