import { shortId } from '#shop/orders/order.ts'

/** The number of an order where it stands in words of another face: lining figures of one width, which are read out and compared. */
export const OrderNumber = ({ id }: { id: string }) => <span className="order-id">{shortId(id)}</span>
