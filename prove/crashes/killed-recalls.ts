import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { createKilledChanges, type PrepareChange } from './killed-changes.ts'
import { DELIVERY_LINES, deliveryForm } from './killed-stock-changes.ts'

const CUSTOMERS = 30
const SEND_TIMEOUT_MS = 30_000
const RECALLS_PATH = '/admin/recalls'

const recallForm = (recall_id: string, product_id: string) => ({
  intent: 'start',
  recall_id,
  product_id,
  whole: 'on',
  reason: 'Sesame',
  customer_text: 'Return it.',
})

const startRecall: PrepareChange = async ({ owner, database }) => {
  const product = await insertProduct(database, { stock: 5 })
  const lines = Array.from({ length: DELIVERY_LINES }, () => [product.id, 1] as const)
  await owner.submit('/admin/stock/deliveries/new', deliveryForm(randomUUID(), lines))
  const id = randomUUID()
  return {
    path: RECALLS_PATH,
    form: recallForm(id, product.id),
    counts: `
      select (select count(*)::int from recalls r where r.id = $1) as recalls,
             (select count(*)::int from recall_batches c join product_batches b on b.id = c.batch_id where c.recall_id = $1 and b.is_recalled) as batches,
             (select count(*)::int from products p where p.id = $2 and p.sellable_stock = 0) as stopped,
             (select count(*)::int from audit_events e where e.subject_id = $2 and e.event = 'recalled') as recorded`,
    parameters: [id, product.id],
    all: { recalls: 1, batches: DELIVERY_LINES + 1, stopped: 1, recorded: 1 },
    stop: {
      table: 'product_batches',
      event: 'update',
      when: `new.product_id = '${product.id}' and new.is_recalled`,
    },
  }
}

const recallEmails: PrepareChange = async ({ owner, database, shop }) => {
  const product = await insertProduct(database, { stock: CUSTOMERS * 2 })
  const customers = await createSignedInCustomers(shop, CUSTOMERS)
  for (const customer of customers) await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
  const id = randomUUID()
  await owner.submit(RECALLS_PATH, recallForm(id, product.id))
  return {
    path: RECALLS_PATH,
    form: { intent: 'tell', recall_id: id, confirmed: String(CUSTOMERS) },
    counts: `
      select (select count(*)::int from recalls r where r.id = $1 and r.mailed_at is not null) as recalls,
             (select count(*)::int from outbox m where m.kind = 'product-recall' and m.payload ->> 'recall_id' = $1::text) as emails,
             (select count(distinct m.recipient)::int from outbox m where m.kind = 'product-recall' and m.payload ->> 'recall_id' = $1::text) as customers,
             (select count(*)::int from audit_events e where e.subject_id = $2 and e.event = 'customers-told') as recorded`,
    parameters: [id, product.id],
    all: { recalls: 1, emails: CUSTOMERS, customers: CUSTOMERS, recorded: 1 },
    stop: {
      table: 'outbox',
      event: 'insert',
      when: `new.kind = 'product-recall' and new.payload ->> 'recall_id' = '${id}'`,
    },
    async findMissing(after) {
      await waitUntilSent(after)
      const folder = new MailFolder(shop.dataDir)
      return customers.flatMap(({ email }) =>
        folder.to('product-recall', email).length > 0 ? [] : [`no recall email to ${email}`],
      )
    },
  }
}

async function waitUntilSent(database: DatabaseClient) {
  for (const until = Date.now() + SEND_TIMEOUT_MS; Date.now() < until; await pause(100)) {
    // Expires the leases of killed workers.
    await database.query(
      'update outbox set available_at = now() where sent_at is null and available_at > now()',
    )
    const unsent = await database.query(
      `select from outbox where kind = 'product-recall' and sent_at is null`,
    )
    if (unsent.length === 0) return
  }
}

export const killedRecalls: ProofStep = createKilledChanges({
  name: 'recall-kills',
  scenario: `kill -9 of the shop, of PostgreSQL or of the backend while the sale of 201 batches is stopped, and while ${CUSTOMERS} customers are told: all or nothing, all of it if it was acknowledged, once if it is sent again, and each customer gets the email`,
  changes: { recall: startRecall, 'recall email': recallEmails },
  rounds: 60,
  maxKillDelayMs: 120,
})
