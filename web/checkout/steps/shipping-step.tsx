import { useState, type FormEvent, type RefObject } from 'react'
import { DELIVERY_COUNTRY, profileElsewhere } from '#shop/checkout/address/delivery-country.ts'
import { deliveryRemark, type RemarkedField } from '#shop/checkout/address/delivery-warnings.ts'
import { tidyPostCode } from '#shop/checkout/address/post-code.ts'
import { checkShippingForm, type ShippingField, type ShippingForm } from '#shop/checkout/address/shipping-address.ts'
import { messages } from '#shop/messages/messages.ts'
import { CartChanges } from '#web/cart/revalidation/cart-changes-notice.tsx'
import { useErrorTitle } from '#web/forms/use-error-title.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { useStandingErrors, type FormRules } from '#web/forms/use-field-errors.ts'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import type { AddressDraft } from './shipping-address-draft.ts'

type ShippingStepProps = {
  heading: RefObject<HTMLHeadingElement | null>
  address: AddressDraft
  /** The country that the profile names, if it is another than the one delivered to (D32). */
  profileCountry: string | null
  /** What the server said of the address. */
  refused: Record<string, string> | undefined
  onChange: (address: AddressDraft) => void
  /** Whether the address could go into the profile: where that has none, or in the place of another. */
  keepOffer: 'new' | 'other' | null
  isKeeping: boolean
  onKeeping: (isKeeping: boolean) => void
  onDone: (address: ShippingForm) => void
}

const shippingRules = (): FormRules => (entries) => {
  const checked = checkShippingForm(entries as ShippingForm)
  return checked.ok ? {} : checked.errors
}

/** Step 1: all six fields are required (§5), of an address in the United Kingdom (D32); what is wrong is hinted at once its field is left. */
export function ShippingStep({ heading, address, profileCountry, refused, onChange, onDone, ...keeping }: ShippingStepProps) {
  const [found, setFound] = useState<Record<string, string>>()
  const [left, setLeft] = useState({ phone: address.phone !== '', post_code: address.post_code !== '' })
  const given = found ?? refused
  const { standing: errors, form } = useStandingErrors(given, shippingRules)
  useErrorTitle(Object.keys(errors).length > 0, given)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkShippingForm(address)
    if (checked.ok) onDone(checked.value)
    else setFound(checked.errors)
  }
  const field = (name: ShippingField) => ({
    name,
    value: address[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...address, [name]: event.target.value }),
    error: errors[name],
    required: true,
  })
  const remarked = (name: Exclude<RemarkedField, 'country'>, hint?: string) => {
    const remark = left[name] && !errors[name] ? deliveryRemark(name, address[name]) : null
    return {
      ...field(name),
      hint: remark ? <span className="text-turmeric-deep">{remark}</span> : errors[name] ? undefined : hint,
      onBlur: () => {
        setLeft({ ...left, [name]: true })
        if (name === 'post_code') onChange({ ...address, post_code: tidyPostCode(address.post_code) })
        const said = deliveryRemark(name, address[name])
        if (said) announce(said)
      },
    }
  }
  return (
    <form {...form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Shipping Information
      </h2>
      <ErrorSummary errors={errors} cause={given} />
      <CartChanges />
      <TextField label="Full Name" {...field('full_name')} autoComplete="shipping name" />
      <TextField
        label="Phone Number"
        {...remarked('phone', messages.phoneHint)}
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
      />
      <TextArea label="Address" {...field('address')} rows={2} autoComplete="shipping street-address" />
      <div className="grid items-end gap-5 sm:grid-cols-[2fr_3fr]">
        <TextField
          label="Post Code"
          {...remarked('post_code')}
          autoComplete="shipping postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          style={{ textTransform: 'uppercase' }}
        />
        <TextField label="City" {...field('city')} autoComplete="shipping address-level2" />
      </div>
      <TextField
        label="Country"
        name="country"
        value={DELIVERY_COUNTRY}
        readOnly
        error={errors['country']}
        hint={profileCountry ? <span className="text-turmeric-deep">{profileElsewhere(profileCountry)}</span> : messages.countryNotUk}
        autoComplete="shipping country-name"
      />
      {keeping.keepOffer && (
        <Checkbox
          label="Keep this address for next time"
          name="keep_address"
          checked={keeping.isKeeping}
          onChange={(event) => keeping.onKeeping(event.target.checked)}
          hint={keeping.keepOffer === 'new' ? messages.addressGoesIntoProfile : messages.addressReplacesProfile}
        />
      )}
      <Button type="submit">Continue to payment</Button>
    </form>
  )
}
