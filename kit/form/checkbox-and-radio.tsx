import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#kit/display/class-names.ts'
import { controlProps, FieldMessages, type FieldProps } from './field.tsx'

type CheckboxProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type'>

export function Checkbox({
  label,
  name,
  id = name,
  hint,
  error,
  required,
  className,
  ...rest
}: CheckboxProps) {
  const control = controlProps({ label, name, id, hint, error, required })
  return (
    <div className={className}>
      <div className="choice">
        <input {...rest} {...control} type="checkbox" />
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

type RadioCardOption = {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
  tag?: ReactNode
}

type RadioCardsProps = {
  legend: ReactNode
  name: string
  options: readonly RadioCardOption[]
  defaultValue?: string
  onChange?: (value: string) => void
  error?: string | undefined
  legendHidden?: boolean
}

export function RadioCards({
  legend,
  name,
  options,
  defaultValue,
  onChange,
  error,
  legendHidden,
}: RadioCardsProps) {
  return (
    <fieldset className="field" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classNames('field-label pb-2', legendHidden && 'visually-hidden')}>{legend}</legend>
      <FieldMessages id={name} error={error} />
      {options.map((option, index) => (
        <label
          key={option.value}
          className="choice choice-card"
          htmlFor={index === 0 ? name : `${name}-${option.value}`}
        >
          <input
            type="radio"
            id={index === 0 ? name : `${name}-${option.value}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            disabled={option.disabled}
            onChange={() => onChange?.(option.value)}
            aria-labelledby={`${name}-${option.value}-label`}
            aria-describedby={`${name}-${option.value}-notes`}
          />
          <span className="grow">
            <span id={`${name}-${option.value}-label`} className="block font-semibold">
              {option.label}
            </span>
            <span id={`${name}-${option.value}-notes`} className="text-sm text-muted">
              {option.tag && <span className="badge mr-2">{option.tag}</span>}
              <span>{option.hint}</span>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
