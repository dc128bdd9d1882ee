import type { ReactNode } from 'react'
import { enquiryMessages } from './enquiry-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { Breadcrumb } from '#kit/navigation/breadcrumb.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import type { Enquiry } from './use-enquiry.tsx'

type EnquiryPageProps = {
  title: string
  lead: string
  enquiry: Pick<Enquiry, 'isSent' | 'isDone'>
  children: ReactNode
}

export function EnquiryPage({ title, lead, enquiry: { isSent, isDone }, children }: EnquiryPageProps) {
  const { email, phone } = useShopIdentity()
  return (
    <div className="page pb-8">
      <Breadcrumb trail={ENQUIRY_TRAIL} current={title} />
      <div className="enquiry">
        <header>
          <h1>{title}</h1>
          <p className="mt-4 text-lg text-muted">{lead}</p>
        </header>
        {!isDone && (
          <aside aria-labelledby="reach-us-title" className="notice">
            <h2 id="reach-us-title" className="text-lg">
              {isSent ? enquiryMessages.answerTitle : 'Would you like an answer?'}
            </h2>
            <p className="mt-2">
              <span>{`${isSent ? enquiryMessages.sends : messages.formSendsNothing} ${isSent ? 'You can also write to' : 'To reach us, write to'}`}</span>{' '}
              <EmailLink address={email} /> or ring <PhoneLink number={phone} />.
            </p>
          </aside>
        )}
        <div className="enquiry-form">{children}</div>
      </div>
    </div>
  )
}

export const ENQUIRY_TRAIL = [
  { label: 'Home', to: '/' },
  { label: 'Contact', to: '/contact' },
]
