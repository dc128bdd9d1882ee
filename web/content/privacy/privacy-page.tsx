import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { contentHead } from '#web/content/layout/content-head.ts'
import { PolicyPage, type Section } from '#web/content/policies/policy-page.tsx'
import { Browser, Forms, Held, HowLong, Others, Short } from './privacy-sections.tsx'
import { Complaints, Rights, WhoWeAre } from './privacy-rights.tsx'

export const head = (args: HeadArgs<undefined>): Head =>
  contentHead(
    {
      title: 'Privacy',
      description: `What ${args.shopName} stores in your browser and on its server, why, for how long, and what you can ask of us. No trackers, no advertising, no banner.`,
      path: '/privacy',
    },
    args,
  )

const SECTIONS: readonly Section[] = [
  { id: 'short', title: 'In short', body: <Short /> },
  { id: 'browser', title: 'What is kept in your browser', body: <Browser /> },
  { id: 'held', title: 'What we hold about you', body: <Held /> },
  { id: 'forms', title: 'Feedback and business enquiries', body: <Forms /> },
  { id: 'others', title: 'Who else sees it', body: <Others /> },
  { id: 'how-long', title: 'How long we keep it', body: <HowLong /> },
  { id: 'rights', title: 'Your rights', body: <Rights /> },
  { id: 'complaints', title: 'If you are not content', body: <Complaints /> },
  { id: 'who', title: 'Who is responsible', body: <WhoWeAre /> },
]

/** /privacy: what is stored and why; only what is strictly necessary, so there is nothing to consent to (A5). */
export default function PrivacyPage() {
  return (
    <PolicyPage
      title="Privacy"
      lead="What we store, why, for how long, and what you can ask of us."
      sections={SECTIONS}
    />
  )
}
