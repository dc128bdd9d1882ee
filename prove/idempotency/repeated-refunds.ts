import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { findInconsistencies, insertProduct, readStock } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { createRefundForm, deliverOrder, submitRefund } from '#tests/fixtures/orders/refund-requests.ts'
import { startDisconnectingProxy } from '#prove/runner/disconnecting-proxy.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { createSeededRandom, randomInteger, SEED } from '#prove/runner/seeded-random.ts'
import { withoutKeepAlive } from './without-keep-alive.ts'

const STOCK = 100
const PRICE = 4.5
const CONCURRENT_SUBMITS = 10
/** Bytes from the request headers to the end of the response. */
const [REQUEST_BYTES, ANSWER_BYTES] = [1600, 1200]

export const repeatedRefunds: ProofStep = {
  name: 'refunds',
  scenario: `a refund of one of three jars sent with the line cut at a random byte of the request or of the answer, and again until it is answered; then another one ${CONCURRENT_SUBMITS} times at the same moment; then one of more than remains`,
  async runProof(proofContext, checks) {
    const shop = await proofContext.shop()
    const db = await proofContext.db()
    const owner = await signInAsAdmin(shop.url)
    const customers = await createSignedInCustomers(shop, proofContext.times(100, 4))
    const proxy = await startDisconnectingProxy(shop.url)
    const random = createSeededRandom(SEED)
    let lost = 0
    proxy.disconnectAfter(() =>
      random() < 0.6
        ? { request: null, answer: randomInteger(1, ANSWER_BYTES, random) }
        : { request: randomInteger(200, REQUEST_BYTES, random), answer: null },
    )
    const readRecords = async (id: string) =>
      (
        await db.query<{ refunded: number; refunds: number; mails: number; ledger: number }>(
          `select (select coalesce(sum(r.amount), 0)::float8 from refunds r where r.order_id = $1) as refunded,
                  (select count(*)::int from refunds r where r.order_id = $1) as refunds,
                  (select count(*)::int from outbox m where m.kind = 'order-refunded' and m.payload ->> 'order_id' = $1::text) as mails,
                  (select count(*)::int from inventory_adjustments a where a.order_id = $1 and a.action_type = 'order_refunded') as ledger`,
          [id],
        )
      )[0]!
    for (const customer of customers) {
      const product = await insertProduct(db, { name: 'Broken Honey', price: PRICE, stock: STOCK })
      const id = await placeOrderOverHttp(customer, [{ product, quantity: 3 }])
      await deliverOrder(owner, id)

      const first = await createRefundForm(db, id, 1)
      for (let attempt = 0; attempt < 3; attempt++)
        await submitRefund(withoutKeepAlive(owner, proxy.url), id, first).catch(() => (lost += 1))
      const answer = await submitRefund(owner.copy(), id, first)
      const afterFirst = { ...(await readRecords(id)), stock: await readStock(db, product) }
      checks.expect(
        answer.kind === 'done' &&
          toShortJson(afterFirst) ===
            toShortJson({ refunded: PRICE, refunds: 1, mails: 1, ledger: 1, stock: STOCK - 2 }),
        () => `cut off: ${toShortJson(afterFirst)}, answered ${toShortJson(answer)}`,
      )

      const second = await createRefundForm(db, id, 1)
      const answers = await Promise.all(
        Array.from({ length: CONCURRENT_SUBMITS }, () => submitRefund(owner.copy(), id, second)),
      )
      const tooMuch = await submitRefund(owner.copy(), id, await createRefundForm(db, id, 2))
      const records = { ...(await readRecords(id)), stock: await readStock(db, product) }
      checks.expect(
        answers.every(({ kind }) => kind === 'done') &&
          tooMuch.kind === 'refused' &&
          toShortJson(records) ===
            toShortJson({ refunded: 2 * PRICE, refunds: 2, mails: 2, ledger: 2, stock: STOCK - 1 }),
        () => `at once: ${toShortJson(records)}, more than remains answered ${toShortJson(tooMuch)}`,
      )
    }
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    proxy.close()
    return `seed ${SEED}; each refund once, with one email and one return to stock; ${lost} answers lost on the way`
  },
}

const REFUND = 'features/orders/refunds/sql/refund_order.sql'

export const refundMutants: Mutant[] = [
  {
    guard: 'a repeated refund is found by its idempotency key',
    step: 'refunds',
    file: REFUND,
    from: 'where r.order_id = p_order_id and r.idempotency_key = p_idempotency_key;\n  if found then',
    to: 'where r.order_id = p_order_id and r.idempotency_key = p_idempotency_key;\n  if false then',
  },
]
