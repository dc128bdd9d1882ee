import { aProduct, stockOf, whatDoesNotAddUp } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit, send, type Answered } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'
import type { Fields, Visitor } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import { between, chanceOf, SEED } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'

const STOCK = 10
const CONNECTIONS = 200
const PROCESSES = 3
const buyersAt = (scale: number) => (scale >= 0.05 ? 500 : scale >= 0.01 ? 60 : 30)

type Sent = { buyer: Visitor; submit: Fields; answer?: Answered | undefined }

/** That it was placed, or that there is none left. */
const wasTold = (answer: Answered | undefined) => Boolean(answer?.placed ?? answer?.lines?.every(({ problem }) => problem === 'not-enough-stock'))

/** D17: a product of which there are ten, far more buyers than pieces, and a shop that is killed in the middle of it. */
export const flashSale: Step = {
  name: 'flash-sale',
  asks: 'flash sale: stock 10, 500 buyers over 200 connections (fewer below a scale of 0.05), kill -9 in the middle of each round, by one process and by three in turns',
  async prove(stage, tries) {
    const dataDir = stage.dataDir()
    let opened = 0
    // Orders of one process hardly meet, for those that come together are placed together.
    const open = () => stage.open({ dataDir, env: { PROCESSES: String(opened++ % 2 ? 1 : PROCESSES) } })
    let shop = await open()
    let look = lookInto(dataDir)
    const buyers = await manyCustomers(shop, buyersAt(stage.scale))
    let cutOff = 0
    const chance = chanceOf(SEED)
    const rounds = stage.times(100, 2)
    for (let round = 1; round <= rounds; round += 1) {
      const jar = await aProduct(look, { name: `Last Jars ${round}`, price: 7.25, stock: STOCK })
      const sent: Sent[] = buyers.map((buyer) => ({ buyer: buyer.copy(shop.url), submit: aSubmit([{ product: jar, quantity: 1 }]) }))
      const killAfter = between(1, STOCK + 10, chance)
      let answered = 0
      await atOnce(CONNECTIONS, sent, async (one) => {
        const answer = await send(one.buyer, one.submit).catch(() => undefined)
        // A process that outlives the killed one by a moment says that it could not place the order.
        if (answer && (wasTold(answer) || answered < killAfter)) one.answer = answer
        if (answer && ++answered === killAfter) shop.process.kill('SIGKILL')
      })
      await look.close()
      shop = await open()
      look = lookInto(dataDir)
      const again = sent.filter(({ answer }) => !answer)
      cutOff += again.length
      // Whoever got no answer sends the very same again.
      await atOnce(CONNECTIONS, again, async (one) => {
        one.answer = await send(one.buyer.copy(shop.url), one.submit).catch((problem: unknown) => ({ message: String(problem) }))
      })
      for (const { answer } of sent) {
        tries.expect(wasTold(answer), () => `round ${round}: somebody was answered ${short(answer)}`)
      }
      const sold = new Set(sent.flatMap(({ answer }) => answer?.placed?.order_id ?? []))
      const rows = await look.query<{ order_id: string }>('select order_id from order_items where product_id = $1', [jar.id])
      const stock = await stockOf(look, jar)
      const found = { sold: sold.size, orders: rows.length, kept: rows.filter(({ order_id }) => sold.has(order_id)).length, stock }
      tries.expect(short(found) === short({ sold: STOCK, orders: STOCK, kept: STOCK, stock: 0 }), () => `round ${round}: ${short(found)}`)
      const wrong = await whatDoesNotAddUp(look)
      if (wrong.length > 0) tries.wrong.push(`round ${round}: ${short(wrong)}`)
    }
    await look.close()
    return `seed ${SEED}; ${rounds} rounds of ${buyers.length} buyers; ${cutOff} submits cut off by kills and sent again; 10 sold each time, ledger = stock`
  },
}
