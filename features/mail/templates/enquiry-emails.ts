import { businessTypeLabels } from '#features/enquiries/business-type.ts'
import type { BusinessEnquiry, Feedback } from '#features/enquiries/enquiry-rules.ts'
import { FEEDBACK_RATING_MAX } from '#shop/constants.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import { defuseLinks, safeName } from '#features/mail/rendering/untrusted-text.ts'

const ANSWER = 'Reply to this email to answer.'
const fact = (label: string, typed: string) => ({ label, value: defuseLinks(typed) })
const quotation = (typed: string) => ({
  kind: 'quotation' as const,
  lines: defuseLinks(typed).split(/\r?\n/),
})
const from = (name: string) => (safeName(name) ? ` from ${safeName(name)}` : '')

/** Sent to the owner, at `address`. Typed text becomes neither a link nor a header, except the reply address. */
export function feedbackEmail({ name, email, rating, feedback }: Feedback, address: string): EmailContent {
  const stars = `${rating} of ${FEEDBACK_RATING_MAX} stars`
  return {
    to: { name: '', address },
    replyTo: { name, address: email },
    subject: `Feedback${from(name)}: ${stars}`,
    preview: stars,
    title: `Feedback: ${stars}`,
    blocks: [
      { kind: 'facts', facts: [fact('Name', name), fact('Email', email)] },
      quotation(feedback),
      { kind: 'paragraph', text: ANSWER },
    ],
  }
}

/** The same rules apply as for {@link feedbackEmail}. */
export function businessEnquiryEmail(
  { businessName, contactName, email, phone, businessType, message }: BusinessEnquiry,
  address: string,
): EmailContent {
  const kind = businessTypeLabels[businessType]
  return {
    to: { name: '', address },
    replyTo: { name: contactName, address: email },
    subject: `Business enquiry${from(businessName)}`,
    preview: kind,
    title: 'Business enquiry',
    blocks: [
      {
        kind: 'facts',
        facts: [
          fact('Business', businessName),
          { label: 'Type', value: kind },
          fact('Contact', contactName),
          fact('Email', email),
          fact('Phone', phone),
        ],
      },
      quotation(message),
      { kind: 'paragraph', text: ANSWER },
    ],
  }
}
