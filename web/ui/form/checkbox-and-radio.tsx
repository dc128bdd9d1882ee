import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#web/ui/display/class-names.ts'
import { controlProps, FieldNotes, type FieldTexts } from './field.tsx'

type CheckboxProps = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldTexts | 'type'>

export function Checkbox({ label, name, id = name, hint, error, required, className, ...rest }: CheckboxProps) {
  const control = controlProps({ label, name, id, hint, error, required })
  return (
    <div className={className}>
      <div className="choice">
        <input {...rest} {...control} type="checkbox" />
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

export type RadioCard = {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
  /** A word beside the label, such as 'Coming soon'. */
  mark?: ReactNode
}

type RadioCardsProps = {
  legend: ReactNode
  name: string
  options: readonly RadioCard[]
  defaultValue?: string
  onChange?: (value: string) => void
  error?: string | undefined
  /** Hides the legend from sight where a heading above says the same. */
  legendHidden?: boolean
}

/** One choice out of a few, each a card that can be pressed anywhere. */
export function RadioCards({ legend, name, options, defaultValue, onChange, error, legendHidden }: RadioCardsProps) {
  return (
    <fieldset className="field" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classNames('field-label pb-2', legendHidden && 'visually-hidden')}>{legend}</legend>
      <FieldNotes id={name} error={error} />
      {options.map((option, place) => (
        <label key={option.value} className="choice choice-card" htmlFor={place === 0 ? name : `${name}-${option.value}`}>
          <input
            type="radio"
            id={place === 0 ? name : `${name}-${option.value}`}
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
              {option.mark && <span className="badge mr-2">{option.mark}</span>}
              {option.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
