import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { poolAddressesOf } from '#platform/database/connection/connect.server.ts'
import { insertAdmin, insertProduct, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestAccounts } from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { claimDueMails, markMailSent } from '#features/mail/outbox/outbox-queries.server.ts'
import { renderEmail } from '#features/mail/templates/render-email.server.ts'
import { composeMessage } from '#features/mail/transport/mail-transport.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import { deleteExpiredStockAlerts, requestStockAlert, stopStockAlerts } from './stock-alerts.server.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterEach(async () => {
  await database.query('delete from stock_alerts')
  await database.query('delete from outbox')
})
afterAll(() => database.close())

const shop = () => createTestShop(database)
const unlimited = {
  takeStockAlertAttempt: async () => 0,
  stockAlertToken: (email: string) => createTestAccounts(database).accounts.stockAlertToken(email),
}
const ask = (product: { id: string }, email: string) =>
  requestStockAlert(shop(), unlimited, visitor, {
    slug: `product-${product.id}`,
    email,
    client: { ip: '203.0.113.7' },
  })
const restock = (product: { id: string }, by: number) =>
  adjustStock(shop(), admin, { productId: product.id, change: by, reason: 'Delivery' })
const queued = () =>
  database.query<{ recipient: string; payload: { product_id: string; stop_token: string } }>(
    `select recipient, payload from outbox where kind = 'stock-alert' order by id`,
  )
const open = () => database.query<{ email: string }>('select email from stock_alerts order by id')
const soldOut = () => insertProduct(database, { stock: 0 })

describe('MAIL-15 Alerts about products back in stock', () => {
  test('one email for each address when the stock rises from 0, and none when it rises or falls otherwise', async () => {
    const [tea, honey] = [await soldOut(), await soldOut()]
    await ask(tea, 'asha@shopper.example')
    await ask(tea, 'ravi@shopper.example')
    await ask(honey, 'asha@shopper.example')
    await restock(tea, 3)
    expect((await queued()).map(({ recipient }) => recipient)).toEqual([
      'asha@shopper.example',
      'ravi@shopper.example',
    ])
    await restock(tea, 3)
    await restock(tea, -6)
    await restock(tea, 1)
    expect(await queued()).toHaveLength(2)
    expect(await open()).toEqual([{ email: 'asha@shopper.example' }])
  })

  test('no email while the product is inactive, and one once it is on sale and in stock', async () => {
    const product = await soldOut()
    await ask(product, 'asha@shopper.example')
    await database.query('update products set is_active = false where id = $1', [product.id])
    await restock(product, 3)
    expect(await queued()).toEqual([])
    await database.query('update products set is_active = true where id = $1', [product.id])
    expect(await queued()).toHaveLength(1)
  })

  test('a product in stock, an inactive one and an unknown one take no address', async () => {
    const [inStock, inactive] = [
      await insertProduct(database),
      await insertProduct(database, { stock: 0, is_active: false }),
    ]
    expect(await ask(inStock, 'asha@shopper.example')).toMatchObject({ refusal: { code: 'in-stock' } })
    for (const product of [inactive, { id: crypto.randomUUID() }])
      expect(await ask(product, 'asha@shopper.example')).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await open()).toEqual([])
  })

  test('a request that overlaps the change of stock gets its email', async () => {
    expect(await overlappingRequest(await soldOut())).toEqual({ open: 0, queued: 1 })
  })

  test('without the lock of the product, that request would wait for ever', async () => {
    const withoutLock = await replaceFunction('request_stock_alert(text, text, uuid)', ' for share', '')
    try {
      expect(await overlappingRequest(await soldOut())).toEqual({ open: 1, queued: 0 })
    } finally {
      await withoutLock.restore()
    }
  })

  test('concurrent changes of stock send one email for each address', async () => {
    const product = await soldOut()
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(product, `shopper-${index}@shopper.example`)),
    )
    await churn(product)
    expect((await queued()).map(({ recipient }) => recipient).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, index) => `shopper-${index}@shopper.example`),
    )
    expect(await open()).toEqual([])
  })

  test('without the deletion in the same statement, each rise of the stock would send again', async () => {
    const withoutDeletion = await replaceFunction(
      'queue_stock_alerts(uuid)',
      /delete from public.stock_alerts a([\s\S]*?)returning a.id, a.product_id, a.email, a.stop_token/,
      'select gen_random_uuid() as id, a.product_id, a.email, a.stop_token from public.stock_alerts a$1',
    )
    try {
      const product = await soldOut()
      await ask(product, 'asha@shopper.example')
      await churn(product)
      expect((await queued()).length).toBeGreaterThan(1)
    } finally {
      await withoutDeletion.restore()
    }
  })
})

describe('MAIL-16 Addresses of others', () => {
  test('the answer is the same for a second request, and one address has at most ten open alerts', async () => {
    const product = await soldOut()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(product, 'asha@shopper.example')))
    for (let each = 0; each < 11; each++) answers.push(await ask(await soldOut(), 'asha@shopper.example'))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await open()).toHaveLength(10)
  })

  test('requests above the rate limit are refused with the time to wait', async () => {
    const product = await soldOut()
    const answer = await requestStockAlert(
      shop(),
      { ...unlimited, takeStockAlertAttempt: async () => 90 },
      visitor,
      { slug: `product-${product.id}`, email: 'asha@shopper.example', client: { ip: '203.0.113.7' } },
    )
    expect(answer).toMatchObject({ refusal: { code: 'too-many-tries', retry_after_seconds: 90 } })
    expect(await open()).toEqual([])
  })
})

describe('MAIL-17 Stopping', () => {
  test('the email has the stop link, a List-Unsubscribe header and nothing that the requester wrote', async () => {
    const product = await soldOut()
    await ask(product, 'ring-07700900123-now@shopper.example')
    await restock(product, 3)
    const [mail] = await claimDueMails(database.db.worker, {
      limit: 5,
      leaseSeconds: 45,
      host: 'shop.example',
    })
    const content = await renderEmail(
      {
        db: database.db.worker,
        identity: demonstrationIdentity,
        publicUrl: 'https://shop.example',
        verificationLink: async () => null,
      },
      mail!,
    )
    const { headers, subject, text, html } = composeMessage(
      { kind: mail!.kind, content, messageId: mail!.message_id, date: new Date(mail!.created_at) },
      demonstrationIdentity,
    )
    const { payload } = (await queued())[0]!
    const stopUrl = `https://shop.example/stock-alerts?token=${payload.stop_token}`
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(subject).toBe('Forest Honey is back in stock')
    expect(text).toContain(stopUrl)
    expect(`${String(text)}${String(html)}`).not.toContain('07700900123')
  })

  test('MAIL-17 the link of an email that was sent stops what the address has asked for since', async () => {
    const [tea, honey] = [await soldOut(), await soldOut()]
    await ask(tea, 'asha@shopper.example')
    await restock(tea, 3)
    const { payload } = (await queued())[0]!
    await database.query('delete from outbox')
    await ask(honey, 'asha@shopper.example')
    await ask(honey, 'ravi@shopper.example')
    await stopStockAlerts(shop(), visitor, payload.stop_token)
    expect(await open()).toEqual([{ email: 'ravi@shopper.example' }])
  })

  test('the token stops all alerts of the address and its unsent emails, and no others', async () => {
    const [tea, honey] = [await soldOut(), await soldOut()]
    for (const product of [tea, honey]) await ask(product, 'asha@shopper.example')
    await ask(honey, 'ravi@shopper.example')
    await restock(tea, 3)
    const { payload } = (await queued())[0]!
    await stopStockAlerts(shop(), visitor, crypto.randomUUID())
    await stopStockAlerts(shop(), visitor, 'no token')
    expect(await open()).toHaveLength(2)
    await stopStockAlerts(shop(), visitor, payload.stop_token)
    expect([await open(), await queued()]).toEqual([[{ email: 'ravi@shopper.example' }], []])
  })
})

describe('MAIL-18 Deletion', () => {
  test('a sent email leaves no trace of the address', async () => {
    const product = await soldOut()
    await ask(product, 'asha@shopper.example')
    await restock(product, 3)
    const [mail] = await claimDueMails(database.db.worker, {
      limit: 5,
      leaseSeconds: 45,
      host: 'shop.example',
    })
    await markMailSent(database.db.worker, mail!, ['stop_token'])
    expect([await open(), await queued()]).toEqual([[], []])
  })

  test('alerts and unsent emails end after 180 days', async () => {
    const [tea, honey] = [await soldOut(), await soldOut()]
    for (const product of [tea, honey]) await ask(product, 'asha@shopper.example')
    await restock(tea, 3)
    await deleteExpiredStockAlerts(shop())
    expect([(await open()).length, (await queued()).length]).toEqual([1, 1])
    for (const table of ['stock_alerts', 'outbox'])
      await database.query(`update ${table} set created_at = now() - interval '181 days'`)
    await deleteExpiredStockAlerts(shop())
    expect([await open(), await queued()]).toEqual([[], []])
  })
})

/** The request is open while the stock rises; because of the lock, the change waits for it. */
async function overlappingRequest(product: { id: string }) {
  const client = new pg.Client({ connectionString: poolAddressesOf(database.connectionString).acting })
  await client.connect()
  await client.query('begin; set local role ninth_bend_visitor')
  await client.query('select public.request_stock_alert($1, $2, gen_random_uuid())', [
    `product-${product.id}`,
    'asha@shopper.example',
  ])
  const change = restock(product, 3)
  await Promise.race([change, new Promise((resolve) => setTimeout(resolve, 200))])
  await client.query('commit')
  await Promise.all([change, client.end()])
  return { open: (await open()).length, queued: (await queued()).length }
}

/** The stock rises from 0 at least once per round. */
async function churn(product: { id: string }) {
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await restock(product, 1)
        await restock(product, -1)
      }),
    )
}

async function replaceFunction(name: string, from: string | RegExp, to: string) {
  const [{ definition }] = (await database.query<{ definition: string }>(
    'select pg_get_functiondef($1::regprocedure) as definition',
    [name],
  )) as [{ definition: string }]
  const changed = definition.replace(from, to)
  expect(changed).not.toBe(definition)
  await database.query(changed)
  return { restore: () => database.query(definition) }
}
