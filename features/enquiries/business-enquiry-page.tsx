import { BUSINESS_TYPES, businessTypeLabels, DEFAULT_BUSINESS_TYPE } from './business-type.ts'
import { validateBusinessEnquiry } from './enquiry-rules.ts'
import { messages } from '#shop/messages/messages.ts'
import { enquiryMessages } from './enquiry-messages.ts'
import { breadcrumbStructuredData } from '#kit/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { EmailField } from '#kit/form/email-field.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { ENQUIRY_TRAIL, EnquiryPage } from './enquiry-page.tsx'
import { EnquiryConfirmation } from './enquiry-confirmation.tsx'
import { useEnquiry } from './use-enquiry.tsx'

const TITLE = 'Business enquiries'

export const head = ({ publicUrl, shopName }: HeadArgs<undefined>): Head => ({
  title: `${TITLE} – ${shopName}`,
  description: `For shops, restaurants and distributors in the United Kingdom who would like to buy from ${shopName}.`,
  canonical: '/business-enquiry',
  structuredData: breadcrumbStructuredData(publicUrl, [
    ...ENQUIRY_TRAIL,
    { label: TITLE, to: '/business-enquiry' },
  ]),
})

const TYPE_OPTIONS = BUSINESS_TYPES.map((value) => ({ value, label: businessTypeLabels[value] }))

export const failureMessage = () => enquiryMessages.notSent

export default function BusinessEnquiryPage() {
  const enquiry = useEnquiry('Business enquiry', validateBusinessEnquiry)
  const { errors, values, isDone, accepted, reset } = enquiry
  return (
    <EnquiryPage
      title={TITLE}
      lead="For shops, restaurants and distributors who would like to buy from us."
      enquiry={enquiry}
    >
      {isDone ? (
        <EnquiryConfirmation
          confirmation={messages.enquirySent}
          entries={
            accepted && [
              ['Business', `${accepted.businessName} (${businessTypeLabels[accepted.businessType]})`],
              ['Contact', accepted.contactName],
              ['Email', accepted.email],
              ['Phone', accepted.phone],
              ['Message', accepted.message],
            ]
          }
          onReset={reset}
          path="/business-enquiry"
        />
      ) : (
        <EnquiryForm enquiry={enquiry} submitLabel="Submit enquiry">
          <TextField
            label="Business Name"
            name="businessName"
            defaultValue={values['businessName']}
            error={errors['businessName']}
            autoComplete="organization"
            required
          />
          <TextField
            label="Contact Name"
            name="contactName"
            defaultValue={values['contactName']}
            error={errors['contactName']}
            autoComplete="name"
            required
          />
          <EmailField defaultValue={values['email']} error={errors['email']} />
          <TextField
            label="Phone Number"
            name="phone"
            defaultValue={values['phone']}
            error={errors['phone']}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
          />
          <SelectField
            label="Business Type"
            name="businessType"
            defaultValue={values['businessType'] ?? DEFAULT_BUSINESS_TYPE}
            error={errors['businessType']}
            options={TYPE_OPTIONS}
            required
          />
          <TextArea
            label="Message"
            name="message"
            hint="What you would like to buy, how much of it, and how often"
            error={errors['message']}
            rows={6}
            required
          />
        </EnquiryForm>
      )}
    </EnquiryPage>
  )
}
