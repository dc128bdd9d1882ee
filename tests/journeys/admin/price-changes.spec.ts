import type { Locator, Page } from '@playwright/test'
import { addDays, formatDayAndMonth, londonDay } from '#shop/dates/dates.ts'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { addProductToCart, openCart, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'

test.use({ expectedStatuses: [409] })

type ShelfProduct = { id: string; slug: string; name: string; price: number }

/** A category of its own for each test: the journeys of a worker share a shop. */
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

async function expectFitting(page: Page, what: string) {
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await findAccessibilityViolations(page), `${what}, ${width} px`).toEqual([])
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect.soft(await page.evaluate(isTooWide), `${what}, ${width} px, too wide`).toBe(false)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

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
  // The click that opens the list and the one that chooses.
  clicks += 2
  await page.getByLabel('Category').first().selectOption({ label: category.name })
  await click(page.getByRole('link', { name: `Change prices of all ${products.length} listed` }))
  await expect(page.getByLabel('By how much')).toBeFocused()
  await page.keyboard.type('5')
  await expectFitting(page, 'the rule')
  await click(page.getByRole('button', { name: 'Show new prices' }))
  const table = page.getByRole('table', { name: 'New prices' })
  await expect(table.getByRole('row')).toHaveCount(products.length + 1)
  await expect(table.getByRole('row', { name: first.name })).toContainText(raise(first.price).toFixed(2))
  expect(await readPrices(database, 'whole-spices'), 'a preview writes nothing').toEqual(before)
  await expectFitting(page, 'the preview')
  await click(page.getByRole('button', { name: `Change ${products.length} prices` }))
  await expect(page.getByText('The prices are changed.')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(5)
  expect(await readPrices(database, 'whole-spices')).toEqual(before.map(raise))
  await expectFitting(page, 'a change of prices')

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

test('PRICES-4 PRICES-5 what somebody else has changed since the preview is named, and after the change is left by the undo', async ({
  page,
  database,
}) => {
  const { products, category } = await readShelf(database, 'rice-flours')
  const [first, second] = products as [ShelfProduct, ShelfProduct]
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/products?category=${category.id}`)
  // By the checkboxes of two rows.
  for (const { name } of [first, second]) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByLabel('With those chosen').selectOption({ label: 'Change prices' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByLabel('By how much').fill('0.20')
  await page.getByLabel('Of what').selectOption({ label: 'Pounds (£)' })
  await page.getByLabel('Round').selectOption({ label: 'Ending in 9' })
  await page.getByRole('button', { name: 'Show new prices' }).click()
  await expect(page.getByRole('button', { name: 'Change 2 prices' })).toBeVisible()
  await database.query('update products set price = 77.77 where id = $1', [second.id])
  await page.getByRole('button', { name: 'Change 2 prices' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `${second.name} (was £${second.price.toFixed(2)}, is now £77.77)`,
  )
  expect((await readPrices(database, 'rice-flours')).slice(0, 2)).toEqual([first.price, 77.77])
  await expectFitting(page, 'a refused change')
  await page.getByRole('button', { name: 'Change 2 prices' }).click()
  await expect(page.getByText('The prices are changed.')).toBeVisible()
  await database.query('update products set price = 66.66 where id = $1', [second.id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`price was changed again since: ${second.name}.`)).toBeVisible()
  expect((await readPrices(database, 'rice-flours')).slice(0, 2)).toEqual([first.price, 66.66])
  await expectFitting(page, 'an undone change')
})

test('PRICES-8 works without JavaScript', async ({ newShopper, database }) => {
  const page = await newShopper({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } })
  const { products, category } = await readShelf(database, 'honey-jaggery')
  const [first, ...others] = products as [ShelfProduct, ...ShelfProduct[]]
  await page.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  await page.goto(`/admin/products?category=${category.id}`)
  await page.getByRole('checkbox', { name: `Choose ${first.name}` }).check()
  await page.getByLabel('With those chosen').selectOption({ label: 'Change prices' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByLabel('By how much').fill('five')
  await page.getByRole('button', { name: 'Show new prices' }).click()
  await expect(page.getByText('Please give an amount above 0')).toBeVisible()
  await page.getByLabel('By how much').fill('5')
  await page.getByRole('button', { name: 'Show new prices' }).click()
  await page.getByRole('button', { name: 'Change 1 price' }).click()
  await expect(page.getByText('The prices are changed.')).toBeVisible()
  const changed = [raise(first.price), ...others.map(({ price }) => price)]
  expect(await readPrices(database, 'honey-jaggery')).toEqual(changed)
  await page.getByRole('link', { name: 'All price changes' }).click()
  await page.getByRole('link', { name: '1 product changed' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The old prices are back.')).toBeVisible()
  expect(await readPrices(database, 'honey-jaggery')).toEqual(products.map(({ price }) => price))
})

test('CATALOGUE-30 CATALOGUE-32 a product is archived and brought back without JavaScript', async ({
  newShopper,
  database,
}) => {
  const page = await newShopper({ javaScriptEnabled: false })
  const { products, category } = await readShelf(database, 'tea-coffee')
  const [first] = products as [ShelfProduct]
  await page.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  const apply = async (path: string, what: string, done = 'changed') => {
    await page.goto(path)
    await page.getByRole('checkbox', { name: `Choose ${first.name}` }).check()
    await page.getByLabel('With those chosen').selectOption({ label: what })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(`1 ${done}`)).toBeVisible()
    await expect(page.getByText(`${first.name}: ${done}.`)).toBeVisible()
  }
  const list = `/admin/products?category=${category.id}`
  const isOnSale = async () => (await page.request.get(`/products/${first.slug}`)).status() === 200
  expect(await isOnSale()).toBe(true)
  await apply(list, 'Archive', 'archived')
  await page.goto(list)
  await expect(page.getByRole('link', { name: first.name, exact: true })).toHaveCount(0)
  expect(await isOnSale()).toBe(false)
  await apply(`${list}&show=archived`, 'Bring back', 'brought back')
  await page.goto(list)
  await expect(page.getByRole('link', { name: first.name, exact: true })).toBeVisible()
  await apply(list, 'Make active')
  expect(await isOnSale()).toBe(true)
})

test('OFFER-1 OFFER-10 OFFER-15 an owner makes an offer, shoppers see and are charged it, and the owner ends it', async ({
  page,
  newShopper,
  database,
}) => {
  const [product] = (await readShelf(database, 'snacks-sweets')).products as [ShelfProduct]
  const { id, slug, name, price } = product
  await backdatePrice(database, product, 60)
  const shopper = await newShopper()
  await addProductToCart(shopper, slug)
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/products?edit=${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Make an offer' }).click()
  await expect(page.getByLabel('How much')).toBeFocused()
  await page.keyboard.type('1.50')
  await page.getByLabel('Of what').selectOption({ label: 'The offer price (£)' })
  const lastDay = addDays(londonDay(new Date()), 5)
  await page.getByLabel('Last day').fill(lastDay)
  await page.getByRole('button', { name: 'Show offer prices' }).click()
  await expect(page.getByRole('row', { name })).toContainText(`“Was £${price.toFixed(2)}” all the time`)
  await expectFitting(page, 'the preview')
  await page.getByRole('button', { name: 'Make 1 offer' }).click()
  await expect(page.getByText('The offer is made.')).toBeVisible()
  await expectFitting(page, 'the list of offers')

  await openPage(shopper, `/products/${slug}`)
  const shown = `Was £${price.toFixed(2)} Offer until ${formatDayAndMonth(lastDay)}`
  await expect(shopper.locator('main')).toContainText(shown)
  await expectFitting(shopper, 'the product page')
  await expect(await openCart(shopper)).toContainText('£1.50')
  await openPage(shopper, '/products?category=snacks-sweets')
  await expect(shopper.getByRole('listitem').filter({ hasText: name })).toContainText(shown)

  await openPage(page, `/admin/products?edit=${id}`)
  await expect(page.getByRole('dialog')).toContainText(`then it is £${price.toFixed(2)} again`)
  await page.getByRole('link', { name: 'End or withdraw it on the page of offers' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('The offer is over.')).toBeVisible()
  await openPage(shopper, `/products/${slug}`)
  await expect(shopper.locator('main')).not.toContainText('Offer until')
  await expect(await openCart(shopper)).toContainText(`£${price.toFixed(2)}`)
})
