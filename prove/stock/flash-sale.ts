import { insertProduct, readStock, findInconsistencies } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import {
  createCheckoutForm,
  sendCheckout,
  type CheckoutResponse,
} from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { randomInteger, createSeededRandom, SEED } from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const STOCK = 10
const CONNECTIONS = 200
const PROCESSES = 3
const buyersAt = (scale: number) => (scale >= 0.05 ? 500 : scale >= 0.01 ? 60 : 30)

type SentAttempt = { buyer: HttpClient; checkoutForm: FormFields; answer?: CheckoutResponse | undefined }

const isExpectedAnswer = (answer: CheckoutResponse | undefined) =>
  Boolean(answer?.placed ?? answer?.lines?.every(({ problem }) => problem === 'not-enough-stock'))

export const flashSale: ProofStep = {
  name: 'flash-sale',
  scenario:
    'flash sale: stock 10, 500 buyers over 200 connections (fewer below a scale of 0.05), kill -9 in the middle of each round, by one process and by three in turns',
  async runProof(proofContext, checks) {
    const dataDir = proofContext.dataDir()
    let opened = 0
    // With one process, concurrent orders are batched and rarely collide.
    const open = () =>
      proofContext.open({ dataDir, env: { PROCESSES: String(opened++ % 2 ? 1 : PROCESSES) } })
    let shop = await open()
    let db = connectToShopDatabase(dataDir)
    const buyers = await createSignedInCustomers(shop, buyersAt(proofContext.scale))
    let cutOff = 0
    const random = createSeededRandom(SEED)
    const rounds = proofContext.times(100, 2)
    for (let round = 1; round <= rounds; round += 1) {
      const jar = await insertProduct(db, { name: `Last Jars ${round}`, price: 7.25, stock: STOCK })
      const sent: SentAttempt[] = buyers.map((buyer) => ({
        buyer: buyer.copy(shop.url),
        checkoutForm: createCheckoutForm([{ product: jar, quantity: 1 }]),
      }))
      const killAfter = randomInteger(1, STOCK + 10, random)
      let answered = 0
      await runConcurrently(CONNECTIONS, sent, async (attempt) => {
        const answer = await sendCheckout(attempt.buyer, attempt.checkoutForm).catch(() => undefined)
        // A worker that outlives the killed process for a moment answers that the order failed.
        if (answer && (isExpectedAnswer(answer) || answered < killAfter)) attempt.answer = answer
        if (answer && ++answered === killAfter) shop.process.kill('SIGKILL')
      })
      await db.close()
      shop = await open()
      db = connectToShopDatabase(dataDir)
      const unanswered = sent.filter(({ answer }) => !answer)
      cutOff += unanswered.length
      await runConcurrently(CONNECTIONS, unanswered, async (attempt) => {
        attempt.answer = await sendCheckout(attempt.buyer.copy(shop.url), attempt.checkoutForm).catch(
          (problem: unknown) => ({ message: String(problem) }),
        )
      })
      for (const { answer } of sent) {
        checks.expect(
          isExpectedAnswer(answer),
          () => `round ${round}: somebody was answered ${toShortJson(answer)}`,
        )
      }
      const sold = new Set(sent.flatMap(({ answer }) => answer?.placed?.order_id ?? []))
      const rows = await db.query<{ order_id: string }>(
        'select order_id from order_items where product_id = $1',
        [jar.id],
      )
      const stock = await readStock(db, jar)
      const found = {
        sold: sold.size,
        orders: rows.length,
        kept: rows.filter(({ order_id }) => sold.has(order_id)).length,
        stock,
      }
      checks.expect(
        toShortJson(found) === toShortJson({ sold: STOCK, orders: STOCK, kept: STOCK, stock: 0 }),
        () => `round ${round}: ${toShortJson(found)}`,
      )
      const wrong = await findInconsistencies(db)
      if (wrong.length > 0) checks.wrong.push(`round ${round}: ${toShortJson(wrong)}`)
    }
    await db.close()
    return `seed ${SEED}; ${rounds} rounds of ${buyers.length} buyers; ${cutOff} submits cut off by kills and sent again; 10 sold each time, ledger = stock`
  },
}
