import type { ReactNode } from 'react'
import { deliveryLine } from '#shop/delivery/delivery-messages.ts'
import { isPriced, type AnyOrderDetail } from '#features/orders/order.ts'
import { Price } from '#kit/display/price.tsx'
import { Table } from '#kit/display/table.tsx'

const COLUMNS = [
  { label: 'Item' },
  { label: 'Quantity', isNumber: true },
  { label: 'Price', isNumber: true },
  { label: 'Subtotal', isNumber: true },
]

export function OrderItems({ order, tools }: { order: AnyOrderDetail; tools?: ReactNode }) {
  const delivery = isPriced(order) ? deliveryLine(order) : null
  return (
    <section className="panel items-panel order-2 sm:max-lg:col-span-full" aria-labelledby="items-title">
      <div className="panel-head">
        <h2 id="items-title">Items</h2>
        {tools}
      </div>
      <Table
        caption="Items of this order"
        columns={isPriced(order) ? COLUMNS : COLUMNS.slice(0, 2)}
        className="items-table"
      >
        {order.items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <span>{item.product_name}</span>
              {item.net_weight && <span className="minor">{item.net_weight}</span>}
              {item.allergy_advice && <span className="minor">{item.allergy_advice}</span>}
            </th>
            <td className="number">{item.quantity}</td>
            {item.price !== null && (
              <>
                <td className="number">
                  <Price pounds={item.price} />
                </td>
                <td className="number">
                  <Price pounds={item.subtotal} />
                </td>
              </>
            )}
          </tr>
        ))}
        {delivery && (
          <tr className="charge-row">
            <th scope="row" colSpan={3}>
              {delivery.label}
            </th>
            <td className="number">{delivery.value}</td>
          </tr>
        )}
        {isPriced(order) && (
          <tr className="total-row">
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td className="number">
              <Price pounds={order.total_amount} />
            </td>
          </tr>
        )}
      </Table>
    </section>
  )
}
