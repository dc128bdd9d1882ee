import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cartTotal } from '#features/cart/cart.ts'
import type { DeliveryOffer, DeliveryService } from '#shop/delivery/delivery-rates.ts'
import { useCart } from '#features/cart/store/use-cart.tsx'
import type { SeenDelivery } from '#features/checkout/delivery-choice.ts'
import { getMemory } from '#kit/storage/device-memory.ts'
import { DeliveryServiceChoice } from './delivery-service-choice.tsx'
import { addressSaveOffer } from '#features/accounts/profile/saved-address.ts'
import type { Profile } from '#features/accounts/profile/profile.ts'
import { otherCountry } from '#features/checkout/address/delivery-country.ts'
import { validateShippingForm, type ShippingForm } from '#features/checkout/address/shipping-address.ts'
import { CheckoutProgress, type CheckoutStep } from './checkout-progress.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentStep } from './payment-step.tsx'
import {
  isSaveAddressChosen,
  storeDraft,
  initialAddress,
  type AddressDraft,
} from './shipping-address-draft.ts'
import { ShippingStep } from './shipping-step.tsx'
import type { OrderPlacement } from '#features/checkout/attempt/use-place-order.tsx'

type CheckoutStepsProps = {
  customerId: string
  profile: Profile | null
  orderPlacement: OrderPlacement
  openOrdersNotice: ReactElement | null
  /** Null while delivery is not charged. */
  offer: DeliveryOffer | null
  delivery: SeenDelivery | null
  onServiceChange: (service: DeliveryService) => void
}

/** The step is in the URL fragment, so that reload and Back preserve it. */
export function CheckoutSteps({
  customerId,
  profile,
  orderPlacement,
  openOrdersNotice,
  offer,
  delivery,
  onServiceChange,
}: CheckoutStepsProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [address, setAddress] = useState(() =>
    initialAddress(getMemory('sessionStorage'), customerId, profile),
  )
  const [shouldSaveAddress, setShouldSaveAddress] = useState(() =>
    isSaveAddressChosen(getMemory('sessionStorage'), customerId),
  )
  const itemsTotal = cartTotal(useCart().lines)
  const saveAddressOption = addressSaveOffer(address, profile)
  const heading = useRef<HTMLHeadingElement>(null)
  const validation = validateShippingForm(address)
  const step: CheckoutStep = hash === '#payment' && validation.ok ? 'payment' : 'shipping'
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])

  const change = (next: AddressDraft) => {
    setAddress(next)
    storeDraft(getMemory('sessionStorage'), customerId, next, shouldSaveAddress)
  }
  const changeSaveAddress = (next: boolean) => {
    setShouldSaveAddress(next)
    storeDraft(getMemory('sessionStorage'), customerId, address, next)
  }
  const go = (to: CheckoutStep) => void navigate({ hash: to }, { preventScrollReset: true })
  const addressErrors = orderPlacement.failure?.errors
  useEffect(() => {
    if (addressErrors) void navigate({ hash: 'shipping' }, { preventScrollReset: true })
  }, [addressErrors, navigate])

  return (
    <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-14">
      <div className="lg:order-last">
        <OrderSummary isCollapsed={step === 'shipping'} rates={offer?.rates} service={delivery?.service} />
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <CheckoutProgress step={step} />
        {openOrdersNotice}
        {step === 'shipping' ? (
          <ShippingStep
            heading={heading}
            address={address}
            profileCountry={otherCountry(profile?.country)}
            serverErrors={addressErrors}
            onChange={change}
            saveAddressOption={saveAddressOption}
            shouldSaveAddress={shouldSaveAddress}
            onSaveAddressChange={changeSaveAddress}
            deliveryChoice={
              offer && delivery ? (
                <DeliveryServiceChoice
                  offer={offer}
                  itemsTotal={itemsTotal}
                  service={delivery.service}
                  onChange={onServiceChange}
                />
              ) : null
            }
            onComplete={(checked: ShippingForm) => {
              change(checked)
              go('payment')
            }}
          />
        ) : (
          validation.ok && (
            <PaymentStep
              heading={heading}
              address={validation.value}
              savesAddress={shouldSaveAddress && saveAddressOption !== null}
              orderPlacement={orderPlacement}
              offer={offer}
              delivery={delivery}
              exceedsAllowance={openOrdersNotice !== null}
              onBack={() => go('shipping')}
            />
          )
        )}
      </div>
    </div>
  )
}
