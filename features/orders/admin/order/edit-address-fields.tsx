import { MAX_SHIPPING_LENGTHS } from '#features/checkout/address/shipping-address.ts'
import { addressFieldLabels, orderDetailEditMessages } from '#features/orders/order-details-messages.ts'
import type { EditedAddress, EditedAddressField } from '#features/orders/order.ts'
import { TextArea, TextField } from '#kit/form/text-field.tsx'

type EditAddressFieldsProps = {
  address: EditedAddress
  errors: Record<string, string>
  onChange: (address: EditedAddress) => void
}

export function AddressFields({ address, errors, onChange }: EditAddressFieldsProps) {
  const field = (name: EditedAddressField) => ({
    name,
    label: addressFieldLabels[name],
    value: address[name],
    error: errors[name],
    required: true,
    maxLength: MAX_SHIPPING_LENGTHS[name],
    // Autocomplete would suggest the administrator's addresses, not the customer's.
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ ...address, [name]: event.target.value }),
  })
  return (
    <>
      <TextField {...field('full_name')} />
      <TextField {...field('phone')} type="tel" inputMode="tel" />
      <TextArea {...field('address')} rows={2} className="col-span-full" />
      <TextField {...field('post_code')} autoCapitalize="characters" />
      <TextField {...field('city')} />
    </>
  )
}

/** The country is fixed: the shop delivers within one. */
export const EditAddressFields = (props: EditAddressFieldsProps) => (
  <fieldset className="edit-address">
    <legend>{orderDetailEditMessages.addressTitle}</legend>
    <p className="field-hint">{orderDetailEditMessages.addressHint}</p>
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-end gap-3">
      <AddressFields {...props} />
    </div>
  </fieldset>
)
