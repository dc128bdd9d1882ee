import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { EmailField } from './email-field.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { SelectField } from './select-field.tsx'
import { PasswordField, TextField } from './text-field.tsx'

const html = renderToStaticMarkup

test('a field is tied to its label, hint and error', () => {
  const field = html(<TextField label="Email" name="email" hint="For your receipt" error="Enter your email" required />)
  expect(field).toContain('<label for="email"')
  expect(field).toContain('id="email-hint"')
  expect(field).toContain('id="email-error"')
  expect(field).toMatch(/<input[^>]*aria-describedby="email-hint email-error"/)
  expect(field).toMatch(/<input[^>]*aria-invalid="true"/)
  expect(field).toMatch(/<input[^>]*required/)
})

test('a field without hint and error points at nothing', () => {
  const field = html(<TextField label="City" name="city" />)
  expect(field).not.toContain('aria-describedby')
  expect(field).not.toContain('aria-invalid')
})

test('the mark of a required field is not part of its name', () => {
  expect(html(<TextField label="Full Name" name="full_name" required />)).toMatch(/Full Name<span aria-hidden="true"[^>]*>\*/)
})

test('a password is hidden until somebody asks to see it', () => {
  const field = html(<PasswordField label="Password" name="password" autoComplete="new-password" />)
  expect(field).toMatch(/<input[^>]*type="password"/)
  expect(field).toMatch(/<button[^>]*type="button"[^>]*aria-label="Show password"/)
})

test('an e-mail address has its keyboard and nothing that corrects it; what differs in one form is said there', () => {
  const field = html(<EmailField label="Email" autoComplete="username" />)
  expect(field).toMatch(/<input type="email" inputMode="email" autoComplete="username" autoCapitalize="none" spellcheck="false"/i)
  expect(field).toContain('>Email<')
  expect(html(<EmailField required={false} />)).not.toContain('required')
})

test('ACCOUNT-4 a new password is typed twice; its length is said once, as the hint or as what is wrong', () => {
  const count = (text: string) => text.split(messages.passwordTooShort).length - 1
  const fields = html(<NewPasswordFields errors={{}} />)
  expect(fields.match(/autoComplete="new-password"/gi)).toHaveLength(2)
  expect(count(fields)).toBe(1)
  expect(count(html(<NewPasswordFields errors={{ password: messages.passwordTooShort }} />))).toBe(1)
})

test('the error summary links to each field by its id', () => {
  const summary = html(<ErrorSummary errors={{ email: 'Enter your email', phone: 'Enter your phone' }} />)
  expect(summary).toContain('There is a problem')
  expect(summary).toMatch(/href="#email"[^>]*>Enter your email</)
  expect(summary).toMatch(/href="#phone"[^>]*>Enter your phone</)
  expect(html(<ErrorSummary errors={{}} />)).toBe('')
})

test('two passwords that lack the same have one line in the error summary, which leads to the first', () => {
  const summary = html(<ErrorSummary errors={{ password: messages.passwordTooShort, confirm_password: messages.passwordTooShort, email: 'Enter your email' }} />)
  expect(summary.split(messages.passwordTooShort).length - 1).toBe(1)
  expect(summary).toMatch(/href="#password"/)
  expect(summary).toMatch(/href="#email"/)
})

test('a select offers its options in order', () => {
  const field = html(
    <SelectField label="Sort by" name="sort" defaultValue="b" options={[{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }]} />,
  )
  expect(field).toMatch(/<option value="a">A<\/option><option value="b" selected="">B/)
})
