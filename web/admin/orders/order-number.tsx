import { shortId } from '#shop/orders/order.ts'

/** Order ID in tabular lining figures, because it is read out and compared. */
export const OrderNumber = ({ id }: { id: string }) => <span className="order-id">{shortId(id)}</span>
