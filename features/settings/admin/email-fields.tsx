import { settingMessages } from '#features/settings/setting-messages.ts'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { conflictHint, type SettingFieldsProps } from './setting-fields.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function EmailFields({ view, values, errors, isConflict }: SettingFieldsProps) {
  const { address, new_orders, low_stock, digest_hour } = view.emails
  const wasTyped = values['digest_hour'] !== undefined
  return (
    <>
      <input type="hidden" name="version" value={view.emailsVersion} />
      <Checkbox
        name="new_orders"
        label={settingMessages.newOrders}
        defaultChecked={wasTyped ? values['new_orders'] !== undefined : new_orders}
      />
      <Checkbox
        name="low_stock"
        label={settingMessages.lowStockEmail(view.switches.low_stock_threshold)}
        defaultChecked={wasTyped ? values['low_stock'] !== undefined : low_stock}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
        <SelectField
          // Without this key, React would keep the choice when another save changes the default.
          key={view.emailsVersion}
          name="digest_hour"
          label={settingMessages.digest}
          hint={settingMessages.digestHint}
          error={errors['digest_hour']}
          defaultValue={values['digest_hour'] ?? digest_hour}
          options={[
            { value: '', label: settingMessages.noDigest },
            ...HOURS.map((hour) => ({ value: String(hour), label: settingMessages.digestAt(hour) })),
          ]}
        />
        <EmailField
          name="owner_address"
          required={false}
          label={settingMessages.emailsAddress}
          hint={
            (isConflict && conflictHint(values['owner_address'], address)) ||
            settingMessages.emailsAddressHint(view.shopEmail)
          }
          error={errors['owner_address']}
          defaultValue={values['owner_address'] ?? address}
        />
      </div>
    </>
  )
}
