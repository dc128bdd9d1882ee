import { z } from 'zod'
import { messages, tooLong } from '#shop/messages.ts'
import { CART_LINES_MAX, DEFAULT_PAYMENT_METHOD, LINE_QUANTITY_MAX, PAYMENT_METHODS } from '#shop/spec.ts'

/** Longest entries; db/procedures/place_order.sql holds the same. */
export const SHIPPING_LONGEST = {
  full_name: 120,
  phone: 40,
  address: 300,
  post_code: 20,
  city: 100,
  country: 80,
} as const
export type ShippingField = keyof typeof SHIPPING_LONGEST
export const SHIPPING_FIELDS = Object.keys(SHIPPING_LONGEST) as ShippingField[]

/** §5: what is said where a field of the address is empty. */
export const SHIPPING_MISSING = {
  full_name: messages.enterFullName,
  phone: messages.enterPhone,
  address: messages.enterAddress,
  post_code: messages.enterPostCode,
  city: messages.enterCity,
  country: messages.enterCountry,
} as const satisfies Record<ShippingField, string>

const LABELS = {
  full_name: 'Full Name',
  phone: 'Phone Number',
  address: 'Address',
  post_code: 'Post Code',
  city: 'City',
  country: 'Country',
} as const satisfies Record<ShippingField, string>

const required = (field: ShippingField) =>
  z
    .string({ error: SHIPPING_MISSING[field] })
    .trim()
    .min(1, SHIPPING_MISSING[field])
    .max(SHIPPING_LONGEST[field], tooLong(LABELS[field], SHIPPING_LONGEST[field]))

/** §5 checkout shipping: all six are required; a post code is shown upper-case and never refused for its form (D19). */
export const shippingForm = z.object({
  full_name: required('full_name'),
  phone: required('phone'),
  address: required('address'),
  post_code: required('post_code').transform((postCode) => postCode.toUpperCase().replace(/\s+/g, ' ')),
  city: required('city'),
  country: required('country'),
})
export type ShippingForm = z.output<typeof shippingForm>

const cartLines = z.array(
  z.object({
    // JSON can spell NUL and half a character, which PostgreSQL's cannot hold; an id with one is nobody's product anyway.
    id: z
      .string()
      .max(100)
      .transform((id) => id.replaceAll('\0', '').toWellFormed()),
    quantity: z.number().int().min(1).max(LINE_QUANTITY_MAX),
    price: z.number().nonnegative(),
  }),
)
export type OrderLine = z.output<typeof cartLines>[number]

/** The lines of the cart as the page sends them, in one field; what cannot be read is an empty cart. */
const linesField = z
  .string()
  .max(CART_LINES_MAX * 300)
  .catch('[]')
  .transform((text): OrderLine[] => {
    try {
      return cartLines.parse(JSON.parse(text))
    } catch {
      return []
    }
  })

/** What the last step of checkout sends: the address, how it is paid, the cart as the shopper saw it, and the submit's own key. */
export const placeOrderForm = shippingForm.extend({
  payment_method: z.enum(PAYMENT_METHODS, messages.choosePaymentMethod).default(DEFAULT_PAYMENT_METHOD),
  idempotency_key: z.string().trim().min(1).max(255),
  lines: linesField,
})
export type PlaceOrderForm = z.output<typeof placeOrderForm>
