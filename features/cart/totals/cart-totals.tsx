import { deliveryMessages, deliveryServiceLabels, formatCharge } from '#shop/delivery/delivery-messages.ts'
import {
  missingToFreeDelivery,
  serviceCharge,
  type DeliveryRates,
  type DeliveryService,
} from '#shop/delivery/delivery-rates.ts'
import { sumPounds } from '#shop/money/money.ts'
import { Price } from '#kit/display/price.tsx'

/** Items and delivery; without rates, the items only. */
export const totalWithDelivery = (
  itemsTotal: number,
  rates: DeliveryRates | undefined,
  service: DeliveryService = 'standard',
): number => (rates ? sumPounds([itemsTotal, serviceCharge(itemsTotal, rates, service)]) : itemsTotal)

type CartTotalsProps = { itemsTotal: number; rates: DeliveryRates | undefined; service?: DeliveryService }

/** The charge is a line of the total wherever the cart shows one. */
export function CartTotals({ itemsTotal, rates, service = 'standard' }: CartTotalsProps) {
  return (
    <>
      {rates && <DeliveryLines itemsTotal={itemsTotal} rates={rates} service={service} />}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-lg">Total</span>
        <Price
          pounds={totalWithDelivery(itemsTotal, rates, service)}
          className="text-xl font-semibold tabular-nums"
        />
      </p>
    </>
  )
}

function DeliveryLines({ itemsTotal, rates, service }: Required<CartTotalsProps> & { rates: DeliveryRates }) {
  const charge = serviceCharge(itemsTotal, rates, service)
  const missing = missingToFreeDelivery(itemsTotal, rates)
  const { free_over, standard } = rates
  return (
    <div className="grid gap-1">
      <p className="flex items-baseline justify-between gap-4">
        <span>{deliveryMessages.items}</span>
        <Price pounds={itemsTotal} className="tabular-nums" />
      </p>
      <p className="flex items-baseline justify-between gap-4">
        <span>
          <span>{deliveryServiceLabels[service]}</span>
          {service === 'standard' && free_over !== null && standard > 0 && (
            <span className="text-sm text-muted">{` (${deliveryMessages.freeOver(free_over)})`}</span>
          )}
        </span>
        <span className="tabular-nums">{formatCharge(charge)}</span>
      </p>
      {service === 'standard' && missing !== null && (
        <p className="text-sm text-muted">{deliveryMessages.missing(missing)}</p>
      )}
    </div>
  )
}
