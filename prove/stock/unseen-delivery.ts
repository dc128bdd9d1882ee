import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { readDeliveryVersion, saveCharges } from './delivery-histories.ts'

const RATES = { standard_rate: '3.99', free_over: '30', express_rate: '', cut_off_hour: '14' }
const SHOWN = { delivery_service: 'standard', delivery_rate: '3.99', delivery_free_over: '30' }
const PRICE = 10
const FREE_QUANTITY = 4

/** Each differs from what the shop charges; the last two would cost the same. */
const UNSEEN: readonly { quantity: number; fields: FormFields }[] = [
  { quantity: 1, fields: { ...SHOWN, delivery_charge: '0' } },
  { quantity: 1, fields: { ...SHOWN, delivery_charge: '3.98' } },
  { quantity: 1, fields: { ...SHOWN, delivery_charge: '4.00' } },
  { quantity: FREE_QUANTITY, fields: { ...SHOWN, delivery_charge: '0', delivery_rate: '2.99' } },
  { quantity: FREE_QUANTITY, fields: { ...SHOWN, delivery_charge: '0', delivery_free_over: '20' } },
]
const SEEN: typeof UNSEEN = [
  { quantity: 1, fields: { ...SHOWN, delivery_charge: '3.99' } },
  { quantity: FREE_QUANTITY, fields: { ...SHOWN, delivery_charge: '0' } },
]

export const unseenDelivery: ProofStep = {
  name: 'unseen-delivery',
  scenario:
    'orders that saw another delivery charge or other delivery rates than those of the shop, also where the charge is equal: refused; with the right ones: placed',
  async runProof(proofContext, checks) {
    const { url, dataDir } = await proofContext.shop()
    const product = await insertProduct(await proofContext.db(), { price: PRICE, stock: 1_000_000 })
    const owner = await signInAsAdmin(url)
    const versions = async () => ({ version: await readDeliveryVersion(owner), saved: 0 })
    await saveCharges(owner, await versions(), { is_charged: 'on', ...RATES })
    try {
      for (const customer of await createSignedInCustomers({ url, dataDir }, proofContext.times(100, 2))) {
        for (const { quantity, fields } of UNSEEN) {
          const answer = await sendCheckout(customer, createCheckoutForm([{ product, quantity }], fields))
          checks.expect(!answer.placed, () => `placed with ${toShortJson(fields)}`)
        }
        for (const { quantity, fields } of SEEN) {
          const answer = await sendCheckout(customer, createCheckoutForm([{ product, quantity }], fields))
          checks.expect(Boolean(answer.placed), () => `refused with ${toShortJson(fields)}`)
        }
      }
    } finally {
      await saveCharges(owner, await versions(), RATES)
    }
  },
}

const DECIDE = 'features/checkout/sql/decide_orders.sql'

export const unseenDeliveryMutants: readonly Mutant[] = [
  {
    guard: 'an order with a delivery charge that was not shown is refused',
    step: 'unseen-delivery',
    file: DECIDE,
    from: 'if not v_is_offered or v_attempt.charge is distinct from v_attempt.seen_charge',
    to: 'if not v_is_offered or v_attempt.charge is distinct from v_attempt.charge',
  },
  {
    guard: 'an order with delivery rates that were not shown is refused, even if the charge is equal',
    step: 'unseen-delivery',
    file: DECIDE,
    from: `v_attempt.seen_delivery ? 'rate'`,
    to: 'false',
  },
]
