import { trackingMessages } from '#features/orders/order-details-messages.ts'
import {
  CARRIER_CODES,
  carrierName,
  MAX_TRACKING_NUMBER_LENGTH,
  type TrackedOrder,
} from '#features/orders/tracking/carriers.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'

const OPTIONS = [
  { value: '', label: trackingMessages.noCarrier },
  ...CARRIER_CODES.map((code) => ({ value: code, label: carrierName(code) })),
]

type TrackingFieldsProps = {
  order: TrackedOrder
  hint: string
  errors: Record<string, string> | undefined
  values: Record<string, string> | undefined
}

export function TrackingFields({ order, hint, errors, values }: TrackingFieldsProps) {
  return (
    <>
      <SelectField
        label={trackingMessages.carrier}
        name="carrier"
        options={OPTIONS}
        defaultValue={values?.['carrier'] ?? order.carrier ?? ''}
        error={errors?.['carrier']}
      />
      <TextField
        label={trackingMessages.number}
        name="tracking_number"
        hint={hint}
        defaultValue={values?.['tracking_number'] ?? order.tracking_number ?? ''}
        error={errors?.['tracking_number']}
        // White space around a pasted number is removed.
        maxLength={MAX_TRACKING_NUMBER_LENGTH * 2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  )
}
