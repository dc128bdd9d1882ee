import type { ProofDefinition } from '#prove/runner/proof.ts'
import { formOwners } from './form-owners.ts'
import { orderLimits } from './order-limits.ts'
import { tamperedAddresses } from './tampered-addresses.ts'
import { tamperedForms } from './tampered-forms.ts'
import { tamperedOrders } from './tampered-orders.ts'

const PLACE = 'db/procedures/checkout/place_orders.sql'
const ADDRESS = 'db/procedures/checkout/check_shipping_address.sql'

export const tampering: ProofDefinition = {
  name: 'tampering',
  title: 'Tampering',
  about:
    'Form fields that a client adds are never stored, and the total of every order is calculated from the prices of the shop.',
  steps: [tamperedForms, tamperedOrders, tamperedAddresses, orderLimits, formOwners],
  mutants: [
    {
      guard: 'the procedure delivers to post codes of the United Kingdom alone',
      step: 'addresses',
      file: ADDRESS,
      from: 'deliverable.post_code is not null',
      to: 'true',
    },
    {
      guard: 'the procedure delivers to the United Kingdom alone',
      step: 'addresses',
      file: ADDRESS,
      from: `when 'country' then normalised.value = 'United Kingdom'`,
      to: '',
    },
    {
      guard: 'the procedure takes no order without a phone number',
      step: 'addresses',
      file: ADDRESS,
      from: `when 'phone' then public.is_phone_number(normalised.value)`,
      to: '',
    },
    {
      guard: 'the form says why a country is refused',
      step: 'addresses',
      file: 'shop/checkout/address/shipping-address.ts',
      from: `if (field === 'country' && value !== DELIVERY_COUNTRY) return invalid(messages.countryNotUk)`,
      to: '',
    },
    {
      guard: 'no letter of another alphabet becomes one of a post code',
      step: 'addresses',
      file: 'shop/checkout/address/post-code.ts',
      from: 'text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())',
      to: 'text.toUpperCase()',
    },
    {
      guard: 'a product takes its own fields alone',
      step: 'forms',
      file: 'shop/catalogue/product-form/catalogue-forms.ts',
      from: 'export const productForm = z.object({',
      to: 'export const productForm = z.looseObject({',
    },
    {
      guard: 'on the page of an order that order counts',
      step: 'forms',
      file: 'web/admin/order/order-page.server.ts',
      from: `form.set('order_id', orderId)`,
      to: 'void orderId',
    },
    {
      guard: 'an order costs what the shop asks and not what was sent',
      step: 'orders',
      file: PLACE,
      from: `when v_prices[v_line] is distinct from v_product_prices[v_product_index] then 'price-changed' end`,
      to: 'end',
    },
    {
      guard: 'one product has one price in a cart',
      step: 'orders',
      file: PLACE,
      from: 'case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)',
      to: 'case when count(sent.price) = count(*)',
    },
    {
      guard: 'what is off sale is not sold',
      step: 'orders',
      file: PLACE,
      from: `when v_product_index is null or not v_products_active[v_product_index] then 'withdrawn'`,
      to: `when v_product_index is null then 'withdrawn'`,
    },
    {
      guard: 'lines of one product are added up before they are compared',
      step: 'orders',
      file: PLACE,
      from: 'then sum(sent.quantity)::integer end as quantity',
      to: 'then max(sent.quantity)::integer end as quantity',
    },
    {
      guard: 'an id is the same in capital letters',
      step: 'orders',
      file: PLACE,
      from: `lower(coalesce(line ->> 'product_id', '')) as id`,
      to: `coalesce(line ->> 'product_id', '') as id`,
    },
    {
      guard: 'the total is the sum of prices and quantities',
      step: 'orders',
      file: PLACE,
      from: 'v_total := v_total + v_product_prices[v_product_index] * v_quantities[v_line];',
      to: 'v_total := v_total + v_product_prices[v_product_index];',
    },
    {
      guard: 'orders of one customer wait for each other',
      step: 'limits',
      file: PLACE,
      from: 'perform pg_advisory_xact_lock(sent.lock) from (',
      to: 'perform sent.lock from (',
    },
    {
      guard: 'what a customer has open is added up',
      step: 'limits',
      file: PLACE,
      from: 'if v_open_totals[v_attempt] + v_total > v_open_limit then',
      to: 'if v_total > v_open_limit then',
    },
    {
      guard: 'one order holds so many of a product',
      step: 'limits',
      file: PLACE,
      from: `when v_quantities[v_line] > v_quantity_limit then 'over-limit'`,
      to: '',
    },
    {
      guard: 'one order holds so many products',
      step: 'limits',
      file: PLACE,
      from: `when cart.products > (v_limits -> 'max_products_per_order')::integer`,
      to: 'when false',
    },
    {
      guard: 'one account orders so often',
      step: 'limits',
      file: PLACE,
      from: 'if v_recent_orders[v_attempt] >= v_account_limit then',
      to: 'if false then',
    },
    {
      guard: 'one address orders so often',
      step: 'limits',
      file: PLACE,
      from: 'if v_callers[v_attempt] is not null and v_used_until[v_attempt]',
      to: 'if false and v_used_until[v_attempt]',
    },
    {
      guard: 'a form that was made for somebody else is refused',
      step: 'owners',
      file: 'web/forms/form-user-check.server.ts',
      from: 'formUserId !== userId)\n          throw',
      to: 'formUserId.length > 99)\n          throw',
    },
  ],
}
