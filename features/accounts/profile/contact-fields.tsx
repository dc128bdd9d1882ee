import type { ReactNode } from 'react'
import type { WarnedField } from '#features/checkout/address/delivery-warnings.ts'
import { messages } from '#shop/messages/messages.ts'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import type { WarnedFields } from './use-delivery-warnings.tsx'

type PersonFieldsProps = {
  values: Readonly<Record<string, string | null | undefined>>
  errors: Readonly<Record<string, string>>
  warnings: WarnedFields
}

function fieldWithWarning(
  { values, errors, warnings }: PersonFieldsProps,
  name: WarnedField,
  defaultHint?: string,
) {
  const { warning, onBlur } = warnings(name)
  const hint: ReactNode =
    warning && !errors[name] ? <span className="text-turmeric-deep">{warning}</span> : defaultHint
  return { name, defaultValue: values[name] ?? '', error: errors[name], hint, onBlur }
}

export function PhoneField({ required = false, ...props }: PersonFieldsProps & { required?: boolean }) {
  return (
    <TextField
      label="Phone Number"
      {...fieldWithWarning(props, 'phone', messages.phoneHint)}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required={required}
    />
  )
}

/** British addresses need no county. */
export function AddressFields(props: PersonFieldsProps) {
  const { values, errors } = props
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <>
      <TextArea label="Address" {...field('address')} rows={2} autoComplete="street-address" />
      <div className="grid items-end gap-5 sm:grid-cols-[2fr_3fr]">
        <TextField
          label="Post Code"
          {...fieldWithWarning(props, 'post_code')}
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          style={{ textTransform: 'uppercase' }}
        />
        <TextField label="City" {...field('city')} autoComplete="address-level2" />
      </div>
      <TextField
        label="Country"
        {...fieldWithWarning(props, 'country', messages.countryNotUk)}
        autoComplete="country-name"
      />
    </>
  )
}
