import { useState, type InputHTMLAttributes, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { controlProps, Field, type FieldTexts } from './field.tsx'

type Taken = keyof FieldTexts | 'aria-describedby' | 'aria-invalid'
type Own<Attributes> = FieldTexts & Omit<Attributes, Taken>

export type TextFieldProps = Own<InputHTMLAttributes<HTMLInputElement>>

function split<Props extends FieldTexts>(props: Props) {
  const { label, name, id, hint, error, required, className, ...rest } = props
  const texts: FieldTexts = { label, name, id, hint, error, required, className }
  return { texts, rest }
}

export function TextField(props: TextFieldProps) {
  const { texts, rest } = split(props)
  return (
    <Field {...texts}>
      <input type="text" {...rest} {...controlProps(texts)} className="input" />
    </Field>
  )
}

/** A password that can be looked at while it is typed; pasting is welcome. */
export function PasswordField(props: TextFieldProps) {
  const { texts, rest } = split(props)
  const [isShown, setShown] = useState(false)
  const id = texts.id ?? texts.name
  return (
    <Field {...texts}>
      <span className="relative block">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...controlProps(texts)}
          type={isShown ? 'text' : 'password'}
          className="input pr-20"
        />
        <button
          type="button"
          aria-controls={id}
          aria-pressed={isShown}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="needs-script absolute inset-y-0 right-0 px-4 text-sm font-semibold text-forest"
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </span>
    </Field>
  )
}

export function TextArea(props: Own<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { texts, rest } = split(props)
  return (
    <Field {...texts}>
      <textarea rows={5} {...rest} {...controlProps(texts)} className="input" />
    </Field>
  )
}

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
