import { serviceCharge, type DeliveryService, type DeliveryOffer } from '#shop/delivery/delivery-rates.ts'
import type { Day } from '#shop/dates/dates.ts'

/** The delivery that the shopper sees; sent with the order, which is refused if it is no longer true. */
export type SeenDelivery = {
  service: DeliveryService
  charge: number
  rate: number
  free_over: number | null
  day?: Day
}

/** Null while charges are off. Standard if the chosen service is no longer offered. */
export function seenDelivery(
  offer: DeliveryOffer | null,
  chosen: DeliveryService,
  itemsTotal: number,
): SeenDelivery | null {
  if (!offer) return null
  const service = chosen === 'express' && offer.rates.express !== null ? 'express' : 'standard'
  const { standard, express, free_over } = offer.rates
  const charge = serviceCharge(itemsTotal, offer.rates, service)
  return service === 'express' && express !== null
    ? { service, charge, rate: express, free_over: null, day: offer.express_day }
    : { service, charge, rate: standard, free_over }
}
