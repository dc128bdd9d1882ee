import { formatHour } from '#shop/delivery/delivery-messages.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { conflictHint, type SettingFieldsProps } from './setting-fields.ts'

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1)
type AmountField = 'standard_rate' | 'free_over' | 'express_rate'

export function DeliveryFields({ view, values, errors, isConflict }: SettingFieldsProps) {
  const { delivery } = view
  const wasTyped = values['cut_off_hour'] !== undefined
  const amount = (name: AmountField, label: string, hint: string) => (
    <TextField
      name={name}
      label={label}
      hint={(isConflict && conflictHint(values[name], delivery[name])) || hint}
      error={errors[name]}
      defaultValue={values[name] ?? delivery[name]}
      required={name === 'standard_rate'}
      inputMode="decimal"
      autoComplete="off"
    />
  )
  return (
    <>
      <input type="hidden" name="version" value={view.deliveryVersion} />
      <Checkbox
        name="is_charged"
        label={settingMessages.deliveryCharged}
        defaultChecked={wasTyped ? values['is_charged'] !== undefined : delivery.is_charged}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
        {amount('standard_rate', settingMessages.deliveryStandard, settingMessages.deliveryStandardHint)}
        {amount('free_over', settingMessages.deliveryFreeLabel, settingMessages.deliveryFreeHint)}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
        {amount('express_rate', settingMessages.deliveryExpress, settingMessages.deliveryExpressHint)}
        <SelectField
          // Without this key, React would keep the choice when another save changes the default.
          key={view.deliveryVersion}
          name="cut_off_hour"
          label={settingMessages.cutOff}
          hint={settingMessages.cutOffHint}
          error={errors['cut_off_hour']}
          defaultValue={values['cut_off_hour'] ?? delivery.cut_off_hour}
          options={HOURS.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
        />
      </div>
    </>
  )
}
