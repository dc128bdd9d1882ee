import { useRef, useState, type FocusEvent, type InputEvent } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { PasswordField } from './text-field.tsx'

const COMPARISON_DELAY_MS = 200

type NewPasswordFieldsProps = {
  errors: Readonly<Record<string, string>>
  label?: string
  confirmLabel?: string
}

export function NewPasswordFields({
  errors,
  label = 'Password',
  confirmLabel = 'Confirm Password',
}: NewPasswordFieldsProps) {
  const [isDifferent, setDifferent] = useState(false)
  const waiting = useRef<number>(undefined)
  const compareLater = (form: HTMLFormElement | null) => {
    clearTimeout(waiting.current)
    waiting.current = window.setTimeout(() => {
      if (!form?.isConnected || !arePasswordsDifferent(form)) return
      // A message would move the submit button away from a press, which then would not send the form.
      if (document.querySelector(':active')) return compareLater(form)
      setDifferent(true)
      announce(messages.passwordsDiffer)
    }, COMPARISON_DELAY_MS)
  }
  const compareNow = ({ currentTarget: { form } }: InputEvent<HTMLInputElement>) => {
    clearTimeout(waiting.current)
    setDifferent((wasDifferent) => wasDifferent && arePasswordsDifferent(form))
  }
  const field = (name: string) => ({
    name,
    autoComplete: 'new-password',
    required: true,
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => compareLater(currentTarget.form),
    onInput: compareNow,
  })
  const isTooShort = errors['password'] === messages.passwordTooShort
  return (
    <>
      <PasswordField
        label={label}
        {...field('password')}
        error={errors['password']}
        hint={isTooShort ? undefined : messages.passwordTooShort}
      />
      <PasswordField
        label={confirmLabel}
        {...field('confirm_password')}
        error={errors['confirm_password'] ?? (isDifferent ? messages.passwordsDiffer : undefined)}
      />
    </>
  )
}

function arePasswordsDifferent(form: HTMLFormElement | null): boolean {
  if (!form) return false
  const [password, confirmation] = ['password', 'confirm_password'].map(
    (name) => (form.elements.namedItem(name) as HTMLInputElement).value,
  )
  return Boolean(password && confirmation && password !== confirmation)
}
