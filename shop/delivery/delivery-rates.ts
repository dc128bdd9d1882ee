import type { Day } from '#shop/dates/dates.ts'
import { sumPounds } from '#shop/money/money.ts'

export const DELIVERY_SERVICES = ['standard', 'express'] as const
export type DeliveryService = (typeof DELIVERY_SERVICES)[number]

/** In pounds; present while charges are on. */
export type DeliveryRates = {
  standard: number
  free_over: number | null
  express: number | null
  cut_off_hour: number
}

/** Texts about delivery on the first pages: beside prices, and among the facts on the home page. */
export type DeliveryTexts = { charge: string; time: string; title: string; text: string }

/** When an order placed now arrives, and when it is sent by express. */
export type DeliveryOffer = {
  rates: DeliveryRates
  standard_day: Day
  express_day: Day
  dispatch_day: Day
  today: Day
}

/** In pounds; the same calculation as delivery_charge() in the database. */
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

/** In pounds: how much more the shopper must spend to get free delivery; null if it is free or never is. */
export const missingToFreeDelivery = (
  itemsTotal: number,
  { standard, free_over }: DeliveryRates,
): number | null =>
  free_over === null || standard === 0 || itemsTotal > free_over
    ? null
    : sumPounds([free_over, -itemsTotal, 0.01])

/** The delivery details that an order keeps; the rate is null if charges were off when it was placed. */
export type OrderDelivery = {
  delivery_service: DeliveryService
  delivery_rate: number | null
  delivery_free_over: number | null
  /** Part of the total. */
  delivery_charge: number
}
