import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { submitBulkMove } from '#tests/fixtures/orders/bulk-move-requests.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { startDisconnectingProxy } from '#prove/runner/disconnecting-proxy.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { createSeededRandom, randomInteger, SEED } from '#prove/runner/seeded-random.ts'
import { withoutKeepAlive } from './without-keep-alive.ts'

const ORDERS = 6
const CONCURRENT_SUBMITS = 10
/** Bytes from the request headers to the end of the response. */
const [REQUEST_BYTES, ANSWER_BYTES] = [1200, 1200]

export const repeatedBulkMoves: ProofStep = {
  name: 'bulk-moves',
  scenario: `a step of ${ORDERS} orders sent ${CONCURRENT_SUBMITS} times at the same moment; and the next one with the line cut at a random byte of the request or of the answer, sent again until it is answered`,
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
    for (const customer of customers) {
      const product = await insertProduct(db, { name: 'Repeated Honey', stock: 100 })
      const ids: string[] = []
      for (let order = 0; order < ORDERS; order++)
        ids.push(await placeOrderOverHttp(customer, [{ product, quantity: 1 }]))

      const answers = await Promise.all(
        Array.from({ length: CONCURRENT_SUBMITS }, (_, number) =>
          submitBulkMove(owner.copy(), 'pending', number % 2 === 0 ? ids : ids.toReversed()),
        ),
      )
      const kinds = answers.map(({ kind }) => kind ?? 'unanswered').sort()
      checks.expect(
        toShortJson(kinds) ===
          toShortJson(['done', ...Array.from({ length: CONCURRENT_SUBMITS - 1 }, () => 'refused')]),
        () => `answered ${toShortJson(kinds)}`,
      )
      for (let attempt = 0; attempt < 3; attempt++)
        await submitBulkMove(withoutKeepAlive(owner, proxy.url), 'processing', ids).catch(() => (lost += 1))
      await submitBulkMove(owner.copy(), 'processing', ids)
      const again = await submitBulkMove(owner.copy(), 'processing', ids)
      const records = await db.query<{ status: string; moved: number; mails: number }>(
        `select o.status, (select count(*)::int from order_history h where h.order_id = o.id and h.event = 'moved') as moved,
                (select count(*)::int from outbox m where m.payload ->> 'order_id' = o.id::text and m.kind <> 'order-confirmation') as mails
           from orders o where o.id = any ($1)`,
        [ids],
      )
      const once = Array.from({ length: ORDERS }, () => ({ status: 'shipped', moved: 2, mails: 1 }))
      checks.expect(
        toShortJson(records) === toShortJson(once) && again.kind === 'refused',
        () => `${toShortJson(records)}, at last answered ${toShortJson(again)}`,
      )
    }
    proxy.close()
    return `seed ${SEED}; each order moved once, with one email; ${lost} answers lost on the way`
  },
}

export const bulkMoveMutants: Mutant[] = [
  {
    guard: 'a bulk change compares the status that was seen',
    step: 'bulk-moves',
    file: 'features/orders/sql/move_orders.sql',
    from: 'public.move_order(v_move.id, v_move.expected_status, v_move.to_status)',
    to:
      '(select public.move_order(o.id, o.status, s.next_status) from public.orders o ' +
      'left join public.order_statuses() s on s.status = o.status where o.id = v_move.id)',
  },
]
