import type { ProofDefinition } from '#prove/runner/proof.ts'
import { formOwners } from './form-owners.ts'
import { orderLimits } from './order-limits.ts'
import { tamperedAddresses } from './tampered-addresses.ts'
import { tamperedForms } from './tampered-forms.ts'
import { tamperedOrders } from './tampered-orders.ts'
import { undeliverableOrderMutants, undeliverableOrders } from './undeliverable-orders.ts'

const PLACE = 'features/checkout/sql/place_orders.sql'
const READ = 'features/checkout/sql/read_checkout.sql'
const LIMITS = 'features/checkout/sql/read_order_limits.sql'
const DECIDE = 'features/checkout/sql/decide_orders.sql'
const ADDRESS = 'features/checkout/sql/check_shipping_address.sql'

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
      file: 'features/checkout/address/shipping-address.ts',
      from: `if (field === 'country' && value !== DELIVERY_COUNTRY) return invalid(messages.countryNotUk)`,
      to: '',
    },
    {
      guard: 'a post code accepts only ASCII letters',
      step: 'addresses',
      file: 'features/checkout/address/post-code.ts',
      from: 'text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())',
      to: 'text.toUpperCase()',
    },
    ...undeliverableOrderMutants,
    {
      guard: 'the product form ignores fields that it does not have',
      step: 'forms',
      file: 'features/catalogue/product-form/catalogue-forms.ts',
      from: 'export const productForm = z.object({',
      to: 'export const productForm = z.looseObject({',
    },
    {
      guard: 'the URL of an order decides which order is changed',
      step: 'forms',
      file: 'features/orders/admin/order/order-page.server.ts',
      from: `submitted.set('order_id', params['id'] ?? '')`,
      to: 'void params',
    },
    {
      guard: 'prices come from the database, not from the request',
      step: 'orders',
      file: DECIDE,
      from: `when v_line.price is distinct from v_product.price then 'price-changed' end`,
      to: 'end',
    },
    {
      guard: 'all lines of one product have the same price',
      step: 'orders',
      file: READ,
      from: 'case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)',
      to: 'case when count(sent.price) = count(*)',
    },
    {
      guard: 'an inactive product cannot be ordered',
      step: 'orders',
      file: DECIDE,
      from: `when v_line.product is null or not v_product.is_active then 'withdrawn'`,
      to: `when v_line.product is null then 'withdrawn'`,
    },
    {
      guard: 'lines of one product are summed before the stock check',
      step: 'orders',
      file: READ,
      from: 'then sum(sent.quantity)::integer end as quantity',
      to: 'then max(sent.quantity)::integer end as quantity',
    },
    {
      guard: 'ids are compared without regard to case',
      step: 'orders',
      file: READ,
      from: `lower(coalesce(line ->> 'product_id', '')) as id`,
      to: `coalesce(line ->> 'product_id', '') as id`,
    },
    {
      guard: 'the total is the sum of price times quantity',
      step: 'orders',
      file: DECIDE,
      from: 'v_attempt.total := v_attempt.total + v_product.price * v_line.quantity;',
      to: 'v_attempt.total := v_attempt.total + v_product.price;',
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
      file: DECIDE,
      from: 'if v_attempt.open_total + v_attempt.total > v_open_limit then',
      to: 'if v_attempt.total > v_open_limit then',
    },
    {
      guard: 'the quantity of a product in one order is limited',
      step: 'limits',
      file: DECIDE,
      from: `when v_line.quantity > v_quantity_limit then 'over-limit'`,
      to: '',
    },
    {
      guard: 'the number of products in one order is limited',
      step: 'limits',
      file: LIMITS,
      from: `when cart.products > (p_limits -> 'max_products_per_order')::integer`,
      to: 'when false',
    },
    {
      guard: 'the number of pieces in one order is limited',
      step: 'limits',
      file: LIMITS,
      from: `when cart.quantity > (p_limits -> 'max_quantity_per_order')::integer`,
      to: 'when false',
    },
    {
      guard: 'a cart names no more stock than one order may have',
      step: 'limits',
      file: 'features/cart/refresh-cart.server.ts',
      from: 'Math.min(product.stock, shop.limits.max_quantity_per_product)',
      to: 'product.stock',
    },
    {
      guard: 'a refused order names no more stock than one order may have',
      step: 'limits',
      file: DECIDE,
      from: `then least(product.stock_left, v_quantity_limit) end)`,
      to: 'then product.stock_left end)',
    },
    {
      guard: 'the number of orders of one account is limited',
      step: 'limits',
      file: DECIDE,
      from: 'when v_attempt.recent_orders >= v_account_limit then',
      to: 'when false then',
    },
    {
      guard: 'the number of orders from one client address is limited',
      step: 'limits',
      file: DECIDE,
      from: 'when v_attempt.caller is not null and v_attempt.used_until',
      to: 'when false and v_attempt.used_until',
    },
    {
      guard: 'a form rendered for another customer is refused',
      step: 'owners',
      file: 'kit/requests/form-user-check.server.ts',
      from: 'formUserId !== userId)\n          throw',
      to: 'formUserId.length > 99)\n          throw',
    },
  ],
}
