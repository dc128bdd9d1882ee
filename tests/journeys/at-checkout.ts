import { expect, type Page } from '@playwright/test'
import type { Look } from '../requests/shop-database.ts'
import { open } from './shop-fixture.ts'

/** From a cart to the second step of checkout. */
export async function toPayment(page: Page) {
  await open(page, '/checkout')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
}

/** The totals of everything that somebody has ordered. */
export const ordersOf = (database: Look, email: string) =>
  database.query(`select o.total_amount from orders o join user_profiles u using (user_id) where u.email = $1`, [email])
export const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order and pay/ })
