import { TextArea, TextField } from '#web/ui/text-field.tsx'

type AddressFieldsProps = {
  values: Readonly<Record<string, string | null | undefined>>
  errors: Readonly<Record<string, string>>
  required?: boolean
}

/** Where a parcel goes; no county is asked for, it is no part of a British address. */
export function AddressFields({ values, errors, required = false }: AddressFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name], required })
  return (
    <>
      <TextArea label="Address" {...field('address')} rows={2} autoComplete="street-address" />
      <div className="grid items-end gap-5 sm:grid-cols-[2fr_3fr]">
        <TextField
          label="Post Code"
          {...field('post_code')}
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          style={{ textTransform: 'uppercase' }}
        />
        <TextField label="City" {...field('city')} autoComplete="address-level2" />
      </div>
      <TextField label="Country" {...field('country')} autoComplete="country-name" />
    </>
  )
}
