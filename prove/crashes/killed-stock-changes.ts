import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { countField, type StockTake } from '#shop/stock/stock-takes/stock-take.ts'
import {
  connectToShopDatabase,
  readPostgresProcess,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import {
  findInconsistencies,
  insertCategory,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin, type FormFields, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { createSeededRandom, randomInteger, SEED, type Random } from '#prove/runner/seeded-random.ts'
import { isTestRun, skipInTestRun } from '#prove/runner/test-run.ts'

const PRODUCTS = 40
/** The most that a delivery has. */
const LINES = 200
const MAX_KILL_DELAY_MS = 120

/** A form that changes many rows, and a query that counts the rows that it has changed, and all that it changes. */
type StockChange = { path: string; form: FormFields; count: string; parameters: unknown[]; all: number }
type Prepare = (owner: HttpClient, database: DatabaseClient, random: Random) => Promise<StockChange>

const CHANGES: Record<string, Prepare> = {
  delivery: async (_owner, database, random) => {
    const { products } = await insertProducts(database)
    const lines = Array.from(
      { length: LINES },
      (_, index) => [products[index % PRODUCTS]!.id, randomInteger(1, 9, random)] as const,
    )
    const id = randomUUID()
    return {
      path: '/admin/stock/deliveries/new',
      form: {
        intent: 'receive',
        delivery_id: id,
        version: '0',
        reason: 'Delivery',
        products: lines.map(([product]) => product).join(' '),
        ...Object.fromEntries(lines.map(([, quantity], index) => [`quantity-${index}`, String(quantity)])),
      },
      count: `select count(*)::int as count from product_batches b join batch_movements m on m.batch_id = b.id
               where b.delivery_id = $1 and exists (select from deliveries d where d.id = $1 and d.received_at is not null)`,
      parameters: [id],
      all: LINES,
    }
  },
  'stock-take': async (owner, database, random) => {
    const { category } = await insertProducts(database)
    const id = randomUUID()
    const path = `/admin/stock/takes/count?take=${id}`
    await owner.submit('/admin/stock/takes', { take_id: id, scope: category })
    const { take } = (await owner.page(path)).loaderData!['admin-stock-take'] as { take: StockTake }
    const counts = take.lines.map((line) => [
      countField(line.id),
      String(line.on_shelf + randomInteger(1, 5, random)),
    ])
    const reason = `Counted ${id}`
    return {
      path,
      form: {
        intent: 'apply',
        take_id: id,
        version: String(take.version),
        reason,
        ...Object.fromEntries(counts),
      },
      count: `select count(*)::int as count from inventory_adjustments
               where reason = $1 and exists (select from stock_takes t where t.id = $2 and t.applied_at is not null)`,
      parameters: [reason, id],
      all: PRODUCTS,
    }
  },
  recall: async (owner, database) => {
    const product = await insertProduct(database, { stock: 5 })
    const lines = Array.from({ length: LINES }, (_, index) => [`quantity-${index}`, '1'])
    await owner.submit('/admin/stock/deliveries/new', {
      intent: 'receive',
      delivery_id: randomUUID(),
      version: '0',
      reason: 'Delivery',
      products: lines.map(() => product.id).join(' '),
      ...Object.fromEntries(lines),
    })
    const id = randomUUID()
    return {
      path: '/admin/recalls',
      form: {
        intent: 'start',
        recall_id: id,
        product_id: product.id,
        whole: 'on',
        reason: 'Sesame',
        customer_text: 'Return it.',
      },
      count: `select count(*)::int as count from recall_batches c join product_batches b on b.id = c.batch_id join products p on p.id = b.product_id
               where c.recall_id = $1 and b.is_recalled and p.sellable_stock = 0`,
      parameters: [id],
      all: LINES + 1,
    }
  },
}

export const killedStockChanges: ProofStep = {
  name: 'stock-kills',
  scenario:
    'kill -9 of the shop or of PostgreSQL while a delivery of 200 lines is received, a stock-take applied and 201 batches recalled: all or nothing, all of it if it was acknowledged, and once if it is sent again',
  async runProof(proofContext, checks) {
    if (isTestRun(proofContext)) return skipInTestRun(checks)
    const random = createSeededRandom(SEED)
    const dataDir = proofContext.dataDir()
    const open = () => proofContext.open({ dataDir, env: { LOG_LEVEL: 'error' } })
    const outcomes = { nothing: 0, all: 0, acknowledged: 0 }
    let shop = await open()
    const kinds = Object.keys(CHANGES)
    const rounds = proofContext.times(90, 6)
    for (let round = 0; round < rounds; round += 1) {
      const kind = kinds[round % kinds.length]!
      let database = connectToShopDatabase(dataDir)
      const owner = await signInAsAdmin(shop.url)
      const change = await CHANGES[kind]!(owner, database, random)
      await database.close()
      const answer = owner.submit(change.path, change.form).then(
        ({ redirect }) => redirect !== undefined,
        () => false,
      )
      await pause(random() * MAX_KILL_DELAY_MS)
      if (round % 2 === 0) process.kill(readPostgresProcess(dataDir).pid, 'SIGKILL')
      shop.process.kill('SIGKILL')
      const isAcknowledged = await answer
      shop = await open()
      database = connectToShopDatabase(dataDir)
      const readCount = async () =>
        (await database.query<{ count: number }>(change.count, change.parameters))[0]!.count
      const count = await readCount()
      checks.expect(
        isAcknowledged ? count === change.all : count === 0 || count === change.all,
        () =>
          `${count} of ${change.all} of a ${kind} (round ${round}, ${isAcknowledged ? '' : 'not '}acknowledged)`,
      )
      outcomes[isAcknowledged ? 'acknowledged' : count === 0 ? 'nothing' : 'all'] += 1
      await (await signInAsAdmin(shop.url)).submit(change.path, change.form)
      const again = await readCount()
      checks.expect(again === change.all, () => `${again} of ${change.all} of a ${kind} that was sent again`)
      const inconsistencies = await findInconsistencies(database)
      checks.expect(inconsistencies.length === 0, () => `does not add up: ${JSON.stringify(inconsistencies)}`)
      await database.close()
    }
    return `${rounds} kills: ${outcomes.nothing} times nothing had happened, ${outcomes.all} times all without an answer, ${outcomes.acknowledged} times all with one; seed ${SEED}`
  },
}

async function insertProducts(
  database: DatabaseClient,
): Promise<{ category: string; products: TestProduct[] }> {
  const category = await insertCategory(database, `Counted ${randomUUID()}`)
  const products: TestProduct[] = []
  for (let index = 0; index < PRODUCTS; index += 1)
    products.push(await insertProduct(database, { stock: 5, category_id: category }))
  return { category, products }
}
