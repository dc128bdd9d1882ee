import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { submitBulkMove } from '#tests/fixtures/orders/bulk-move-requests.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

type OldAddress = { changed: Record<string, string>; reason: string | null }
const postCodeReason = (postCode: string) => `${postCode} is no post code of the United Kingdom`
const SHORT_PHONE = 'the phone number is too short'
/** The last ones are deliverable. */
const OLD_ADDRESSES: readonly OldAddress[] = [
  { changed: { country: 'France', post_code: '75001' }, reason: 'the country is France' },
  { changed: { country: 'Jersey' }, reason: 'the country is Jersey' },
  { changed: { post_code: 'JE2 3XX' }, reason: postCodeReason('JE2 3XX') },
  { changed: { post_code: '75001' }, reason: postCodeReason('75001') },
  { changed: { phone: '12' }, reason: SHORT_PHONE },
  { changed: { phone: '020 7946 ext. 12345' }, reason: SHORT_PHONE },
  { changed: { country: 'France', phone: '12' }, reason: `the country is France; ${SHORT_PHONE}` },
  { changed: { country: ' united kingdom', post_code: 'sw1a1aa' }, reason: null },
  { changed: { country: 'Northern Ireland', post_code: 'BT1 5GS' }, reason: null },
]
const OPEN = ['pending', 'processing', 'shipped'] as const
const CLOSED = ['delivered', 'cancelled'] as const
const MARK = adminOrderMessages.cannotBeDelivered([])

export const undeliverableOrders: ProofStep = {
  name: 'undeliverable-orders',
  scenario: `orders in each status with ${OLD_ADDRESSES.length} addresses of the time before such were refused: the list and the page of an order mark those that are open and cannot be delivered, with the reason, and no others`,
  async runProof(proofContext, checks) {
    const shop = await proofContext.shop()
    const db = await proofContext.db()
    const owner = await signInAsAdmin(shop.url)
    const customers = await createSignedInCustomers(shop, OLD_ADDRESSES.length)
    const product = await insertProduct(db, { name: 'Undeliverable Honey', stock: 1000 })
    for (const [index, { changed, reason }] of OLD_ADDRESSES.entries()) {
      const customer = customers[index]!
      const ids: string[] = []
      for (const _ of [...OPEN, ...CLOSED])
        ids.push(await placeOrderOverHttp(customer, [{ product, quantity: 1 }]))
      await submitBulkMove(owner, 'pending', ids.slice(1, 4))
      await submitBulkMove(owner, 'processing', ids.slice(2, 4))
      await submitBulkMove(owner, 'shipped', ids.slice(3, 4))
      await customer.submit('/profile/orders', { order_id: ids[4]!, intent: 'cancel' })
      await db.query(
        'update orders set shipping_address = (shipping_address::jsonb || $2)::json where id = any ($1)',
        [ids, changed],
      )
      const expected = reason === null ? null : adminOrderMessages.cannotBeDelivered([reason])
      const list = await owner.html(`/admin/orders?search=${encodeURIComponent(customer.email)}`)
      const expectedMarks = expected === null ? 0 : OPEN.length
      checks.expect(
        count(list, MARK) === expectedMarks && (expected === null || count(list, expected) === expectedMarks),
        () => `${JSON.stringify(changed)}: ${count(list, MARK)} marks in the list, and not ${expectedMarks}`,
      )
      for (const [at, status] of [...OPEN, ...CLOSED].entries()) {
        const page = await owner.html(`/admin/orders/${ids[at]}`)
        const isMarked = expected !== null && at < OPEN.length
        checks.expect(
          count(page, MARK) === (isMarked ? 1 : 0) && (!isMarked || page.includes(expected)),
          () => `${JSON.stringify(changed)}, ${status}: ${count(page, MARK)} marks on its page`,
        )
      }
    }
    return `${OLD_ADDRESSES.length * (OPEN.length + CLOSED.length)} orders`
  },
}

const count = (text: string, words: string) => text.split(words).length - 1

export const undeliverableOrderMutants: Mutant[] = [
  {
    guard: 'staff are told which open orders cannot be delivered to their address',
    step: 'undeliverable-orders',
    file: 'features/orders/dispatch/undeliverable.ts',
    needsBuild: true,
    from: 'if (!isOrderOpen(status)) return []',
    to: 'if (isOrderOpen(status)) return []',
  },
  {
    guard: 'staff are told of an older order with a post code outside the United Kingdom',
    step: 'undeliverable-orders',
    file: 'features/orders/dispatch/undeliverable.ts',
    needsBuild: true,
    from: '!otherCountryName && !postCode.ok',
    to: '!post_code',
  },
]
