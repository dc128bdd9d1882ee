import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { MAX_CART_LINES, DEFAULT_PAYMENT_METHOD, PAYMENT_METHODS } from '#shop/constants.ts'
import { isDay } from '#shop/dates/dates.ts'
import { DELIVERY_SERVICES } from '#shop/delivery/delivery-rates.ts'
import { poundsField, priceNumber, quantityNumber } from '#shop/text/number-fields.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import {
  validateShippingField,
  SHIPPING_MISSING_MESSAGES,
  type ShippingField,
  type ShippingForm,
} from './address/shipping-address.ts'

export {
  SHIPPING_FIELDS,
  MAX_SHIPPING_LENGTHS,
  SHIPPING_MISSING_MESSAGES,
  type ShippingForm,
} from './address/shipping-address.ts'

const field = (name: ShippingField) =>
  z.string({ error: SHIPPING_MISSING_MESSAGES[name] }).transform((entry, { addIssue }) => {
    const checked = validateShippingField(name, entry)
    if (checked.ok) return checked.value
    addIssue(checked.sentence)
    return z.NEVER
  })

export const shippingForm = z.object({
  full_name: field('full_name'),
  phone: field('phone'),
  address: field('address'),
  post_code: field('post_code'),
  city: field('city'),
  country: field('country'),
}) satisfies z.ZodType<ShippingForm>

const cartLines = z.array(
  z.object({
    // JSON can encode NUL and lone surrogates, which PostgreSQL rejects; no product ID contains them.
    id: z
      .string()
      .max(100)
      .transform((id) => id.replaceAll('\0', '').toWellFormed()),
    quantity: quantityNumber,
    price: priceNumber,
  }),
)
export type OrderLine = z.output<typeof cartLines>[number]

const linesField = z
  .string()
  .max(MAX_CART_LINES * 300)
  .catch('[]')
  .transform((text): OrderLine[] => {
    try {
      return cartLines.parse(JSON.parse(text))
    } catch {
      return []
    }
  })

export const placeOrderForm = shippingForm.extend({
  keep_address: z
    .string()
    .optional()
    .transform((tick) => tick === 'on'),
  payment_method: z.enum(PAYMENT_METHODS, messages.choosePaymentMethod).default(DEFAULT_PAYMENT_METHOD),
  idempotency_key: z.string().overwrite(trimWhiteSpace).min(1).max(255),
  lines: linesField,
  delivery_service: z.enum(DELIVERY_SERVICES).optional(),
  delivery_charge: poundsField.optional(),
  delivery_rate: poundsField.optional(),
  delivery_free_over: poundsField.optional(),
  delivery_day: z.string().refine(isDay).optional(),
})

/** The submitted checkout as an attempt, with the names that the procedures read. */
export const checkoutSubmission = placeOrderForm.transform(
  ({
    keep_address,
    idempotency_key,
    lines,
    payment_method,
    delivery_service: service,
    delivery_charge: charge,
    delivery_rate: rate,
    delivery_free_over: free_over,
    delivery_day: day,
    ...shipping_address
  }) => ({
    keep_address,
    attempt: {
      idempotency_key,
      lines,
      shipping_address,
      payment_method,
      ...(service !== undefined &&
        charge !== undefined && {
          delivery: {
            service,
            charge,
            ...(rate !== undefined && { rate, free_over: free_over ?? null }),
            ...(day !== undefined && { day }),
          },
        }),
    },
  }),
)
/** A checkout attempt; prices and delivery charge in pounds, as last displayed. */
export type CheckoutAttempt = z.output<typeof checkoutSubmission>['attempt'] & {
  /** The hashed client address, because orders per address are limited. */
  caller?: string
}
