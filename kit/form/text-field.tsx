import { useState, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'
import { controlProps, Field, splitFieldProps, type ControlAttributes } from './field.tsx'

export type TextFieldProps = ControlAttributes<InputHTMLAttributes<HTMLInputElement>>

export function TextField(props: TextFieldProps) {
  const { fieldProps, rest } = splitFieldProps(props)
  return (
    <Field {...fieldProps}>
      <input type="text" {...rest} {...controlProps(fieldProps)} className="input" />
    </Field>
  )
}

export function PasswordField(props: TextFieldProps) {
  const { fieldProps, rest } = splitFieldProps(props)
  const [isShown, setShown] = useState(false)
  const { ref, waitingProps } = useEarlyClick()
  const id = fieldProps.id ?? fieldProps.name
  return (
    <Field {...fieldProps}>
      <span className="relative block">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...controlProps(fieldProps)}
          type={isShown ? 'text' : 'password'}
          className="input pr-20"
        />
        <button
          ref={ref}
          type="button"
          aria-controls={id}
          aria-pressed={isShown}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="needs-script absolute inset-y-0 right-0 px-4 text-sm font-semibold text-forest"
          {...waitingProps}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </span>
    </Field>
  )
}

export function TextArea(props: ControlAttributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { fieldProps, rest } = splitFieldProps(props)
  return (
    <Field {...fieldProps}>
      <textarea rows={5} {...rest} {...controlProps(fieldProps)} className="input" />
    </Field>
  )
}
