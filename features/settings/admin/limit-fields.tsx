import { isSizeLimit, ORDER_LIMITS } from '#shop/order-limits.ts'
import { orderLimitLabels } from '#features/settings/setting-messages.ts'
import { TextField } from '#kit/form/text-field.tsx'
import { conflictHint, type SettingFieldsProps } from './setting-fields.ts'

export function LimitFields({ view, values, errors, isConflict }: SettingFieldsProps) {
  return (
    <>
      <input type="hidden" name="versions" value={JSON.stringify(view.limitVersions)} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
        {ORDER_LIMITS.map((limit) => {
          const { label, hint } = orderLimitLabels[limit]
          return (
            <TextField
              key={limit}
              name={limit}
              label={label}
              hint={(isConflict && conflictHint(values[limit], view.limits[limit])) || hint}
              error={errors[limit]}
              defaultValue={values[limit] ?? view.limits[limit]}
              required={!isSizeLimit(limit)}
              inputMode="decimal"
              autoComplete="off"
            />
          )
        })}
      </div>
    </>
  )
}
