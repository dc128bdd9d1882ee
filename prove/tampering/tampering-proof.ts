import type { ProofDefinition } from '#prove/runner/proof.ts'
import { formOwners } from './form-owners.ts'
import { orderLimits } from './order-limits.ts'
import { tamperedAddresses } from './tampered-addresses.ts'
import { tamperedForms } from './tampered-forms.ts'
import { tamperedOrders } from './tampered-orders.ts'
import { undeliverableOrderMutants, undeliverableOrders } from './undeliverable-orders.ts'

const PLACE = 'db/procedures/checkout/place_orders.sql'
const ADDRESS = 'db/procedures/checkout/check_shipping_address.sql'

export const tampering: ProofDefinition = {
  name: 'tampering',
  title: 'Tampering',
  about:
    'Form fields that a client adds are never stored, and the total of every order is calculated from the prices of the shop.',
  steps: [tamperedForms, tamperedOrders, tamperedAddresses, undeliverableOrders, orderLimits, formOwners],
  mutants: [
    {
      guard: 'the procedure accepts only post codes of the United Kingdom',
      step: 'addresses',
      file: ADDRESS,
      from: 'deliverable.post_code is not null',
      to: 'true',
    },
    {
      guard: 'the procedure accepts only the United Kingdom as country',
      step: 'addresses',
      file: ADDRESS,
      from: `when 'country' then normalised.value = 'United Kingdom'`,
      to: '',
    },
    {
      guard: 'the procedure requires a phone number',
      step: 'addresses',
      file: ADDRESS,
      from: `when 'phone' then public.is_phone_number(normalised.value)`,
      to: '',
    },
    {
      guard: 'the form explains why a country is refused',
      step: 'addresses',
      file: 'shop/checkout/address/shipping-address.ts',
      from: `if (field === 'country' && value !== DELIVERY_COUNTRY) return invalid(messages.countryNotUk)`,
      to: '',
    },
    {
      guard: 'a post code accepts only ASCII letters',
      step: 'addresses',
      file: 'shop/checkout/address/post-code.ts',
      from: 'text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())',
      to: 'text.toUpperCase()',
    },
    ...undeliverableOrderMutants,
    {
      guard: 'the product form ignores fields that it does not have',
      step: 'forms',
      file: 'shop/catalogue/product-form/catalogue-forms.ts',
      from: 'export const productForm = z.object({',
      to: 'export const productForm = z.looseObject({',
    },
    {
      guard: 'the URL of an order decides which order is changed',
      step: 'forms',
      file: 'web/admin/order/order-page.server.ts',
      from: `form.set('order_id', orderId)`,
      to: 'void orderId',
    },
    {
      guard: 'prices come from the database, not from the request',
      step: 'orders',
      file: PLACE,
      from: `when v_prices[v_line] is distinct from v_product_prices[v_product_index] then 'price-changed' end`,
      to: 'end',
    },
    {
      guard: 'all lines of one product have the same price',
      step: 'orders',
      file: PLACE,
      from: 'case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)',
      to: 'case when count(sent.price) = count(*)',
    },
    {
      guard: 'an inactive product cannot be ordered',
      step: 'orders',
      file: PLACE,
      from: `when v_product_index is null or not v_products_active[v_product_index] then 'withdrawn'`,
      to: `when v_product_index is null then 'withdrawn'`,
    },
    {
      guard: 'lines of one product are summed before the stock check',
      step: 'orders',
      file: PLACE,
      from: 'then sum(sent.quantity)::integer end as quantity',
      to: 'then max(sent.quantity)::integer end as quantity',
    },
    {
      guard: 'ids are compared without regard to case',
      step: 'orders',
      file: PLACE,
      from: `lower(coalesce(line ->> 'product_id', '')) as id`,
      to: `coalesce(line ->> 'product_id', '') as id`,
    },
    {
      guard: 'the total is the sum of price times quantity',
      step: 'orders',
      file: PLACE,
      from: 'v_total := v_total + v_product_prices[v_product_index] * v_quantities[v_line];',
      to: 'v_total := v_total + v_product_prices[v_product_index];',
    },
    {
      guard: 'orders of one customer are placed one after another',
      step: 'limits',
      file: PLACE,
      from: 'perform pg_advisory_xact_lock(sent.lock) from (',
      to: 'perform sent.lock from (',
    },
    {
      guard: 'the limit of open orders counts all open orders of the customer',
      step: 'limits',
      file: PLACE,
      from: 'if v_open_totals[v_attempt] + v_total > v_open_limit then',
      to: 'if v_total > v_open_limit then',
    },
    {
      guard: 'the quantity of a product in one order is limited',
      step: 'limits',
      file: PLACE,
      from: `when v_quantities[v_line] > v_quantity_limit then 'over-limit'`,
      to: '',
    },
    {
      guard: 'the number of products in one order is limited',
      step: 'limits',
      file: PLACE,
      from: `when cart.products > (v_limits -> 'max_products_per_order')::integer`,
      to: 'when false',
    },
    {
      guard: 'the number of pieces in one order is limited',
      step: 'limits',
      file: PLACE,
      from: `when cart.quantity > (v_limits -> 'max_quantity_per_order')::integer`,
      to: 'when false',
    },
    {
      guard: 'a cart names no more stock than one order may have',
      step: 'limits',
      file: 'shop/cart/refresh-cart.server.ts',
      from: 'Math.min(product.stock, shop.limits.max_quantity_per_product)',
      to: 'product.stock',
    },
    {
      guard: 'a refused order names no more stock than one order may have',
      step: 'limits',
      file: PLACE,
      from: `then least(v_stock_left[product_match.at], v_quantity_limit) end)`,
      to: 'then v_stock_left[product_match.at] end)',
    },
    {
      guard: 'the number of orders of one account is limited',
      step: 'limits',
      file: PLACE,
      from: 'if v_recent_orders[v_attempt] >= v_account_limit then',
      to: 'if false then',
    },
    {
      guard: 'the number of orders from one client address is limited',
      step: 'limits',
      file: PLACE,
      from: 'if v_callers[v_attempt] is not null and v_used_until[v_attempt]',
      to: 'if false and v_used_until[v_attempt]',
    },
    {
      guard: 'a form rendered for another customer is refused',
      step: 'owners',
      file: 'web/http/form-user-check.server.ts',
      from: 'formUserId !== userId)\n          throw',
      to: 'formUserId.length > 99)\n          throw',
    },
  ],
}
