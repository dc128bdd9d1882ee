import { formatPounds } from '#shop/money/money.ts'

type Change = { is_offered: boolean; charge: number; seen_charge: number }

/** Why an order was refused whose delivery differs from what the shopper saw. */
export const deliveryChanged = (change: Change): string =>
  `${whatChanged(change)} Nothing was ordered: look over the total and the day, then place the order again.`

function whatChanged({ is_offered, charge, seen_charge }: Change): string {
  if (!is_offered) return 'Express delivery is not offered any more.'
  return charge === seen_charge
    ? 'What delivery costs, or the day on which it comes, has changed.'
    : `The delivery charge has changed from ${inSentence(seen_charge)} to ${inSentence(charge)}.`
}

const inSentence = (charge: number) => (charge === 0 ? 'nothing' : formatPounds(charge))
