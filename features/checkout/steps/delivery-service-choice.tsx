import { deliveryMessages, deliveryServiceLabels, formatCharge } from '#shop/delivery/delivery-messages.ts'
import {
  DELIVERY_SERVICES,
  serviceCharge,
  type DeliveryService,
  type DeliveryOffer,
} from '#shop/delivery/delivery-rates.ts'
import { RadioCards } from '#kit/form/checkbox-and-radio.tsx'

type DeliveryServiceChoiceProps = {
  offer: DeliveryOffer
  itemsTotal: number
  service: DeliveryService
  onChange: (service: DeliveryService) => void
}

/** Shown only if there is a choice. */
export function DeliveryServiceChoice({ offer, itemsTotal, service, onChange }: DeliveryServiceChoiceProps) {
  if (offer.rates.express === null) return null
  return (
    <RadioCards
      legend={deliveryMessages.how}
      name="delivery_service"
      options={DELIVERY_SERVICES.map((value) => ({
        value,
        label: `${deliveryServiceLabels[value]}: ${formatCharge(serviceCharge(itemsTotal, offer.rates, value))}`,
        hint: arrivalText(offer, value),
      }))}
      defaultValue={service}
      onChange={(value) => onChange(value as DeliveryService)}
    />
  )
}

/** The day on which the order would arrive; for express it depends on the hour. */
export function arrivalText(offer: DeliveryOffer, service: DeliveryService): string {
  if (service === 'standard') return deliveryMessages.arrives(offer.standard_day)
  return offer.dispatch_day === offer.today
    ? deliveryMessages.arrivesIfOrderedBefore(offer.express_day, offer.rates.cut_off_hour)
    : deliveryMessages.arrivesOn(offer.express_day)
}
