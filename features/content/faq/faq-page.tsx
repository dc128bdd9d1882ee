import { useLoaderData } from 'react-router'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Breadcrumb } from '#kit/navigation/breadcrumb.tsx'
import { ContactPrompt } from '#features/content/layout/contact-prompt.tsx'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import type { OwnPageText } from '#features/content/layout/own-text.server.ts'
import { OwnQuestions } from './own-questions.tsx'
import { ACCOUNT_TOPIC, DELIVERY_TOPIC, ORDERING_TOPIC, type FaqTopic } from './faq-ordering.tsx'
import { FOOD_TOPIC, RETURNS_TOPIC } from './faq-food.tsx'

export const head = (args: HeadArgs<undefined>): Head =>
  buildContentHead(
    {
      title: 'Frequently asked questions',
      description:
        'Ordering, paying at the door, delivery, allergens, storage, returns and your account: short answers to what we are asked.',
      path: '/faq',
    },
    args,
  )

const TOPICS: readonly FaqTopic[] = [ORDERING_TOPIC, DELIVERY_TOPIC, FOOD_TOPIC, RETURNS_TOPIC, ACCOUNT_TOPIC]

export default function FaqPage() {
  const { own, keepsStandard } = useLoaderData<OwnPageText>()
  return (
    <div className="page pb-8">
      <Breadcrumb trail={[{ label: 'Home', to: '/' }]} current="Frequently asked questions" />
      <header className="max-w-3xl pt-4 pb-10">
        <h1>Frequently asked questions</h1>
        <p className="mt-4 text-lg text-muted">
          Short answers to what people ask before they order, and after.
        </p>
      </header>
      <div className="faq">
        {own && <OwnQuestions blocks={own} />}
        {(own === null || keepsStandard ? TOPICS : []).map(({ id, title, questions }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="topic">
            <h2 id={`${id}-title`}>{title}</h2>
            <div>
              {questions.map(({ question, answer }) => (
                <details key={question}>
                  <summary>{question}</summary>
                  <div className="faq-answer">{answer}</div>
                </details>
              ))}
            </div>
          </section>
        ))}
      </div>
      <ContactPrompt />
    </div>
  )
}
