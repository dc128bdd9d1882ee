import { hasInventedCompany } from '#shop/identity/shop-identity.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  CANCELLATION_DAYS,
  REFUND_WORKING_DAYS,
  REPORT_DAMAGE_WITHIN_HOURS,
  RETURN_WITHIN_DAYS,
} from '#shop/constants.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailUsLink, FaqLink, type FaqTopic } from './faq-ordering.tsx'

function Pictures() {
  const isInvented = hasInventedCompany(useShopIdentity())
  return (
    <p>
      {isInvented
        ? 'They are illustrations, made by computer for this demonstration. Go by the description and the weight.'
        : 'A label may be newer than its picture. Go by the description and the weight, and ask us if something matters to you.'}
    </p>
  )
}

export const FOOD_TOPIC: FaqTopic = {
  id: 'food',
  title: 'What you eat',
  questions: [
    {
      question: 'Where do I find allergens?',
      answer: (
        <p>
          On the page of every product, under “Allergens”, and in bold capitals in its list of ingredients.
          The advice comes again with the email that confirms your order. Read the label too before you eat:
          recipes change.
        </p>
      ),
    },
    {
      question: 'What does “may contain” mean?',
      answer: (
        <p>
          That the food is made where an allergen is handled, and traces cannot be ruled out. Vegan does not
          mean free from milk or egg in this sense: a vegan food may still carry the warning.
        </p>
      ),
    },
    {
      question: 'Which products are vegetarian, vegan or gluten free?',
      answer: (
        <p>
          Each product’s page says so under “Suitable for”. If it does not say, assume that it is not, and ask
          us.
        </p>
      ),
    },
    {
      question: 'Which products are organic?',
      answer: (
        <p>
          Those with organic in their name, and no others.{' '}
          <FaqLink path="/organic-importance">What the word means</FaqLink>.
        </p>
      ),
    },
    {
      question: 'How long does it keep?',
      answer: (
        <p>
          The best before date is printed on the pack. How to store it, before and after opening, stands on
          the product’s page under “Storage”. If you need to know the date before you order, ask at{' '}
          <EmailUsLink about="Best before date" />.
        </p>
      ),
    },
    {
      question: 'May babies have honey?',
      answer: <p>No honey, from us or from anybody, is suitable for infants under 12 months.</p>,
    },
    {
      question: 'Who makes it?',
      answer: <p>Each product’s page names its maker and the maker’s address.</p>,
    },
    { question: 'Are the pictures of the real thing?', answer: <Pictures /> },
  ],
}

export const RETURNS_TOPIC: FaqTopic = {
  id: 'returns',
  title: 'Returns and refunds',
  questions: [
    {
      question: 'Can I send something back?',
      answer: (
        <p>
          Yes, unopened, within {RETURN_WITHIN_DAYS} days of delivery; and by law you may cancel an order
          within {CANCELLATION_DAYS} days after it has come. {messages.statutoryRights}{' '}
          <FaqLink path="/returns-refunds">How to return something</FaqLink>.
        </p>
      ),
    },
    {
      question: 'Something arrived broken. What now?',
      answer: (
        <p>
          Tell us within {REPORT_DAMAGE_WITHIN_HOURS} hours of delivery, if you can with a photograph, at{' '}
          <EmailUsLink about="Damaged on arrival" />. We replace it or refund it, as you choose.{' '}
          {messages.statutoryRights}
        </p>
      ),
    },
    {
      question: 'How long does a refund take?',
      answer: (
        <p>
          We make it within {REFUND_WORKING_DAYS} working days of receiving the goods, or your message if
          something arrived damaged and we do not need it back. {messages.statutoryRights}
        </p>
      ),
    },
  ],
}
