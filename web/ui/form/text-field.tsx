import { useState, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { controlProps, Field, split, type Own } from './field.tsx'

export type TextFieldProps = Own<InputHTMLAttributes<HTMLInputElement>>

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
