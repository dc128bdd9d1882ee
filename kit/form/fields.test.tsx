import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { EmailField } from './email-field.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { SelectField } from './select-field.tsx'
import { PasswordField, TextField } from './text-field.tsx'

const html = renderToStaticMarkup

test('a field refers to its label, hint and error', () => {
  const field = html(
    <TextField label="Email" name="email" hint="For your receipt" error="Enter your email" required />,
  )
  expect(field).toContain('<label for="email"')
  expect(field).toContain('id="email-hint"')
  expect(field).toContain('id="email-error"')
  expect(field).toMatch(/<input[^>]*aria-describedby="email-hint email-error"/)
  expect(field).toMatch(/<input[^>]*aria-invalid="true"/)
  expect(field).toMatch(/<input[^>]*required/)
})

test('a field without hint and error has no description', () => {
  const field = html(<TextField label="City" name="city" />)
  expect(field).not.toContain('aria-describedby')
  expect(field).not.toContain('aria-invalid')
})

test('the required mark is not part of the accessible name', () => {
  expect(html(<TextField label="Full Name" name="full_name" required />)).toMatch(
    /Full Name<\/span><span aria-hidden="true"[^>]*>\*/,
  )
})

test('a password is hidden and can be shown', () => {
  const field = html(<PasswordField label="Password" name="password" autoComplete="new-password" />)
  expect(field).toMatch(/<input[^>]*type="password"/)
  expect(field).toMatch(/<button[^>]*type="button"[^>]*aria-label="Show password"/)
})

test('an email field has the email keyboard and no autocorrection; a form can override props', () => {
  const field = html(<EmailField label="Email" autoComplete="username" />)
  expect(field).toMatch(
    /<input type="email" inputMode="email" autoComplete="username" autoCapitalize="none" spellcheck="false"/i,
  )
  expect(field).toContain('>Email<')
  expect(html(<EmailField required={false} />)).not.toContain('required')
})

test('ACCOUNT-4 a new password is typed twice; its length is stated once, as hint or error', () => {
  const count = (text: string) => text.split(messages.passwordTooShort).length - 1
  const fields = html(<NewPasswordFields errors={{}} />)
  expect(fields.match(/autoComplete="new-password"/gi)).toHaveLength(2)
  expect(count(fields)).toBe(1)
  expect(count(html(<NewPasswordFields errors={{ password: messages.passwordTooShort }} />))).toBe(1)
})

test('the error summary links to each field by its ID', () => {
  const summary = html(<ErrorSummary errors={{ email: 'Enter your email', phone: 'Enter your phone' }} />)
  expect(summary).toContain('There is a problem')
  expect(summary).toMatch(/href="#email"[^>]*>Enter your email</)
  expect(summary).toMatch(/href="#phone"[^>]*>Enter your phone</)
  expect(html(<ErrorSummary errors={{}} />)).toBe('')
})

test('the same error of two passwords is one line of the summary, linking to the first', () => {
  const summary = html(
    <ErrorSummary
      errors={{
        password: messages.passwordTooShort,
        confirm_password: messages.passwordTooShort,
        email: 'Enter your email',
      }}
    />,
  )
  expect(summary.split(messages.passwordTooShort).length - 1).toBe(1)
  expect(summary).toMatch(/href="#password"/)
  expect(summary).toMatch(/href="#email"/)
})

test('a select offers its options in order', () => {
  const field = html(
    <SelectField
      label="Sort by"
      name="sort"
      defaultValue="b"
      options={[
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ]}
    />,
  )
  expect(field).toMatch(/<option value="a">A<\/option><option value="b" selected="">B/)
})
