import type { Part } from './part.ts'
import { tamperedAddresses } from './tampered-addresses.ts'
import { tamperedForms } from './tampered-forms.ts'
import { tamperedOrders } from './tampered-orders.ts'

const PLACE = 'db/procedures/place_orders.sql'

export const tampering: Part = {
  name: 'tampering',
  title: 'Tampering',
  about: 'What a hand writes into a form by itself is never stored, and no order stands at another total than the shop’s own prices make.',
  steps: [tamperedForms, tamperedOrders, tamperedAddresses],
  mutants: [
    {
      guard: 'the procedure delivers to post codes of the United Kingdom alone', step: 'addresses', file: PLACE,
      from: 'known.post_code is not null', to: 'true',
    },
    { guard: 'the procedure delivers to the United Kingdom alone', step: 'addresses', file: PLACE, from: `when 'country' then tidy.value = 'United Kingdom'`, to: '' },
    { guard: 'the procedure takes no order without a phone number', step: 'addresses', file: PLACE, from: `when 'phone' then public.is_phone_number(tidy.value)`, to: '' },
    { guard: 'the form says why a country is refused', step: 'addresses', file: 'shop/checkout/shipping-address.ts', from: `if (field === 'country' && value !== DELIVERY_COUNTRY) return wrong(messages.countryNotUk)`, to: '' },
    { guard: 'no letter of another alphabet becomes one of a post code', step: 'addresses', file: 'shop/checkout/post-code.ts', from: 'text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())', to: 'text.toUpperCase()' },
    { guard: 'a product takes its own fields alone', step: 'forms', file: 'shop/catalogue/catalogue-forms.ts', from: 'export const productForm = z.object({', to: 'export const productForm = z.looseObject({' },
    { guard: 'on the page of an order that order counts', step: 'forms', file: 'web/admin/order-page.server.ts', from: `form.set('order_id', orderId)`, to: 'void orderId' },
    {
      guard: 'an order costs what the shop asks and not what was sent', step: 'orders', file: PLACE,
      from: `when v_prices[v_line] is distinct from v_goods_prices[v_at] then 'price-changed' end`, to: 'end',
    },
    {
      guard: 'one product has one price in a cart', step: 'orders', file: PLACE,
      from: 'case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)', to: 'case when count(sent.price) = count(*)',
    },
    { guard: 'what is off sale is not sold', step: 'orders', file: PLACE, from: `when v_at is null or not v_goods_on_sale[v_at] then 'withdrawn'`, to: `when v_at is null then 'withdrawn'` },
    { guard: 'lines of one product are added up before they are compared', step: 'orders', file: PLACE, from: 'and sum(sent.quantity) <= 999', to: '' },
    { guard: 'an id is the same in capital letters', step: 'orders', file: PLACE, from: `lower(coalesce(line ->> 'product_id', '')) as id`, to: `coalesce(line ->> 'product_id', '') as id` },
    { guard: 'the total is the sum of prices and quantities', step: 'orders', file: PLACE, from: 'v_total := v_total + v_goods_prices[v_at] * v_quantities[v_line];', to: 'v_total := v_total + v_goods_prices[v_at];' },
  ],
}
