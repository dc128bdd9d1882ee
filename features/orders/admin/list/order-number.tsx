import { shortId } from '#features/orders/order.ts'

export const OrderNumber = ({ id }: { id: string }) => <span className="order-id">{shortId(id)}</span>
