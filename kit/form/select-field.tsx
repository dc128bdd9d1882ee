import type { SelectHTMLAttributes } from 'react'
import { controlProps, Field, splitFieldProps, type ControlAttributes } from './field.tsx'

export type SelectFieldProps = ControlAttributes<SelectHTMLAttributes<HTMLSelectElement>> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { fieldProps, rest } = splitFieldProps(props)
  return (
    <Field {...fieldProps}>
      <select {...rest} {...controlProps(fieldProps)} className="input">
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
