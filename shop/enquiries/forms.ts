import { z } from 'zod'
import { messages, tooLong } from '../messages.ts'
import { FEEDBACK_RATING } from '../spec.ts'
import { BUSINESS_TYPES, DEFAULT_BUSINESS_TYPE } from './business-type.ts'

const LINE_MAX = 120
const EMAIL_MAX = 320
const PHONE_MAX = 40
const TEXT_MAX = 5000

const required = (label: string, longest: number, missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(longest, tooLong(label, longest))

const email = required('Email Address', EMAIL_MAX, messages.enterEmail).pipe(z.email(messages.emailNotValid))

const rating = z
  .union([z.number(), z.string().regex(/^\d$/, messages.chooseRating).transform(Number)], { error: messages.chooseRating })
  .default(FEEDBACK_RATING.default)
  .pipe(z.number().int().min(FEEDBACK_RATING.min, messages.chooseRating).max(FEEDBACK_RATING.max, messages.chooseRating))

/** §2 /feedback: everything is required; five stars until another number is chosen. */
export const feedbackForm = z.object({
  name: required('Name', LINE_MAX, messages.enterName),
  email,
  rating,
  feedback: required('Feedback', TEXT_MAX, messages.enterFeedback),
})
export type Feedback = z.output<typeof feedbackForm>

/** §2 /business-enquiry: everything is required. */
export const businessEnquiryForm = z.object({
  businessName: required('Business Name', LINE_MAX, messages.enterBusinessName),
  contactName: required('Contact Name', LINE_MAX, messages.enterContactName),
  email,
  phone: required('Phone Number', PHONE_MAX, messages.enterPhone),
  businessType: z.enum(BUSINESS_TYPES, messages.chooseBusinessType).default(DEFAULT_BUSINESS_TYPE),
  message: required('Message', TEXT_MAX, messages.enterMessage),
})
export type BusinessEnquiry = z.output<typeof businessEnquiryForm>
