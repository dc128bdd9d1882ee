import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { refused } from '#shop/outcome.ts'
import { visitor, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { action as signIn } from '#features/accounts/sign-in/login-page.server.ts'
import { action as cancelOwn, loader as ownOrders } from '#features/orders/own-orders/orders-page.server.ts'
import { action as saveProfile, loader as profile } from '#features/accounts/profile/profile-page.server.ts'
import { action as register } from '#features/accounts/registration/register-page.server.ts'
import { action as changePeople } from '#features/accounts/people/admin/people-page.server.ts'
import { action as saveSearchWords } from '#features/catalogue/search-words/admin/search-words-page.server.ts'
import { action as saveSettings } from '#features/settings/admin/settings-page.server.ts'
import { action as adminSignIn } from '#features/accounts/sign-in/admin/admin-login-page.server.ts'
import { action as placeOrder } from '#features/checkout/checkout-page.server.ts'
import {
  accountsContext,
  actorContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#kit/requests/request-contexts.ts'
import { loader as categories } from '#features/catalogue/categories/categories-page.server.ts'
import { loader as home } from '#features/catalogue/home/home-page.server.ts'
import { loader as product } from '#features/catalogue/product-page/product-page.server.ts'
import { loader as products } from '#features/catalogue/product-list/products-page.server.ts'

const customer: Actor = { kind: 'customer', userId: crypto.randomUUID(), email: 'priya@example.com' }
const owner: Actor = { kind: 'admin', role: 'owner', userId: crypto.randomUUID(), email: 'owner@example.com' }
const cause = new Error('no database')

type RequestOptions = {
  actor?: Actor
  fields?: Record<string, string>
  accounts?: Partial<Accounts>
  slug?: string
}

function ask(path: string, { actor = visitor, fields, accounts = {}, slug }: RequestOptions = {}) {
  const logged = vi.fn()
  const gone = () => {
    throw cause
  }
  const db = {
    withActor: () => Promise.reject(cause),
    queryAs: () => Promise.reject(cause),
    visitor: new Proxy({}, { get: gone }),
    catalogue: new Proxy({}, { get: gone }),
  }
  const context = new RouterContextProvider()
  context.set(shopContext, {
    db,
    identity: demonstrationIdentity,
    texts: {},
    clock: () => new Date(),
    log: { error: logged },
  } as unknown as ShopDependencies)
  context.set(accountsContext, accounts as Accounts)
  context.set(actorContext, actor)
  context.set(responseContext, { headers: new Headers() })
  context.set(clientAddressContext, { ip: '192.0.2.1' })
  const post = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const request = new Request(`http://shop.invalid${path}`, post)
  return { args: { request, params: { slug }, context } as unknown as LoaderFunctionArgs, logged }
}

const ADDRESS = {
  full_name: 'Priya Nair',
  phone: '020 7946 0100',
  address: '12 Ghat Road',
  post_code: 'SW1A 1AA',
  city: 'London',
  country: 'United Kingdom',
}
const A_CART = JSON.stringify([{ id: crypto.randomUUID(), quantity: 1, price: 4.5 }])

describe('If the database is unavailable', () => {
  test.each([
    ['/', home, ['categories', 'bestSellers']],
    ['/products', products, ['products', 'categories']],
    ['/categories', categories, ['categories']],
  ] as const)('MESSAGE-7 the lists of %s are empty, and it is logged', async (path, loader, lists) => {
    const { args, logged } = ask(path)
    const result = (await loader(args)) as { data: Record<string, unknown>; init: ResponseInit }
    for (const list of lists) expect(result.data[list]).toEqual([])
    expect(result.init.status, 'no cache keeps it').toBe(503)
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ error: cause }), expect.any(String))
  })

  test('STOREFRONT-11 a product is shown as Product Not Found, and the error is logged', async () => {
    const { args, logged } = ask('/products/honey', { slug: 'honey' })
    expect(await product(args)).toMatchObject({ data: { product: null }, init: { status: 503 } })
    expect(logged).toHaveBeenCalledOnce()
  })

  test('ACCOUNT-17 a missing profile is used', async () => {
    const { args } = ask('/profile', { actor: customer })
    expect(await profile(args)).toEqual({
      email: 'priya@example.com',
      customer_id: customer.userId,
      profile: null,
      warnings: {},
    })
  })

  test('ACCOUNT-15 a failed profile save is reported, and form values are kept', async () => {
    const { args, logged } = ask('/profile', { actor: customer, fields: ADDRESS })
    expect(await saveProfile(args)).toMatchObject({
      data: { message: 'Error updating profile. Please try again.', values: ADDRESS },
    })
    expect(logged).toHaveBeenCalledOnce()
  })

  test.each([
    ['/admin/settings', saveSettings, { intent: 'low-stock', low_stock_threshold: '7', version: '1' }],
    ['/admin/search', saveSearchWords, { intent: 'add', words: 'elak, cardamom' }],
    ['/admin/settings/people', changePeople, { intent: 'owners-second-factor', version: '1' }],
  ])('MESSAGE-25 %s says that nothing was saved, and keeps what was typed', async (path, action, fields) => {
    const { args } = ask(path, { actor: owner, fields })
    expect(await action(args)).toMatchObject({
      data: {
        message: 'This could not be saved. Please try again in a moment.',
        values: fields,
        ...(action === saveSettings && { part: 'low-stock' }),
      },
      init: { status: 503 },
    })
  })

  test('MESSAGE-2 a failed order is reported and logged', async () => {
    const fields = { ...ADDRESS, payment_method: 'cod', idempotency_key: 'one', lines: A_CART }
    const { args, logged } = ask('/checkout', {
      actor: customer,
      fields,
      accounts: { orderCallerKey: () => 'a caller' },
    })
    expect(await placeOrder(args)).toEqual(
      expect.objectContaining({
        data: { message: 'Error placing order. Please try again.' },
        init: expect.objectContaining({ status: 503 }),
      }),
    )
    expect(logged).toHaveBeenCalledOnce()
  })

  test('MESSAGE-8 MESSAGE-9 a customer’s orders are not shown as none, and the error is logged', async () => {
    const { args, logged } = ask('/profile/orders', { actor: customer })
    expect(await ownOrders(args)).toMatchObject({ data: { orders: null } })
    expect(logged).toHaveBeenCalledOnce()
  })

  test('MESSAGE-8 MESSAGE-9 a failed cancellation is logged and not reported as success', async () => {
    const { args, logged } = ask('/profile/orders', {
      actor: customer,
      fields: { order_id: crypto.randomUUID() },
    })
    const result = (await cancelOwn(args)) as { init: ResponseInit }
    expect(result.init.status).toBe(503)
    expect(logged).toHaveBeenCalledOnce()
  })
})

describe('If the accounts library fails', () => {
  const failing = () => Promise.reject(cause)
  const registration = {
    ...ADDRESS,
    email: 'priya@example.com',
    password: 'nine hairpins',
    confirm_password: 'nine hairpins',
  }

  test('SESSION-2 MESSAGE-12 a sign-in shows Invalid email or password, as for any other cause', async () => {
    const { args } = ask('/login', {
      fields: { email: 'priya@example.com', password: 'nine hairpins' },
      accounts: { signIn: failing },
    })
    expect(await signIn(args)).toMatchObject({
      data: { message: 'Invalid email or password' },
      init: { status: 503 },
    })
  })

  test('SESSION-5 MESSAGE-18 an administrator’s sign-in shows the same, and names no values that would empty a field', async () => {
    const { args } = ask('/admin', {
      fields: { email: 'owner@example.com', password: 'nine hairpins' },
      accounts: { signIn: failing },
    })
    const result = (await adminSignIn(args)) as { data: object }
    expect(result).toMatchObject({
      data: { kind: 'failed', message: 'Invalid email or password' },
      init: { status: 503 },
    })
    expect(result.data).not.toHaveProperty('values')
  })

  test('ACCOUNT-9 MESSAGE-12 a registration shows An error occurred and does not return the password', async () => {
    const { args, logged } = ask('/register', { fields: registration, accounts: { register: failing } })
    const result = await register(args)
    expect(result).toMatchObject({
      data: { message: 'An error occurred', values: { full_name: 'Priya Nair' } },
      init: { status: 503 },
    })
    expect(JSON.stringify(result)).not.toContain('nine hairpins')
    expect(logged).toHaveBeenCalledOnce()
  })

  test('ACCOUNT-8 a sign-up without a user is reported', async () => {
    const accounts = { register: () => Promise.resolve(refused('no-user-returned')) }
    const { args } = ask('/register', { fields: registration, accounts })
    expect(await register(args)).toMatchObject({ data: { message: 'No user returned after signup' } })
  })
})
