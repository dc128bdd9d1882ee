import type { IdentityField } from '#shop/identity/identity-settings.ts'
import { PLACES_OF_REGISTRATION } from '#shop/identity/registration-numbers.ts'
import { IDENTITY_LABELS } from '#shop/identity/identity-labels.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import { conflictHint, type SettingFieldsProps } from './setting-fields.ts'

/** The required fields are those that the law, shoppers and emails need. */
export function IdentityFields({ view, values, errors, isConflict }: SettingFieldsProps) {
  const field = (name: IdentityField, hint?: string) => {
    const now = view.identity[name]
    const typed = values[name]
    return {
      name,
      label: IDENTITY_LABELS[name],
      error: errors[name],
      defaultValue: typed ?? now,
      hint: (isConflict && conflictHint(typed, now)) || hint,
    }
  }
  return (
    <>
      <input type="hidden" name="version" value={view.identityVersion} />
      <TextField {...field('name')} required autoComplete="off" />
      <TextField {...field('tagline', 'Stands at the foot of every page')} autoComplete="off" />
      <TextField
        {...field('company', 'Who the contract is with, as registered')}
        required
        autoComplete="organization"
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
        <TextField {...field('company_number', 'Only for a registered company')} autoComplete="off" />
        <SelectField
          // Without this key, React would keep the choice when another save changes the default.
          key={view.identityVersion}
          {...field('place_of_registration', 'Only for a registered company')}
          options={[
            { value: '', label: 'Not registered' },
            ...PLACES_OF_REGISTRATION.map((place) => ({ value: place, label: place })),
          ]}
        />
      </div>
      <TextField {...field('vat_number', 'Only if you are registered for VAT')} autoComplete="off" />
      <TextArea
        {...field('address', 'Street, city and country, each on a line of its own')}
        required
        rows={4}
        autoComplete="street-address"
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
        <TextField {...field('phone')} type="tel" required autoComplete="tel" />
        <TextField
          {...field('email', 'Customers’ answers to your emails go here')}
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <fieldset className="settings-links">
        <legend className="field-label">Links at the foot of every page</legend>
        {(['instagram', 'facebook', 'youtube'] as const).map((name) => (
          <TextField
            key={name}
            {...field(name)}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
      </fieldset>
    </>
  )
}
