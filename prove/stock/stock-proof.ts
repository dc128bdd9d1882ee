import { batchHistoryMutants } from './batch-histories.ts'
import { flashSale } from './flash-sale.ts'
import { histories } from './random-histories.ts'
import { refundHistoryMutants } from './refund-histories.ts'
import { stockTakeMutants } from './stock-take-histories.ts'
import { unseenDelivery, unseenDeliveryMutants } from './unseen-delivery.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

const PLACE = 'features/checkout/sql/place_orders.sql'
const DECIDE = 'features/checkout/sql/decide_orders.sql'
const CANCEL = 'features/orders/sql/cancel_order.sql'
const EDIT = 'features/orders/sql/edit_order.sql'

export const stock: ProofDefinition = {
  name: 'stock',
  title: 'Stock',
  about:
    'Of ten units ten are sold, under any load and failure; stock never falls below zero; the ledger adds up to the stock and to the responses.',
  steps: [flashSale, histories, unseenDelivery],
  mutants: [
    {
      guard: 'placing locks the products before it compares their stock',
      step: 'random-histories',
      file: PLACE,
      from: 'order by p.id for no key update',
      to: 'order by p.id',
    },
    {
      guard: 'placing compares the quantities with the stock',
      step: 'flash-sale',
      file: DECIDE,
      from: `when v_product.stock_left < least(v_line.quantity, v_quantity_limit) then 'not-enough-stock'`,
      to: '',
    },
    {
      guard: 'a sale is written to the ledger with the remaining stock',
      step: 'random-histories',
      file: DECIDE,
      from: 'stock_after := v_product.stock_left + v_product.withheld;',
      to: 'stock_after := v_product.stock_left + 1 + v_product.withheld;',
    },
    {
      guard: 'cancelling a delivered order does not restock its items',
      step: 'random-histories',
      file: CANCEL,
      from: 'if v_is_open then',
      to: 'if true then',
    },
    {
      guard: 'a cancellation restocks the quantities of the order',
      step: 'random-histories',
      file: CANCEL,
      from: 'update public.products p set stock = p.stock + i.quantity',
      to: 'update public.products p set stock = p.stock + 1',
    },
    {
      guard: 'an edit of an order that has changed is refused',
      step: 'random-histories',
      file: EDIT,
      from: 'if v_order.version is distinct from p_version then',
      to: 'if false then',
    },
    {
      guard: 'an edit compares the additional quantity with the stock',
      step: 'random-histories',
      file: EDIT,
      from: 'if v_insufficient is not null then',
      to: 'if false then',
    },
    {
      guard: 'an edit changes the stock by the difference',
      step: 'random-histories',
      file: EDIT,
      from: 'update public.products p set stock = p.stock - w.more',
      to: 'update public.products p set stock = p.stock - 0 * w.more',
    },
    ...unseenDeliveryMutants,
    {
      guard: 'an edit recalculates the delivery charge',
      step: 'random-histories',
      file: EDIT,
      from: 'v_charge := public.delivery_charge(v_total, v_order.delivery_rate, v_order.delivery_free_over);',
      to: 'v_charge := v_order.delivery_charge;',
    },
    {
      guard: 'an edited order keeps the delivery rates of its placing',
      step: 'random-histories',
      file: EDIT,
      from: 'v_charge := public.delivery_charge(v_total, v_order.delivery_rate, v_order.delivery_free_over);',
      to: `v_charge := public.delivery_charge(v_total, v_order.delivery_rate, null);`,
    },
    {
      guard: 'an adjustment below zero is refused',
      step: 'random-histories',
      file: 'features/stock/sql/update_product_stock.sql',
      from: 'if v_stock + p_quantity_change < 0 then',
      to: 'if false then',
    },
    ...refundHistoryMutants,
    ...batchHistoryMutants,
    ...stockTakeMutants,
  ],
}
