import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import type { BuyerTotals } from '#features/stock/recalls/recall.ts'

export function BuyerTotalsText({ totals }: { totals: BuyerTotals }) {
  if (totals.orders === 0) return recallMessages.nobody
  const { without_email } = totals
  return [recallMessages.totals(totals), without_email > 0 && recallMessages.withoutEmail(without_email)]
    .filter(Boolean)
    .join(' ')
}
