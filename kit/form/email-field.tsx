import { TextField, type TextFieldProps } from './text-field.tsx'

export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField
      label="Email Address"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
