import { useState, type FormEvent, type ReactElement, type RefObject } from 'react'
import { DELIVERY_COUNTRY, otherCountryMessage } from '#features/checkout/address/delivery-country.ts'
import { deliveryWarning, type WarnedField } from '#features/checkout/address/delivery-warnings.ts'
import { normalisePostCode } from '#features/checkout/address/post-code.ts'
import {
  validateShippingForm,
  type ShippingField,
  type ShippingForm,
} from '#features/checkout/address/shipping-address.ts'
import { messages } from '#shop/messages/messages.ts'
import { CartChangesNotice } from '#features/cart/revalidation/cart-changes-notice.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Button } from '#kit/form/button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { useFieldErrors, type FormValidator } from '#kit/actions/use-field-errors.ts'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import type { AddressDraft } from './shipping-address-draft.ts'

type ShippingStepProps = {
  heading: RefObject<HTMLHeadingElement | null>
  address: AddressDraft
  profileCountry: string | null
  serverErrors: Record<string, string> | undefined
  onChange: (address: AddressDraft) => void
  saveAddressOption: 'new' | 'other' | null
  shouldSaveAddress: boolean
  onSaveAddressChange: (shouldSaveAddress: boolean) => void
  onComplete: (address: ShippingForm) => void
  deliveryChoice: ReactElement | null
}

const shippingRules = (): FormValidator => (entries) => {
  const checked = validateShippingForm(entries as ShippingForm)
  return checked.ok ? {} : checked.errors
}

export function ShippingStep({
  heading,
  address,
  profileCountry,
  serverErrors,
  onChange,
  onComplete,
  deliveryChoice,
  ...saveAddressProps
}: ShippingStepProps) {
  const [clientErrors, setClientErrors] = useState<Record<string, string>>()
  const [touched, setTouched] = useState({ phone: address.phone !== '', post_code: address.post_code !== '' })
  const submittedErrors = clientErrors ?? serverErrors
  const { fieldErrors: errors, form } = useFieldErrors(submittedErrors, shippingRules)
  useErrorPageTitle(Object.keys(errors).length > 0, submittedErrors)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = validateShippingForm(address)
    if (checked.ok) onComplete(checked.value)
    else setClientErrors(checked.errors)
  }
  const field = (name: ShippingField) => ({
    name,
    value: address[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...address, [name]: event.target.value }),
    error: errors[name],
    required: true,
  })
  const fieldWithWarning = (name: Exclude<WarnedField, 'country'>, hint?: string) => {
    const warning = touched[name] && !errors[name] ? deliveryWarning(name, address[name]) : null
    return {
      ...field(name),
      hint: warning ? <span className="text-turmeric-deep">{warning}</span> : errors[name] ? undefined : hint,
      onBlur: () => {
        setTouched({ ...touched, [name]: true })
        if (name === 'post_code') onChange({ ...address, post_code: normalisePostCode(address.post_code) })
        const announcement = deliveryWarning(name, address[name])
        if (announcement) announce(announcement)
      },
    }
  }
  return (
    <form {...form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Shipping Information
      </h2>
      <ErrorSummary errors={errors} cause={submittedErrors} />
      <CartChangesNotice />
      <TextField label="Full Name" {...field('full_name')} autoComplete="shipping name" />
      <TextField
        label="Phone Number"
        {...fieldWithWarning('phone', messages.phoneHint)}
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
      />
      <TextArea label="Address" {...field('address')} rows={2} autoComplete="shipping street-address" />
      <div className="grid items-end gap-5 sm:grid-cols-[2fr_3fr]">
        <TextField
          label="Post Code"
          {...fieldWithWarning('post_code')}
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
        hint={
          profileCountry ? (
            <span className="text-turmeric-deep">{otherCountryMessage(profileCountry)}</span>
          ) : (
            messages.countryNotUk
          )
        }
        autoComplete="shipping country-name"
      />
      {saveAddressProps.saveAddressOption && (
        <Checkbox
          label="Keep this address for next time"
          name="keep_address"
          checked={saveAddressProps.shouldSaveAddress}
          onChange={(event) => saveAddressProps.onSaveAddressChange(event.target.checked)}
          hint={
            saveAddressProps.saveAddressOption === 'new'
              ? messages.addressWillFillProfile
              : messages.addressWillReplaceProfile
          }
        />
      )}
      {deliveryChoice}
      <Button type="submit">Continue to payment</Button>
    </form>
  )
}
