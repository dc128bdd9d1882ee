import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient, signInAsAdmin, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { findFieldValue, pageText } from '#tests/fixtures/http/page-text.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const mails = new MailFolder(dataDir)
afterAll(() => database.close())

const visitor = () => new HttpClient(url)
const soldOut = (name = `Sold-out Tea ${randomUUID()}`) => insertProduct(database, { name, stock: 0 })
const alertPath = ({ id }: TestProduct) => `/stock-alerts?product=product-${id}`
const newEmail = () => `alert-${randomUUID()}@shopper.example`
/** Includes a row in the stock ledger. */
const restock = ({ id }: TestProduct) =>
  database.query(
    `with restocked as (update products set stock = 5 where id = $1 returning id)
     insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after)
     select id, 5, 'Delivery', 'manual_adjustment', 'system', 5 from restocked`,
    [id],
  )

describe('MAIL-15 The alert form of a sold-out product', () => {
  test('MAIL-15 the cached page has the form, and one email comes when the product is back', async () => {
    const product = await soldOut()
    const page = await visitor().html(`/products/product-${product.id}`)
    expect(page).toContain(`action="${alertPath(product)}"`)
    expect(page).not.toContain('form_user')
    const email = newEmail()
    const response = await visitor().post(alertPath(product), { email })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(pageText(await response.text())).toContain('We write once, as soon as it is back.')
    await restock(product)
    const mail = await mails.next('stock-alert', email)
    expect(mail.header('subject')).toBe(`${product.name} is back in stock`)
    const stopUrl = /<(.+)>/.exec(mail.header('list-unsubscribe') ?? '')![1]!
    expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(stopUrl).toMatch(/\/stock-alerts\?token=[0-9a-f-]{36}$/)
  })

  test('MAIL-15 a product in stock takes no address, and a missing one is 404', async () => {
    const inStock = await insertProduct(database, { stock: 5 })
    const response = await visitor().post(alertPath(inStock), { email: newEmail() })
    expect([response.status, pageText(await response.text())]).toEqual([
      409,
      expect.stringContaining('It is back in stock already.'),
    ])
    for (const method of ['GET', 'POST'])
      expect(
        (
          await visitor().fetch('/stock-alerts?product=nothing', {
            method,
            ...(method === 'POST' && { body: new URLSearchParams({ email: newEmail() }) }),
          })
        ).status,
      ).toBe(404)
  })

  test('MAIL-16 an invalid address and another site’s form are refused; a second request gets the same answer', async () => {
    const product = await soldOut()
    const invalid = await visitor().post(alertPath(product), { email: 'nobody@nowhere' })
    const form = await invalid.text()
    expect(invalid.status).toBe(422)
    expect(pageText(form)).toContain('Enter an email address in the correct format')
    expect(findFieldValue(form, 'email'), 'what was typed is kept').toBe('nobody@nowhere')
    const fromElsewhere = await visitor().fetch(alertPath(product), {
      method: 'POST',
      body: new URLSearchParams({ email: newEmail() }),
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(fromElsewhere.status).toBe(403)
    const email = newEmail()
    const answers = []
    for (let each = 0; each < 2; each++) {
      const response = await visitor().post(alertPath(product), { email })
      answers.push([response.status, pageText(await response.text())])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(
      await database.query('select count(*)::int as rows from stock_alerts where email = $1', [email]),
    ).toEqual([{ rows: 1 }])
  })

  test('MAIL-17 visiting the link stops nothing, and one POST without cookies or origin does', async () => {
    const product = await soldOut()
    const email = newEmail()
    await visitor().post(alertPath(product), { email })
    const open = async () =>
      (
        await database.query<{ stop_token: string }>('select stop_token from stock_alerts where email = $1', [
          email,
        ])
      ).map(({ stop_token }) => stop_token)
    const [token] = await open()
    expect(pageText(await visitor().html(`/stock-alerts?token=${token}`))).toContain('Stop these emails')
    expect(await open()).toEqual([token])
    const stopped = await fetch(`${url}/stock-alerts?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect([stopped.status, await open()]).toEqual([200, []])
    const unknown = await visitor().post(`/stock-alerts?token=${randomUUID()}`, {})
    expect(unknown.status, 'as for a known token').toBe(200)
  })
})

describe('STOREFRONT-24 Products seen recently', () => {
  test('STOREFRONT-24 their current data have the requested order, for eight at most', async () => {
    const products = [
      await insertProduct(database, { name: 'Seen Tea', stock: 500 }),
      await soldOut('Seen Cake'),
      await insertProduct(database, { name: 'Seen Honey', is_active: false }),
    ]
    const ask = (slugs: string) => visitor().fetch(`/api/products?slugs=${slugs}`)
    const response = await ask(
      products
        .map(({ id }) => `product-${id}`)
        .toReversed()
        .join(','),
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject([
      { name: 'Seen Cake', stock: 0 },
      { name: 'Seen Tea', stock: 1e9, price: 4.5 },
    ])
    for (const slugs of ['', 'A B', Array.from({ length: 9 }, (_, index) => `p-${index}`).join(',')])
      expect((await ask(encodeURIComponent(slugs))).status, slugs).toBe(400)
  })
})

describe('CATALOGUE-28 Goes well with', () => {
  test('CATALOGUE-28 PERFORMANCE-1 a saved pick is on the next page, and one that is withdrawn leaves it', async () => {
    const [tea, cake] = [
      await insertProduct(database, { name: 'Paired Tea' }),
      await insertProduct(database, { name: 'Paired Cake' }),
    ]
    const sections = async () =>
      [...(await visitor().html(`/products/product-${tea.id}`)).matchAll(/<h2 id="goes-well-with-title">/g)]
        .length
    expect(await sections()).toBe(0)
    const owner = await signInAsAdmin(url)
    const [row] = await database.query<{ version: number; category_id: string }>(
      'select version, category_id from products where id = $1',
      [tea.id],
    )
    const form = new FormData()
    for (const [name, value] of Object.entries({
      intent: 'edit',
      id: tea.id,
      version: String(row!.version),
      stock_seen: '10',
      name: 'Paired Tea',
      category_id: row!.category_id,
      price: '4.50',
      stock: '10',
      is_active: 'on',
      confirmed: 'on',
      was_asked: 'on',
      has_pairings: 'on',
      pairs_with: cake.id,
    }))
      form.append(name, value)
    const saved = await owner.fetch('/admin/products', {
      method: 'POST',
      body: form,
      headers: { origin: owner.origin },
    })
    expect(saved.status, await saved.text()).toBe(302)
    expect(await sections()).toBe(1)
    expect(await owner.html(`/admin/products?edit=${tea.id}`)).toContain(`value="${cake.id}"`)
    await database.query('update products set is_active = false where id = $1', [cake.id])
    await expect.poll(sections).toBe(0)
  })
})

describe('ORDER-48 Buy again', () => {
  test('ORDER-48 an order page offers it to its customer, and another customer gets no products of it', async () => {
    const product = await insertProduct(database, { name: `Again Tea ${randomUUID()}`, stock: 50 })
    const [customer, other] = [await signInNewCustomer(url), await signInNewCustomer(url)]
    const id = await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
    expect(pageText(await customer.html(`/profile/orders/${id}`))).toContain('Buy again')
    const response = await other.fetch(`/profile/orders/${id}`)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain(product.name)
  })
})
