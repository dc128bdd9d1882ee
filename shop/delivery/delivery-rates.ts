import type { Day } from '#shop/dates/dates.ts'
import { sumPounds } from '#shop/money/money.ts'

export const DELIVERY_SERVICES = ['standard', 'express'] as const
export type DeliveryService = (typeof DELIVERY_SERVICES)[number]

/** In pounds, while charges are on. */
export type DeliveryRates = {
  standard: number
  free_over: number | null
  express: number | null
  cut_off_hour: number
}

/** What the first pages say of delivery: beside prices, and among the facts of the home page. */
export type DeliveryTexts = { charge: string; time: string; title: string; text: string }

/** When an order that is placed now arrives, and when it is sent by express. */
export type DeliveryOffer = {
  rates: DeliveryRates
  standard_day: Day
  express_day: Day
  dispatch_day: Day
  today: Day
}

/** In pounds, as delivery_charge() of the database computes it. */
export const deliveryCharge = (itemsTotal: number, rate: number | null, freeOver: number | null): number =>
  freeOver !== null && itemsTotal > freeOver ? 0 : (rate ?? 0)

export const serviceCharge = (
  itemsTotal: number,
  { standard, express, free_over }: DeliveryRates,
  service: DeliveryService,
): number =>
  service === 'express'
    ? deliveryCharge(itemsTotal, express, null)
    : deliveryCharge(itemsTotal, standard, free_over)

/** In pounds: with this much more, the items cost more than the amount over which delivery is free. Null if it is free or never so. */
export const missingToFreeDelivery = (
  itemsTotal: number,
  { standard, free_over }: DeliveryRates,
): number | null =>
  free_over === null || standard === 0 || itemsTotal > free_over
    ? null
    : sumPounds([free_over, -itemsTotal, 0.01])

/** What an order keeps of its delivery; the rate is null if charges were off when it was placed. */
export type OrderDelivery = {
  delivery_service: DeliveryService
  delivery_rate: number | null
  delivery_free_over: number | null
  /** Part of the total. */
  delivery_charge: number
}
