import { MAX_LOW_STOCK_THRESHOLD } from '#features/settings/owner-switches.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { conflictHint, type SettingFieldsProps } from './setting-fields.ts'

export function LowStockFields({ view, values, errors, isConflict }: SettingFieldsProps) {
  const current = String(view.switches.low_stock_threshold)
  const typed = values['low_stock_threshold']
  return (
    <>
      <input type="hidden" name="version" value={view.switchVersions.low_stock_threshold} />
      <TextField
        name="low_stock_threshold"
        label={settingMessages.lowStockThreshold}
        hint={(isConflict && conflictHint(typed, current)) || settingMessages.lowStockThresholdHint}
        error={errors['low_stock_threshold']}
        defaultValue={typed ?? current}
        required
        inputMode="numeric"
        maxLength={String(MAX_LOW_STOCK_THRESHOLD).length}
        autoComplete="off"
      />
    </>
  )
}

/** Unticked boxes are missing from a refused form. */
const wasTicked = (values: SettingFieldsProps['values'], name: string, current: boolean) =>
  values['version'] === undefined ? current : values[name] !== undefined

export function EnquiryFields({ view, values, isConflict }: SettingFieldsProps) {
  const current = view.switches.enquiries_by_email
  return (
    <>
      <input type="hidden" name="version" value={view.switchVersions.enquiries_by_email} />
      <Checkbox
        name="enquiries_by_email"
        label={settingMessages.enquiriesByEmail(view.shopEmail)}
        hint={isConflict ? settingMessages.nowTicked(current) : undefined}
        defaultChecked={wasTicked(values, 'enquiries_by_email', current)}
      />
    </>
  )
}

export function FirstStepsFields({ view, values, isConflict }: SettingFieldsProps) {
  const { is_hidden, has_backup } = view.switches.first_steps
  const boxes = [
    { name: 'first_steps_shown', label: settingMessages.firstStepsShown, current: !is_hidden },
    { name: 'has_backup', label: settingMessages.hasBackup, current: has_backup },
  ]
  return (
    <>
      <input type="hidden" name="version" value={view.switchVersions.first_steps} />
      {boxes.map(({ name, label, current }) => (
        <Checkbox
          key={name}
          name={name}
          label={label}
          hint={isConflict ? settingMessages.nowTicked(current) : undefined}
          defaultChecked={wasTicked(values, name, current)}
        />
      ))}
    </>
  )
}
