import { validateFeedback } from './enquiry-rules.ts'
import { messages } from '#shop/messages/messages.ts'
import { FEEDBACK_RATING_MAX } from '#shop/constants.ts'
import { enquiryMessages } from './enquiry-messages.ts'
import { breadcrumbStructuredData } from '#kit/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { EmailField } from '#kit/form/email-field.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { ENQUIRY_TRAIL, EnquiryPage } from './enquiry-page.tsx'
import { EnquiryConfirmation } from './enquiry-confirmation.tsx'
import { StarRating } from './star-rating.tsx'
import { useEnquiry } from './use-enquiry.tsx'

export const head = ({ publicUrl, shopName }: HeadArgs<undefined>): Head => ({
  title: `Feedback – ${shopName}`,
  description: `Tell ${shopName} what you liked about the shop and its food, and what you did not.`,
  canonical: '/feedback',
  structuredData: breadcrumbStructuredData(publicUrl, [
    ...ENQUIRY_TRAIL,
    { label: 'Feedback', to: '/feedback' },
  ]),
})

export const failureMessage = () => enquiryMessages.notSent

export default function FeedbackPage() {
  const enquiry = useEnquiry('Feedback', validateFeedback)
  const { errors, values, isDone, accepted, reset } = enquiry
  return (
    <EnquiryPage
      title="Feedback"
      lead="What did you like, and what did you not? Both are useful."
      enquiry={enquiry}
    >
      {isDone ? (
        <EnquiryConfirmation
          confirmation={messages.feedbackSent}
          entries={
            accepted && [
              ['Name', accepted.name],
              ['Email', accepted.email],
              ['Rating', `${accepted.rating} of ${FEEDBACK_RATING_MAX}`],
              ['Feedback', accepted.feedback],
            ]
          }
          onReset={reset}
          path="/feedback"
        />
      ) : (
        <EnquiryForm enquiry={enquiry} submitLabel="Submit feedback">
          <TextField
            label="Name"
            name="name"
            defaultValue={values['name']}
            error={errors['name']}
            autoComplete="name"
            required
          />
          <EmailField defaultValue={values['email']} error={errors['email']} />
          <StarRating name="rating" rated={values['rating']} error={errors['rating']} />
          <TextArea
            label="Feedback"
            name="feedback"
            defaultValue={values['feedback']}
            error={errors['feedback']}
            rows={6}
            required
          />
        </EnquiryForm>
      )}
    </EnquiryPage>
  )
}
