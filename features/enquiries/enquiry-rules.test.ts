import { describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { businessTypeLabels } from './business-type.ts'
import { validateBusinessEnquiry, validateFeedback, type Checked } from './enquiry-rules.ts'

const feedback = {
  name: 'Priya Nair',
  email: 'priya@shopper.example',
  rating: '4',
  feedback: 'Lovely pepper.',
}
const enquiry = {
  businessName: 'Nair & Sons',
  contactName: 'Priya Nair',
  email: 'priya@shopper.example',
  phone: '020 7946 0100',
  businessType: 'restaurant',
  message: 'Ten kilos a month.',
}
const without = <Entries extends object>(entries: Entries, field: keyof Entries) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name !== field))
const errorsOf = (checked: Checked<unknown>) => (checked.ok ? {} : checked.errors)

describe('ENQUIRY-1 Feedback', () => {
  test('ENQUIRY-4 all four fields are required, each with its message', () => {
    expect(validateFeedback(feedback)).toEqual({ ok: true, value: { ...feedback, rating: 4 } })
    expect(errorsOf(validateFeedback({}))).toEqual({
      name: messages.enterName,
      email: messages.enterEmail,
      feedback: messages.enterFeedback,
    })
    expect(errorsOf(validateFeedback({ ...feedback, name: ' \n\t' }))).toEqual({ name: messages.enterName })
  })

  test('ENQUIRY-1 the default rating is 5', () => {
    expect(validateFeedback(without(feedback, 'rating'))).toMatchObject({ ok: true, value: { rating: 5 } })
  })

  test.each(['1', '2', '3', '4', '5'])('ENQUIRY-1 a rating of %s is accepted', (rating) => {
    expect(validateFeedback({ ...feedback, rating })).toMatchObject({
      ok: true,
      value: { rating: Number(rating) },
    })
  })

  test.each(['0', '6', '2.5', '', 'five', '-1', '1e0', '05', Number.NaN])(
    'ENQUIRY-1 a rating of %s is refused',
    (rating) => {
      expect(errorsOf(validateFeedback({ ...feedback, rating }))).toEqual({ rating: messages.chooseRating })
    },
  )

  test.each(['priya', 'priya@', '@shopper.example', 'a b@shopper.example'])(
    'ENQUIRY-4 %s is no email address',
    (email) => {
      expect(errorsOf(validateFeedback({ ...feedback, email }))).toEqual({ email: messages.emailNotValid })
    },
  )

  test('ENQUIRY-5 entries are trimmed, and unknown fields are dropped', () => {
    expect(validateFeedback({ ...feedback, email: ' priya@shopper.example ', isAdmin: 'yes' })).toEqual(
      validateFeedback(feedback),
    )
  })

  test('ENQUIRY-5 a text of the maximum length is accepted, one character more is refused', () => {
    expect(validateFeedback({ ...feedback, feedback: 'x'.repeat(5000) }).ok).toBe(true)
    expect(errorsOf(validateFeedback({ ...feedback, feedback: 'x'.repeat(5001) }))).toEqual({
      feedback: tooLongMessage('Feedback', 5000),
    })
  })
})

describe('ENQUIRY-2 Business enquiry', () => {
  test('ENQUIRY-4 all six fields are required, each with its message', () => {
    expect(validateBusinessEnquiry(enquiry)).toEqual({ ok: true, value: enquiry })
    expect(errorsOf(validateBusinessEnquiry({ businessType: '' }))).toEqual({
      businessName: messages.enterBusinessName,
      contactName: messages.enterContactName,
      email: messages.enterEmail,
      phone: messages.enterPhone,
      businessType: messages.chooseBusinessType,
      message: messages.enterMessage,
    })
  })

  test('ENQUIRY-2 the default type is retail', () => {
    expect(validateBusinessEnquiry(without(enquiry, 'businessType'))).toMatchObject({
      ok: true,
      value: { businessType: 'retail' },
    })
  })

  test('ENQUIRY-2 four types of business', () => {
    expect(Object.keys(businessTypeLabels)).toEqual(['retail', 'restaurant', 'distributor', 'other'])
    expect(errorsOf(validateBusinessEnquiry({ ...enquiry, businessType: 'bank' }))).toEqual({
      businessType: messages.chooseBusinessType,
    })
    expect(errorsOf(validateBusinessEnquiry({ ...enquiry, businessType: 'toString' }))).toEqual({
      businessType: messages.chooseBusinessType,
    })
  })
})
