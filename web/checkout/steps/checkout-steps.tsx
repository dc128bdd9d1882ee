import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addressToKeep } from '#shop/accounts/profile/saved-address.ts'
import type { Profile } from '#shop/accounts/profile/profile.ts'
import { otherCountry } from '#shop/checkout/address/delivery-country.ts'
import { checkShippingForm, type ShippingForm } from '#shop/checkout/address/shipping-address.ts'
import { CheckoutProgress, type CheckoutStep } from './checkout-progress.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentStep } from './payment-step.tsx'
import { isKeepingChosen, keepDraft, startAddress, tabStorage, type AddressDraft } from './shipping-address-draft.ts'
import { ShippingStep } from './shipping-step.tsx'
import type { Placing } from '#web/checkout/attempt/use-place-order.ts'

type CheckoutStepsProps = {
  customerId: string
  profile: Profile | null
  placing: Placing
  /** Why this order cannot be placed yet; null where it can. */
  openOrders: ReactElement | null
}

/** The two steps (§4). The step stands in the address behind #, so that a reload and the browser's own Back keep it. */
export function CheckoutSteps({ customerId, profile, placing, openOrders }: CheckoutStepsProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [address, setAddress] = useState(() => startAddress(tabStorage(), customerId, profile))
  const [isKeeping, setKeeping] = useState(() => isKeepingChosen(tabStorage(), customerId))
  const keepOffer = addressToKeep(address, profile)
  const heading = useRef<HTMLHeadingElement>(null)
  const complete = checkShippingForm(address)
  const step: CheckoutStep = hash === '#payment' && complete.ok ? 'payment' : 'shipping'
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])

  const change = (next: AddressDraft) => {
    setAddress(next)
    keepDraft(tabStorage(), customerId, next, isKeeping)
  }
  const chooseKeeping = (next: boolean) => {
    setKeeping(next)
    keepDraft(tabStorage(), customerId, address, next)
  }
  const go = (to: CheckoutStep) => void navigate({ hash: to }, { preventScrollReset: true })
  const addressErrors = placing.failure?.errors
  useEffect(() => {
    if (addressErrors) void navigate({ hash: 'shipping' }, { preventScrollReset: true })
  }, [addressErrors, navigate])

  return (
    <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-14">
      <div className="lg:order-last">
        <OrderSummary isFolded={step === 'shipping'} />
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <CheckoutProgress step={step} />
        {openOrders}
        {step === 'shipping' ? (
          <ShippingStep
            heading={heading}
            address={address}
            profileCountry={otherCountry(profile?.country)}
            refused={addressErrors}
            onChange={change}
            keepOffer={keepOffer}
            isKeeping={isKeeping}
            onKeeping={chooseKeeping}
            onDone={(checked: ShippingForm) => {
              change(checked)
              go('payment')
            }}
          />
        ) : (
          complete.ok && (
            <PaymentStep
              heading={heading}
              address={complete.value}
              isAddressKept={isKeeping && keepOffer !== null}
              placing={placing}
              isTooMuch={openOrders !== null}
              onBack={() => go('shipping')}
            />
          )
        )}
      </div>
    </div>
  )
}
