import type { Page } from '@playwright/test'
import { readStock } from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { signInNewCustomer, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  advanceOrder,
  findProductBySlug,
  signInOwnerInBrowser,
  updateProductRow,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, waitForHydration, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

const SAVE = 'Save changes'
const editOf = (page: Page) => page.getByRole('dialog', { name: /^Edit order/ })
const statusIn = (page: Page) => page.locator('.screen-head .status')

test('ACCESS-5 ADMIN-22 long names and cities wrap without horizontal scrolling, and number and dates are at the top of a tall card', async ({
  page,
  shop,
  database,
}) => {
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  const customer = await signInNewCustomer(shop.url)
  const id = await placeOrderOverHttp(customer, [{ product, quantity: 1 }], {
    city,
    full_name: 'W'.repeat(60),
  })
  const tall = await placeOrderOverHttp(customer, [{ product, quantity: 1 }], {
    full_name: 'Bartholomew '.repeat(8).trim(),
  })
  await signInOwnerInBrowser(page)
  for (const path of [`/admin/orders/${id}`, `/admin/orders?search=${id}`]) {
    await openPage(page, path)
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect
        .soft(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${path}, ${width} px`,
        )
        .toBeLessThanOrEqual(0)
    }
  }

  await page.setViewportSize({ width: 768, height: 900 })
  await openPage(page, `/admin/orders?search=${tall}`)
  const card = page.locator('.orders-table tbody tr')
  const [whole, number, dates, name, items] = (await Promise.all([
    card.boundingBox(),
    card.locator('.cell-order').boundingBox(),
    card.locator('.cell-placed').boundingBox(),
    card.locator('.cell-customer').boundingBox(),
    card.locator('.cell-items').boundingBox(),
  ])) as { y: number; height: number }[]
  expect(name!.height).toBeGreaterThan(60)
  expect(number!.y - whole!.y).toBeLessThan(12)
  expect(dates!.y - (number!.y + number!.height)).toBeLessThan(4)
  expect(items!.y).toBeGreaterThanOrEqual(name!.y + name!.height)
})

test('ADMIN-7 ORDER-20 the owner edits an order: quantities of at least 1, a removed item, the delivery date, and the total', async ({
  page,
  shop,
  database,
}) => {
  const [tea, honey] = [
    await findProductBySlug(database, 'wayanad-orthodox-black-tea'),
    await findProductBySlug(database, 'wayanad-forest-honey'),
  ]
  const { id } = await placeOrderFor(await signInNewCustomer(shop.url), [
    { product: tea, quantity: 2 },
    { product: honey, quantity: 1 },
  ])
  const before = await readStock(database, tea)
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = editOf(page)
  const quantity = dialog.getByRole('textbox', { name: `Quantity of ${tea.name}` })
  await expect(quantity, 'the form starts in its first field').toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(quantity).toHaveValue('3')
  await expect(dialog.getByRole('status').filter({ hasText: '£' })).toHaveText(
    `£${(3 * tea.price + honey.price).toFixed(2)}`,
  )
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowDown')
  await expect(quantity, 'never below 1').toHaveValue('1')
  await dialog.getByRole('checkbox', { name: `Remove ${honey.name}` }).check()
  await expect(dialog.getByRole('checkbox', { name: `Remove ${tea.name}` }), 'one item stays').toBeDisabled()

  await quantity.fill('9000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    `The quantity of ${tea.name} must be a whole number from 1 to 999`,
  )
  await quantity.fill('900')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    `Only ${before} more of ${tea.name} in stock, so this order can have ${before + 2} at most`,
  )
  await expect(quantity, 'what was typed stays').toHaveValue('900')
  await quantity.fill('3')
  await page.mouse.click(5, 400)
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('button', { name: 'Edit order' }),
    'also a press beside leads back to what opened it',
  ).toBeFocused()
  await page.keyboard.press('e')
  await expect(quantity, 'also when the dialog is closed and opened again').toHaveValue('3')
  await dialog
    .getByLabel('Expected delivery')
    .fill(await page.evaluate(() => new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)))
  await dialog.getByRole('button', { name: SAVE }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table', { name: 'Items of this order' })).not.toContainText(honey.name)
  await expect(page.locator('.total-row')).toContainText(`£${(3 * tea.price).toFixed(2)}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText(`${tea.name}: 2 to 3`)
  expect(await readStock(database, tea)).toBe(before - 1)
})

test('ORDER-23 two administrators at one order: one edits, the other ships, and neither overwrites the other unseen', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const { id } = await placeOrderFor(await signInNewCustomer(shop.url), [{ product: tea, quantity: 2 }])
  await advanceOrder(shop, id, ['pending'])
  const other = await newShopper()
  for (const owner of [page, other]) {
    await signInOwnerInBrowser(owner)
    await openPage(owner, `/admin/orders/${id}`)
  }
  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = editOf(page)
  const quantity = dialog.getByRole('textbox', { name: `Quantity of ${tea.name}` })
  await quantity.fill('5')
  await other.getByRole('button', { name: 'Ship' }).click()
  await expect(statusIn(other)).toHaveText('Shipped')

  await expect(
    dialog.getByText(/^Changed by Administrator.* at \d/),
    'it is told while the form is open',
  ).toBeVisible()
  await expect(quantity).toHaveValue('5')
  await dialog.getByRole('button', { name: SAVE }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Somebody else changed this order while you were editing it.',
  )
  await expect(dialog.getByRole('row', { name: 'Status' })).toHaveText(/Status\s*Processing\s*Shipped/)
  await expect(quantity, 'what was typed stays').toHaveValue('5')
  await dialog.getByRole('button', { name: SAVE }).click()
  await expect(dialog).toBeHidden()
  await expect(statusIn(page)).toHaveText('Shipped')

  await expect(other.getByText(`${tea.name}: 2 to 5`)).toBeVisible()
  await expect(
    other.getByRole('cell', { name: '5', exact: true }),
    'nothing moves until it is asked to',
  ).toHaveCount(0)
  await other.getByRole('button', { name: 'Show' }).click()
  await expect(other.getByRole('cell', { name: '5', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Show' })).toHaveCount(0)
})

test('ADMIN-11 ADMIN-2 new orders, others’ transitions and low stock appear live on the list and the dashboard', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const customer = await signInNewCustomer(shop.url)
  await signInOwnerInBrowser(page)
  const dashboard = await newShopper()
  await signInOwnerInBrowser(dashboard)
  await openPage(dashboard, '/admin/dashboard')
  const waiting = dashboard.locator('.waiting-pending')
  const before = (await waiting.textContent())!
  const lowStock = dashboard.locator('.counter', { hasText: 'Products with stock below 10' }).locator('dd')
  const lowBefore = Number(await lowStock.textContent())
  await openPage(page, `/admin/orders?search=${customer.email}`)
  await expect(page.getByText('No matching orders')).toBeVisible()
  await page.getByRole('searchbox').focus()

  const { id, shortId } = await placeOrderFor(customer, [{ product: tea, quantity: 1 }])
  const row = page.getByRole('row').filter({ hasText: shortId })
  await expect(row).toContainText('Pending')
  await expect(waiting).not.toHaveText(before)
  const owner = await signInAsAdmin(shop.url)
  const correction = {
    intent: 'stock',
    product_id: tea.id,
    change: String(-tea.stock + 1),
    reason: 'Counted',
  }
  expect((await owner.post('/admin/products', correction)).status).toBeLessThan(400)
  await expect(lowStock).toHaveText(String(lowBefore + 1))
  const card = dashboard.getByRole('region', { name: 'Low stock' })
  await expect(card.getByRole('link', { name: `All ${lowBefore + 1}` })).toBeVisible()
  await updateProductRow(database, tea.slug, { stock: 20 })
  await expect(page.getByRole('searchbox'), 'the search keeps the focus while somebody types').toBeFocused()
  await advanceOrder(shop, id, ['pending'])
  await expect(row).toContainText('Processing')
  await expect(row.getByRole('button', { name: 'Ship' })).toBeVisible()

  const ship = row.getByRole('button', { name: 'Ship' })
  await ship.hover()
  const position = await ship.boundingBox()
  const second = await placeOrderFor(customer, [{ product: tea, quantity: 1 }])
  const show = page.getByRole('button', { name: 'Show 1 more order' })
  await expect(show).toBeVisible()
  expect(await ship.boundingBox()).toEqual(position)
  await ship.focus()
  await page.mouse.move(0, 0)
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText(second.shortId)
  await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('p')
  await page.keyboard.press('d')
  await page.keyboard.press('s')
  await expect(page.getByRole('row').nth(1)).toContainText('Shipped')
  await expect(page.getByRole('row').nth(1).getByRole('button', { name: 'Deliver' })).toBeEnabled()
  await expect(show).toHaveCount(0)

  await ship.hover()
  const third = await placeOrderFor(customer, [{ product: tea, quantity: 1 }])
  await expect(page.getByRole('button', { name: 'Show 1 more order' })).toBeVisible()
  // Focus in the list freezes it, as the pointer does.
  await page.getByRole('searchbox').focus()
  await expect(page.getByRole('button', { name: 'Show 1 more order' })).toBeVisible()
  await page.mouse.move(5, 5)
  await expect(page.getByRole('row').nth(1), 'and appears by itself once nobody points there').toContainText(
    third.shortId,
  )
})

test('ADMIN-13 five orders are processed and shipped by keyboard', async ({ page, shop, database }) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  await updateProductRow(database, tea.slug, { stock: 500 })
  const customer = await signInNewCustomer(shop.url)
  for (let order = 0; order < 5; order++) await placeOrderOverHttp(customer, [{ product: tea, quantity: 1 }])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/orders')
  await page.keyboard.press('/')
  await page.keyboard.type(customer.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('5 orders', { exact: true })).toBeVisible()
  await page.keyboard.type('psd')
  await expect(page.getByRole('searchbox'), 'keys are only letters where somebody types').toHaveValue(
    `${customer.email}psd`,
  )
  for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Backspace')
  await expect(page.getByText('5 orders', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')

  for (let order = 0; order < 5; order++) {
    await page.keyboard.press('ArrowDown')
    const row = page.getByRole('row').filter({ has: page.locator(':focus') })
    await expect(row).toContainText('Pending')
    await page.keyboard.press('s')
    await page.keyboard.press('p')
    await expect(row).toContainText('Processing')
  }
  // The order's next step is enabled again by the time the focus returns to it.
  for (let order = 0; order < 5; order++) {
    const row = page.getByRole('row').filter({ has: page.locator(':focus') })
    await page.keyboard.press('s')
    await expect(row).toContainText('Shipped')
    await page.keyboard.press('ArrowUp')
  }
  const counts = await database.query(
    `select o.status, count(*)::int as count from orders o join user_profiles p using (user_id) where p.email = $1 group by o.status`,
    [customer.email],
  )
  expect(counts, 'a key that is not the order’s step did nothing').toEqual([{ status: 'shipped', count: 5 }])
})

test('ADMIN-13 shortcuts: work through a filtered list, open an order, go to the next; ? lists them, and they can be disabled', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const customer = await signInNewCustomer(shop.url)
  const orders = []
  for (let order = 0; order < 3; order++)
    orders.unshift(await placeOrderFor(customer, [{ product: tea, quantity: 1 }]))
  const [first, second, third] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}&status=pending`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('p')
  await expect(page.getByText('2 orders, and 1 order that you moved', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('table').getByRole('link', { name: first.shortId }),
    'the row stays marked, in its place',
  ).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: second.shortId })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: second.shortId })).toBeVisible()
  await page.keyboard.press('p')
  await expect(statusIn(page)).toHaveText('Processing')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: third.shortId })).toBeVisible()
  await expect(
    page.getByRole('link', { name: /order$/ }),
    'the list of pending orders ends here',
  ).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await openPage(page, `/admin/orders/${first.id}?search=${customer.email}`)
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { level: 1, name: 'Packing slip' })).toBeVisible()

  await openPage(page, '/admin/orders')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByRole('heading', { name: 'Keys' })).toBeFocused()
  await expect(keys.getByRole('row', { name: /Ship an order/ })).toBeVisible()
  await keys.getByRole('checkbox', { name: 'Use these keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(keys).toBeHidden()
  await expect(page.getByRole('searchbox')).not.toBeFocused()
})

test('STOREFRONT-17 a list filter applies at once, and Back restores the previous one', async ({ page }) => {
  await signInOwnerInBrowser(page)
  for (const [path, label, value, address] of [
    ['/admin/orders', 'Status', 'shipped', 'status=shipped'],
    ['/admin/products', 'Sort by', 'price', 'sort=price'],
  ] as const) {
    await openPage(page, path)
    const select = page.getByLabel(label, { exact: true })
    const before = await select.inputValue()
    await select.selectOption(value)
    await expect(page).toHaveURL(new RegExp(address))
    await page.goBack()
    await expect(select).toHaveValue(before)
  }
})

test('ORDER-47 packing slips for selected rows: one A4 sheet per order, with allergens', async ({
  page,
  shop,
  database,
}) => {
  const [cookies, tea] = [
    await findProductBySlug(database, 'achappam-rose-cookies'),
    await findProductBySlug(database, 'wayanad-orthodox-black-tea'),
  ]
  const customer = await signInNewCustomer(shop.url)
  const made = [
    await placeOrderFor(customer, [
      { product: cookies, quantity: 2 },
      { product: tea, quantity: 1 },
    ]),
    await placeOrderFor(customer, [{ product: tea, quantity: 3 }]),
  ]
  await (
    await signInAsAdmin(shop.url)
  ).post('/admin/orders', {
    intent: 'cancel',
    order_id: made[1]!.id,
    expected_status: 'pending',
    reason: 'Rang',
  })
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}`)
  await page.getByRole('button', { name: 'Packing slips' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Select an order for this task' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await page.getByRole('button', { name: 'Packing slips (2)' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '2 packing slips' })).toBeVisible()
  await waitForHydration(page)
  const slip = page.getByRole('article', { name: made[0]!.shortId })
  for (const words of ['Ninth Bend Foods Ltd', 'Asha Menon', '9 Ghat Road', cookies.name, '180g', tea.name])
    await expect(slip).toContainText(words)
  await expect(slip.locator('strong').first(), 'an allergen stands out').toHaveText('EGG')
  await expect(page.getByRole('article', { name: made[1]!.shortId })).toContainText('Cancelled: do not send')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  const pdfText = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdfText.match(/\/Type\s*\/Page\b/g), 'one sheet an order').toHaveLength(2)
  expect(pdfText).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12]/)
})
