import { expect, type Page } from '@playwright/test'
import type { Good, Wanted } from '../arrange.ts'
import { place } from '../requests/placing.ts'
import type { Look } from '../requests/shop-database.ts'
import { ADMIN, type RunningShop } from '../running-shop.ts'
import { ADDRESS, aCustomer, anAdmin, PASSWORD, type SignedIn } from '../visitor.ts'
import { open } from './shop-fixture.ts'

/** Fills the form of the registration page that is open, and sends it. */
export async function register(page: Page, email: string) {
  await page.getByLabel('Full Name').fill(ADDRESS.full_name)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Phone Number').fill(ADDRESS.phone)
  await page.getByLabel('Address', { exact: true }).fill(ADDRESS.address)
  await page.getByLabel('Post Code').fill(ADDRESS.post_code)
  await page.getByLabel('City').fill(ADDRESS.city)
  await expect(page.getByLabel('Country')).toHaveValue(ADDRESS.country)
  await passwordField(page).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Registration successful! Please check your email to verify your account.')).toBeVisible()
}

/** Fills the sign-in form that is open, of the shop or of the back-office, and sends it. */
export async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const signInAsOwner = (page: Page) => signIn(page, ADMIN.email, ADMIN.password)

/** The field itself, not the button beside it that shows what was typed. */
export const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true })

/** A new customer whose session this browser holds, without a form having been filled in. */
export async function signedInCustomer(page: Page, shop: RunningShop): Promise<SignedIn> {
  const customer = await aCustomer(shop.url)
  const answer = await page.request.post('/login', { form: { email: customer.email, password: PASSWORD, remember: 'on' }, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  return customer
}

/** The owner's session in this browser, with the marker that the back-office asks for (§2). */
export async function signedInOwner(page: Page) {
  const answer = await page.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  await open(page, '/admin/dashboard')
}

/** Places an order as this customer's own browser would. Gives the short id, as everybody reads it, with the full one. */
export async function anOrderOf(customer: SignedIn, wanted: Wanted[]): Promise<{ id: string; shortId: string }> {
  const id = await place(customer, wanted)
  return { id, shortId: id.slice(0, 8).toUpperCase() }
}

/** The owner takes an order so many steps on its way. */
export async function moveOn(shop: RunningShop, orderId: string, steps: readonly ('pending' | 'processing' | 'shipped')[]) {
  const owner = await anAdmin(shop.url)
  for (const expected_status of steps) {
    const answer = await owner.post('/admin/orders', { intent: 'move', order_id: orderId, expected_status })
    expect(answer.status, expected_status).toBe(200)
  }
}

type ProductRow = Good & { slug: string }

/** A product of the demo, by its slug. */
export async function productAt(database: Look, slug: string): Promise<ProductRow> {
  const [row] = await database.query<ProductRow>('select id, slug, name, price, stock from products where slug = $1', [slug])
  if (!row) throw new Error(`The demo has no ${slug}.`)
  return row
}

/** What the owner did to a product while somebody had it in the cart. */
export async function changeProduct(database: Look, slug: string, change: { price?: number; stock?: number; is_active?: boolean }) {
  for (const [column, value] of Object.entries(change)) {
    await database.query(`update products set ${column} = $2 where slug = $1`, [slug, value])
  }
}

/** Puts a product into the cart from its own page. */
export async function putIntoCart(page: Page, slug: string, quantity = 1) {
  await open(page, `/products/${slug}`)
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
  for (let more = 1; more < quantity; more++) await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await add.click()
  await expect(page.getByRole('region', { name: 'Added to your cart' })).toBeVisible()
}

/** The cart drawer, opened from the header. */
export async function openCart(page: Page) {
  await page.getByRole('button', { name: /^Cart(,|$)/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer).toBeVisible()
  return drawer
}
