import { z } from 'zod'
import { trackingMessages } from '#features/orders/order-details-messages.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'
import { CARRIER_CODES, type TrackedOrder } from './carriers.ts'

/** The same as in the domain tracking_number. */
const TRACKING_NUMBER = /^[A-Za-z0-9 -]{5,40}$/

/** Carrier and number are optional, but only together. */
export const trackingForm = z
  .object({
    carrier: z.enum(['', ...CARRIER_CODES], trackingMessages.carrierMissing).default(''),
    tracking_number: z.string().overwrite(collapseWhiteSpace).default(''),
  })
  .transform(({ carrier, tracking_number: number }, { addIssue }): TrackedOrder => {
    const refuse = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message, input: number })
    if (carrier === '' && number === '') return { carrier: null, tracking_number: null }
    if (carrier === '') refuse('carrier', trackingMessages.carrierMissing)
    if (number === '') refuse('tracking_number', trackingMessages.numberMissing)
    else if (!TRACKING_NUMBER.test(number)) refuse('tracking_number', trackingMessages.numberInvalid)
    return { carrier: carrier === '' ? null : carrier, tracking_number: number }
  })
