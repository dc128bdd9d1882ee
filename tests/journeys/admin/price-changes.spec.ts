import type { Locator } from '@playwright/test'
import { addDays, formatDayAndMonth, londonDay } from '#shop/dates/dates.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { addProductToCart, openCart, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'

test.use({ expectedStatuses: [409] })

type ShelfProduct = { id: string; slug: string; name: string; price: number }

/** Each test has its own category, because the journeys of a worker share a shop. */
async function readShelf(database: DatabaseClient, slug: string) {
  const products = await database.query<ShelfProduct>(
    `select p.id, p.slug, p.name, p.price from products p join categories c on c.id = p.category_id
      where c.slug = $1 order by lower(p.name) collate "C"`,
    [slug],
  )
  const [category] = await database.query<{ id: string; name: string }>(
    'select id, name from categories where slug = $1',
    [slug],
  )
  return { products, category: category! }
}
const readPrices = async (database: DatabaseClient, slug: string) =>
  (await readShelf(database, slug)).products.map(({ price }) => price)
const raise = (price: number) => Math.round((Math.round(price * 100) * 105) / 100) / 100

test('PRICES-8 PRICES-7 PRICES-5 5 % on one shelf takes five clicks and its undo one, and shoppers see it at once', async ({
  page,
  newShopper,
  database,
}) => {
  const { products, category } = await readShelf(database, 'whole-spices')
  const before = products.map(({ price }) => price)
  const [first] = products as [ShelfProduct]
  const shopper = await newShopper()
  await addProductToCart(shopper, first.slug)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')

  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  // One click opens the list, one chooses.
  clicks += 2
  await page.getByLabel('Category').first().selectOption({ label: category.name })
  await click(page.getByRole('link', { name: `Change prices of all ${products.length} listed` }))
  await expect(page.getByLabel('By how much')).toBeFocused()
  await page.keyboard.type('5')
  await checkAccessibility(page, 'the rule')
  await click(page.getByRole('button', { name: 'Show new prices' }))
  const table = page.getByRole('table', { name: 'New prices' })
  await expect(table.getByRole('row')).toHaveCount(products.length + 1)
  await expect(table.getByRole('row', { name: first.name })).toContainText(raise(first.price).toFixed(2))
  expect(await readPrices(database, 'whole-spices'), 'a preview writes nothing').toEqual(before)
  await checkAccessibility(page, 'the preview')
  await click(page.getByRole('button', { name: `Change ${products.length} prices` }))
  await expect(page.getByText('The prices are changed.')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(5)
  expect(await readPrices(database, 'whole-spices')).toEqual(before.map(raise))
  await checkAccessibility(page, 'a change of prices')

  const shownPrice = async () => (await shopper.request.get(`/products/${first.slug}`)).text()
  expect(await shownPrice()).toContain(`£${raise(first.price).toFixed(2)}`)
  const cart = await openCart(shopper)
  await expect(cart).toContainText(`£${raise(first.price).toFixed(2)}`)

  clicks = 0
  await click(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('The old prices are back.')).toBeVisible()
  expect(clicks).toBe(1)
  expect(await readPrices(database, 'whole-spices')).toEqual(before)
  expect(await shownPrice()).toContain(`£${first.price.toFixed(2)}`)
})

test('OFFER-10 ACCESS-1 an offer has no accessibility violation where shoppers see it and in the list of offers', async ({
  page,
  database,
}) => {
  const [product] = (await readShelf(database, 'snacks-sweets')).products as [ShelfProduct]
  const { slug, name, price } = product
  await backdatePrice(database, product, 60)
  await signInOwnerInBrowser(page)
  const terms = { product: product.id, unit: 'price', amount: '1.50', rounding: 'penny' }
  const lastDay = addDays(londonDay(new Date()), 5)
  await openPage(page, `/admin/products/offers?${new URLSearchParams({ ...terms, last_day: lastDay })}`)
  await expect(page.getByRole('row', { name })).toContainText(`“Was £${price.toFixed(2)}” all the time`)
  await checkAccessibility(page, 'the preview')
  await page.getByRole('button', { name: 'Make 1 offer' }).click()
  await expect(page.getByText('The offer is made.')).toBeVisible()
  await checkAccessibility(page, 'the list of offers')
  await openPage(page, `/products/${slug}`)
  const shown = `Was £${price.toFixed(2)} Offer until ${formatDayAndMonth(lastDay)}`
  await expect(page.getByRole('main')).toContainText(shown)
  await checkAccessibility(page, 'the product page')
  await openPage(page, '/products?category=snacks-sweets')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(shown)
  await database.query('delete from offers where product_id = $1', [product.id])
})
