import { describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { tooLong } from '#shop/messages/field-messages.ts'
import { businessTypeNames } from './business-type.ts'
import { checkBusinessEnquiry, checkFeedback, type Checked } from './enquiry-rules.ts'

const feedback = { name: 'Priya Nair', email: 'priya@shopper.example', rating: '4', feedback: 'Lovely pepper.' }
const enquiry = {
  businessName: 'Nair & Sons', contactName: 'Priya Nair', email: 'priya@shopper.example', phone: '020 7946 0100',
  businessType: 'restaurant', message: 'Ten kilos a month.',
}
const without = <Entries extends object>(entries: Entries, field: keyof Entries) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name !== field))
const errorsOf = (checked: Checked<unknown>) => (checked.ok ? {} : checked.errors)

describe('Feedback (§2, §5)', () => {
  test('§5 all four fields are required, and each says so by itself', () => {
    expect(checkFeedback(feedback)).toEqual({ ok: true, value: { ...feedback, rating: 4 } })
    expect(errorsOf(checkFeedback({}))).toEqual({ name: messages.enterName, email: messages.enterEmail, feedback: messages.enterFeedback })
    expect(errorsOf(checkFeedback({ ...feedback, name: ' \n\t' }))).toEqual({ name: messages.enterName })
  })

  test('§9 the rating is 5 until another is chosen', () => {
    expect(checkFeedback(without(feedback, 'rating'))).toMatchObject({ ok: true, value: { rating: 5 } })
  })

  test.each(['1', '2', '3', '4', '5'])('§9 a rating of %s is taken', (rating) => {
    expect(checkFeedback({ ...feedback, rating })).toMatchObject({ ok: true, value: { rating: Number(rating) } })
  })

  test.each(['0', '6', '2.5', '', 'five', '-1', '1e0', '05', Number.NaN])('§9 a rating of %s is refused', (rating) => {
    expect(errorsOf(checkFeedback({ ...feedback, rating }))).toEqual({ rating: messages.chooseRating })
  })

  test.each(['priya', 'priya@', '@shopper.example', 'a b@shopper.example'])('§5 %s is no e-mail address', (email) => {
    expect(errorsOf(checkFeedback({ ...feedback, email }))).toEqual({ email: messages.emailNotValid })
  })

  test('§5 an entry is taken without the spaces around it, and a field that is not asked for is left out', () => {
    expect(checkFeedback({ ...feedback, email: ' priya@shopper.example ', isAdmin: 'yes' })).toEqual(checkFeedback(feedback))
  })

  test('§5 a text as long as its field is taken, and one letter more is told', () => {
    expect(checkFeedback({ ...feedback, feedback: 'x'.repeat(5000) }).ok).toBe(true)
    expect(errorsOf(checkFeedback({ ...feedback, feedback: 'x'.repeat(5001) }))).toEqual({ feedback: tooLong('Feedback', 5000) })
  })
})

describe('Business enquiry (§2, §5)', () => {
  test('§5 all six fields are required, and each says so by itself', () => {
    expect(checkBusinessEnquiry(enquiry)).toEqual({ ok: true, value: enquiry })
    expect(errorsOf(checkBusinessEnquiry({ businessType: '' }))).toEqual({
      businessName: messages.enterBusinessName, contactName: messages.enterContactName, email: messages.enterEmail,
      phone: messages.enterPhone, businessType: messages.chooseBusinessType, message: messages.enterMessage,
    })
  })

  test('§2 the type is retail until another is chosen', () => {
    expect(checkBusinessEnquiry(without(enquiry, 'businessType'))).toMatchObject({ ok: true, value: { businessType: 'retail' } })
  })

  test('§2 four types of business and no other', () => {
    expect(Object.keys(businessTypeNames)).toEqual(['retail', 'restaurant', 'distributor', 'other'])
    expect(errorsOf(checkBusinessEnquiry({ ...enquiry, businessType: 'bank' }))).toEqual({ businessType: messages.chooseBusinessType })
    expect(errorsOf(checkBusinessEnquiry({ ...enquiry, businessType: 'toString' }))).toEqual({ businessType: messages.chooseBusinessType })
  })
})
