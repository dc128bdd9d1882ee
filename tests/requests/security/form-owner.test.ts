import { beforeAll, describe, expect, inject, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { allRoutes } from '#app/all-routes.ts'
import { insertProduct, readStock, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  ADDRESS,
  signInNewCustomer,
  signInAsAdmin,
  PASSWORD,
  type SignedInClient,
  type HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import {
  createCheckoutForm,
  placeOrderOverHttp,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
let db: DatabaseClient
let [asha, ben]: SignedInClient[] = []
let owner: HttpClient
let colleague: HttpClient
let order: string
let testProduct: TestProduct

const idOf = async (email: string) =>
  (await db.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id
const idOfSession = async (visitor: HttpClient) =>
  ((await (await visitor.fetch('/api/session')).json()) as { user: { id: string } }).user.id

beforeAll(async () => {
  db = connectToShopDatabase(inject('shopDataDirectory'))
  ;[asha, ben] = [await signInNewCustomer(url), await signInNewCustomer(url)]
  owner = await signInAsAdmin(url)
  const helper = await signInNewCustomer(url)
  await db.query('insert into accounts.administrator (user_id) values ($1)', [await idOf(helper.email)])
  colleague = await signInAsAdmin(url, { email: helper.email, password: PASSWORD })
  testProduct = await insertProduct(db, { name: 'Shared Pepper', stock: 50 })
  order = await placeOrderOverHttp(asha, [{ product: testProduct, quantity: 1 }])
  return async () => db.close()
})

const PRIVATE = allRoutes.filter((route) => route.access !== 'public')
const pathOf = (path: string) => path.replace(':id', order).replace(/\*$/, 'nowhere')
const clientForAccess = (access: string) => (access === 'admin' ? owner : asha!)
const POSTED_FORM = /<form\b[^>]*\bmethod="post"[^>]*>.*?<\/form>/gs

describe('SECURITY-9 Forms of signed-in users', () => {
  test.each(PRIVATE.map(({ path, access }) => ({ path, access })))(
    'the forms of $path contain the user ID they were rendered for',
    async ({ path, access }) => {
      const client = clientForAccess(access)
      const id = await idOfSession(client)
      const addresses =
        path === '/admin/orders'
          ? ['/admin/orders', `/admin/orders?cancel=${order}`]
          : [pathOf(path), `${pathOf(path)}?cancel=${order}&edit=1`]
      for (const address of addresses) {
        const forms = [...(await client.html(address)).matchAll(POSTED_FORM)]
          .map(([form]) => form)
          .filter((form) => !form.includes('action="/logout"'))
        for (const form of forms)
          expect(form, address).toContain(`<input type="hidden" name="made_for" value="${id}"/>`)
      }
    },
  )

  test('customer and admin pages contain such forms', async () => {
    for (const [client, path] of [
      [asha!, '/profile'],
      [asha!, '/profile/password'],
      [asha!, `/profile/orders/${order}?cancel=${order}`],
      [owner, `/admin/orders/${order}`],
      [owner, '/admin/account'],
    ] as const) {
      expect(await client.html(path), path).toContain('name="made_for"')
    }
  })

  test.each(
    PRIVATE.filter((route) => 'action' in route).map(({ id, path, access }) => ({ id, path, access })),
  )('$path refuses a form rendered for another user, as a page and as data', async ({ id, path, access }) => {
    const [client, other] = access === 'admin' ? [owner, colleague] : [asha!, ben!]
    const made_for = await idOfSession(client)
    const page = await other.post(pathOf(path), { made_for, intent: 'x', order_id: order })
    expect(page.status).toBe(409)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain(messages.formOpenedByAnotherUser)
    expect(html).not.toContain('method="post" novalidate')
    const { errors, actionData } = await other.submit(pathOf(path), {
      made_for,
      intent: 'x',
      order_id: order,
    })
    expect(Object.values(errors ?? {})).toEqual([{ status: 409, message: messages.formOpenedByAnotherUser }])
    expect(actionData?.[id]).toBeUndefined()
  })
})

describe('SECURITY-9 A page rendered for one customer', () => {
  test('places no order for the next user who signs in, and stores none of the form values', async () => {
    const { loaderData } = await asha!.page('/checkout')
    const { made_for } = loaderData!['checkout'] as { made_for: string }
    expect(made_for).toBe(await idOfSession(asha!))
    const stock = await readStock(db, testProduct)
    const submit = createCheckoutForm([{ product: testProduct, quantity: 1 }], {
      made_for,
      full_name: 'Asha of the first tab',
      keep_address: 'on',
    })
    const { errors } = await ben!.submit('/checkout', submit)
    expect(Object.values(errors ?? {})).toMatchObject([{ status: 409 }])
    expect(await readStock(db, testProduct)).toBe(stock)
    expect(
      await db.query(`select from orders where shipping_address ->> 'full_name' = 'Asha of the first tab'`),
    ).toEqual([])
    expect((await sendCheckout(asha!, submit)).placed, 'and for its own customer it does').toBeDefined()
  })

  test('saves no profile and cancels no order of the next user', async () => {
    const made_for = await idOfSession(asha!)
    const mine = await placeOrderOverHttp(ben!, [{ product: testProduct, quantity: 1 }])
    expect(
      (await ben!.post('/profile', { ...ADDRESS, full_name: 'Asha Menon of 9 Ghat Road', made_for })).status,
    ).toBe(409)
    expect((await ben!.post('/profile/orders', { order_id: mine, made_for })).status).toBe(409)
    const [row] = await db.query(
      'select p.full_name, o.status from orders o join user_profiles p on p.user_id = o.user_id where o.id = $1',
      [mine],
    )
    expect(row).toEqual({ full_name: ADDRESS.full_name, status: 'pending' })
    const own = await idOfSession(ben!)
    expect((await ben!.post('/profile', { ...ADDRESS, made_for: own })).status).toBe(200)
    expect((await ben!.post('/profile/orders', { order_id: mine, made_for: own })).status).toBe(302)
  })
})
