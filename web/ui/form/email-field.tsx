import { TextField, type TextFieldProps } from './text-field.tsx'

/** An e-mail address, with the keyboard for one and without anything that would correct it. */
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
