import { messages } from '#shop/messages/messages.ts'
import { PasswordField } from './text-field.tsx'

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
  const field = (name: string) => ({
    name,
    error: errors[name],
    autoComplete: 'new-password',
    required: true,
  })
  const isTooShort = errors['password'] === messages.passwordTooShort
  return (
    <>
      <PasswordField
        label={label}
        {...field('password')}
        hint={isTooShort ? undefined : messages.passwordTooShort}
      />
      <PasswordField label={confirmLabel} {...field('confirm_password')} />
    </>
  )
}
