import { describe, expect, test } from 'vitest'
import { messages } from '../messages.ts'
import { businessTypeNames } from './business-type.ts'
import { businessEnquiryForm, feedbackForm } from './forms.ts'

const feedback = { name: 'Priya Nair', email: 'priya@shopper.example', rating: '4', feedback: 'Lovely pepper.' }
const enquiry = {
  businessName: 'Nair & Sons', contactName: 'Priya Nair', email: 'priya@shopper.example', phone: '020 7946 0100',
  businessType: 'restaurant', message: 'Ten kilos a month.',
}
const faultsOf = (form: typeof feedbackForm | typeof businessEnquiryForm, entries: object) =>
  Object.fromEntries((form.safeParse(entries).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))

describe('Feedback (§2, §5)', () => {
  test('§5 all fields are required, and the rating starts at 5', () => {
    expect(feedbackForm.parse(feedback)).toEqual({ ...feedback, rating: 4 })
    expect(faultsOf(feedbackForm, {})).toEqual({ name: messages.enterName, email: messages.enterEmail, feedback: messages.enterFeedback })
    expect(feedbackForm.parse({ ...feedback, rating: undefined }).rating).toBe(5)
  })

  test.each(['0', '6', '2.5', '', 'five', 7, Number.NaN])('§9 a rating of %s is refused', (rating) => {
    expect(faultsOf(feedbackForm, { ...feedback, rating })).toEqual({ rating: messages.chooseRating })
  })

  test.each(['priya', 'priya@', '@shopper.example', 'a b@shopper.example'])('§5 %s is no e-mail address', (email) => {
    expect(faultsOf(feedbackForm, { ...feedback, email })).toEqual({ email: messages.emailNotValid })
  })
})

describe('Business enquiry (§2, §5)', () => {
  test('§5 all fields are required, and the type starts as retail', () => {
    expect(businessEnquiryForm.parse(enquiry)).toEqual(enquiry)
    expect(faultsOf(businessEnquiryForm, { ...enquiry, businessName: ' ', contactName: '', phone: '', message: '' })).toEqual({
      businessName: messages.enterBusinessName, contactName: messages.enterContactName, phone: messages.enterPhone, message: messages.enterMessage,
    })
    expect(businessEnquiryForm.parse({ ...enquiry, businessType: undefined }).businessType).toBe('retail')
  })

  test('§2 four types of business and no other', () => {
    expect(Object.keys(businessTypeNames)).toEqual(['retail', 'restaurant', 'distributor', 'other'])
    expect(faultsOf(businessEnquiryForm, { ...enquiry, businessType: 'bank' })).toEqual({ businessType: messages.chooseBusinessType })
  })
})
