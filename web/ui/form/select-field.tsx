import type { SelectHTMLAttributes } from 'react'
import { controlProps, Field, split, type Own } from './field.tsx'

export type SelectFieldProps = Own<SelectHTMLAttributes<HTMLSelectElement>> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { texts, rest } = split(props)
  return (
    <Field {...texts}>
      <select {...rest} {...controlProps(texts)} className="input">
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
