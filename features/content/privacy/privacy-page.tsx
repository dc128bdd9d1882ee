import { useLoaderData } from 'react-router'
import type { RetentionKind } from '#shop/retention.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import { PolicyPage, type Section } from '#features/content/policies/policy-page.tsx'
import {
  BrowserStorageSection,
  EnquiryFormsSection,
  StoredDataSection,
  RetentionSection,
  DataRecipientsSection,
  SummarySection,
} from './privacy-sections.tsx'
import type { loader } from './privacy-page.server.ts'
import { ComplaintsSection, DataRightsSection, DataControllerSection } from './privacy-rights.tsx'

export const head = (args: HeadArgs<typeof loader>): Head =>
  buildContentHead(
    {
      title: 'Privacy',
      description: `What ${args.shopName} stores in your browser and on its server, why, for how long, and what you can ask of us. No trackers, no advertising, no banner.`,
      path: '/privacy',
    },
    args,
  )

const sections = (sendsEnquiries: boolean, kept: Record<RetentionKind, string>): readonly Section[] => [
  { id: 'short', title: 'In short', body: <SummarySection /> },
  { id: 'browser', title: 'What is kept in your browser', body: <BrowserStorageSection />, isFixed: true },
  { id: 'held', title: 'What we hold about you', body: <StoredDataSection />, isFixed: true },
  {
    id: 'forms',
    title: 'Feedback and business enquiries',
    body: <EnquiryFormsSection areSent={sendsEnquiries} />,
    ...(sendsEnquiries && { isFixed: true }),
  },
  { id: 'others', title: 'Who else sees it', body: <DataRecipientsSection />, isFixed: true },
  { id: 'how-long', title: 'How long we keep it', body: <RetentionSection kept={kept} />, isFixed: true },
  { id: 'rights', title: 'Your rights', body: <DataRightsSection />, isFixed: true },
  { id: 'complaints', title: 'If you are not content', body: <ComplaintsSection />, isFixed: true },
  { id: 'who', title: 'Who is responsible', body: <DataControllerSection />, isFixed: true },
]

/** Only strictly necessary storage, so no consent is required. */
export default function PrivacyPage() {
  const { sendsEnquiries, kept } = useLoaderData<typeof loader>()
  return (
    <PolicyPage
      title="Privacy"
      lead="What we store, why, for how long, and what you can ask of us."
      sections={sections(sendsEnquiries, kept)}
    />
  )
}
