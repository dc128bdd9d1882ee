import { messages } from '#shop/messages/messages.ts'
import {
  CANCELLATION_DAYS,
  REFUND_WORKING_DAYS,
  REPORT_DAMAGE_WITHIN_HOURS,
  RETURN_WITHIN_DAYS,
} from '#shop/constants.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import { Figures, PolicyPage, type Section } from './policy-page.tsx'
import { ModelCancellationForm } from './model-cancellation-form.tsx'
import {
  CancelBeforeShippingSection,
  ChangeOfMindSection,
  DamagedProductsSection,
  RefundsSection,
  ThirtyDayReturnsSection,
  DisputesSection,
} from './returns-sections.tsx'

export const head = (args: HeadArgs<undefined>): Head =>
  buildContentHead(
    {
      title: 'Returns and refunds',
      description: `Return within ${RETURN_WITHIN_DAYS} days of delivery, refunds in ${REFUND_WORKING_DAYS} working days, and your legal right to cancel within ${CANCELLATION_DAYS} days.`,
      path: '/returns-refunds',
    },
    args,
  )

const FIGURES = [
  {
    label: 'To return something unopened',
    figure: `${RETURN_WITHIN_DAYS} days`,
    note: `From delivery. ${messages.statutoryRights}`,
  },
  {
    label: 'To change your mind by law',
    figure: `${CANCELLATION_DAYS} days`,
    note: 'From the day after delivery, without giving a reason.',
  },
  {
    label: 'To report damage',
    figure: `${REPORT_DAMAGE_WITHIN_HOURS} hours`,
    note: `From delivery. ${messages.statutoryRights}`,
  },
  {
    label: 'Working days to your refund',
    figure: REFUND_WORKING_DAYS,
    note: `Once the goods, or your word about damage, have reached us. ${messages.statutoryRights}`,
  },
]

const SECTIONS: readonly Section[] = [
  { id: 'before-it-ships', title: 'Before it ships', body: <CancelBeforeShippingSection /> },
  { id: 'damaged', title: 'Damaged, faulty or wrong', body: <DamagedProductsSection />, isFixed: true },
  { id: 'return', title: `Returns within ${RETURN_WITHIN_DAYS} days`, body: <ThirtyDayReturnsSection /> },
  {
    id: 'cancel',
    title: `Your right to cancel within ${CANCELLATION_DAYS} days`,
    body: <ChangeOfMindSection />,
    isFixed: true,
  },
  { id: 'form', title: 'Model cancellation form', body: <ModelCancellationForm />, isFixed: true },
  { id: 'refunds', title: 'How you get your money', body: <RefundsSection />, isFixed: true },
  { id: 'unsettled', title: 'If we cannot agree', body: <DisputesSection /> },
]

export default function ReturnsRefundsPage() {
  return (
    <PolicyPage
      title="Returns and refunds"
      lead="If it is not right, we put it right. If you changed your mind, you may send it back. Here is how, and by when."
      figures={<Figures figures={FIGURES} />}
      areFiguresFixed
      sections={SECTIONS}
    />
  )
}
