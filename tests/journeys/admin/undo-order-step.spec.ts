import type { Page } from '@playwright/test'
import { readOrderStatus } from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  updateProductRow,
  advanceOrder,
  findProductBySlug,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

async function pendingOrders(
  shop: { url: string },
  database: DatabaseClient,
  count: number,
): Promise<{ customer: SignedInClient; ids: string[] }> {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  await updateProductRow(database, tea.slug, { stock: 200 })
  const customer = await signInNewCustomer(shop.url)
  const ids: string[] = []
  for (let order = 0; order < count; order++)
    ids.unshift(await placeOrderOverHttp(customer, [{ product: tea, quantity: 1 }]))
  return { customer, ids }
}
const statuses = async (database: DatabaseClient, ids: string[]) =>
  (await Promise.all(ids.map((id) => readOrderStatus(database, id)))).map(({ status }) => status)
const rows = (page: Page) => page.locator('.orders-table tbody tr')
const shortOf = (id: string) => id.slice(0, 8).toUpperCase()

test('ORDER-26 a second click at the same position moves neither the next order of a filtered list nor the same order again', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids } = await pendingOrders(shop, database, 3)
  await page.clock.install()
  await signInOwnerInBrowser(page)
  for (const [filter, pause] of [
    ['&status=pending', 300],
    ['&status=pending', 900],
    ['', 900],
  ] as const) {
    const before = await statuses(database, ids)
    await openPage(page, `/admin/orders?search=${customer.email}${filter}`)
    const button = page.getByRole('button', { name: 'Process' }).first()
    const row = rows(page).filter({ has: button }).first()
    const number = (await row.getByRole('link').first().textContent())!
    const { x, y, width, height } = (await button.boundingBox())!
    // Started before the click: on a busy machine the 1.5 s would be over before a later check begins.
    const shipWaits = page.waitForFunction(
      (order) =>
        [...document.querySelectorAll('.orders-table tbody tr')].some(
          ({ textContent, children }) =>
            textContent.includes(order) &&
            [...children].some(
              (cell) => cell.querySelector('button[aria-disabled=true]')?.textContent === 'Ship',
            ),
        ),
      number,
    )
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.clock.fastForward(pause)
    await page.mouse.click(x + width / 2, y + height / 2)
    const handled = rows(page).filter({ hasText: number })
    await expect(handled, 'the row stays, in its new state').toContainText('Processing')
    await shipWaits
    expect(
      await handled.getByRole('button', { name: 'Ship' }).boundingBox(),
      'in the same place',
    ).toMatchObject({ x, y })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      'with room for Undo',
    ).toBeLessThanOrEqual(0)
    const after = await statuses(database, ids)
    expect(
      after.filter((status, order) => status !== before[order]),
      `${filter} ${pause}`,
    ).toEqual(['processing'])
    await page.clock.fastForward(1500)
    await expect(handled.getByRole('button', { name: 'Ship' }), 'it waits 1.5 s').not.toHaveAttribute(
      'aria-disabled',
    )
  }
})

test('ORDER-26 handled rows stay until the list is refreshed by its button, another filter or a reload', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids } = await pendingOrders(shop, database, 2)
  await signInOwnerInBrowser(page)
  const path = `/admin/orders?search=${customer.email}&status=pending`
  await openPage(page, path)
  for (let order = 0; order < 2; order++)
    await rows(page).nth(order).getByRole('button', { name: 'Process' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).getByText('Processing')).toHaveCount(2)
  await rows(page).nth(1).getByRole('button', { name: 'Ship' }).click()
  await expect(rows(page).nth(1)).toContainText('Shipped')
  expect(await statuses(database, ids)).toEqual(['processing', 'shipped'])
  await page.getByRole('button', { name: 'Show the list as it is now' }).click()
  await expect(page.getByText('No matching orders')).toBeVisible()
  await openPage(page, path.replace('pending', 'processing'))
  await rows(page).first().getByRole('button', { name: 'Ship' }).click()
  await expect(rows(page).first()).toContainText('Shipped')
  await page.reload()
  await expect(page.getByText('No matching orders')).toBeVisible()
})

test('ORDER-24 p j p j handles every order in turn, u undoes the highlighted one, and Undo disappears after ten seconds', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids } = await pendingOrders(shop, database, 4)
  await page.clock.install()
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}&status=pending`)
  await page.keyboard.press('j')
  for (let order = 0; order < 4; order++) {
    await page.keyboard.press('p')
    await page.keyboard.press('j')
  }
  await expect(rows(page).getByText('Processing')).toHaveCount(4)
  expect(await statuses(database, ids)).toEqual(['processing', 'processing', 'processing', 'processing'])
  await expect(
    page.getByRole('table').getByRole('link', { name: shortOf(ids[3]!) }),
    'the last stays marked',
  ).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('u')
  const third = rows(page).nth(2)
  await expect(third).toContainText('Pending')
  await expect(third.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByText('is pending again.')).toBeVisible()
  expect(await statuses(database, ids)).toEqual(['processing', 'processing', 'pending', 'processing'])
  // The second key waits, because it refers to the highlighted order.
  await page.keyboard.press('p')
  await page.keyboard.press('s')
  await page.keyboard.press('j')
  await expect(third).toContainText('Shipped')
  expect(await statuses(database, ids)).toEqual(['processing', 'processing', 'shipped', 'processing'])
  const undo = third.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.clock.fastForward(10_000)
  await expect(undo).toHaveCount(0)
  await expect(third.getByRole('link').first(), 'the focus stays in the row').toBeFocused()
})

test('ORDER-24 on an order page the next transition waits, Undo reverts the last one, and a late undo is reported', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const { id } = await placeOrderFor(await signInNewCustomer(shop.url), [{ product: tea, quantity: 1 }])
  await advanceOrder(shop, id, ['pending', 'processing'])
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/${id}`)
  const status = page.locator('.screen-head .status')
  const deliver = page.getByRole('button', { name: 'Mark Delivered' })
  const { x, y, width, height } = (await deliver.boundingBox())!
  await deliver.click()
  await expect(status).toHaveText('Delivered')
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.getByRole('dialog'), 'nothing has come into its place').toHaveCount(0)
  await expect(status).toHaveText('Delivered')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(status).toHaveText('Shipped')
  await expect(page.getByRole('region', { name: 'History' }).getByText('Undone')).toBeVisible()
  await expect(page.getByText('Delivered on')).toHaveCount(0)
  await deliver.click()
  await expect(status).toHaveText('Delivered')
  await database.query('alter table order_history disable trigger all')
  await database.query(`update order_history set at = at - interval '1 minute' where order_id = $1`, [id])
  await database.query('alter table order_history enable trigger all')
  await page.keyboard.press('u')
  await expect(page.getByText('A step can be undone for 10 seconds, and they are over.')).toBeVisible()
  await expect(status).toHaveText('Delivered')
})

test('ORDER-26 a deactivated product keeps its row in a filtered list: a second click affects only this product', async ({
  page,
  database,
}) => {
  await signInOwnerInBrowser(page)
  // Complete food information, so that activating the product needs no confirmation.
  await openPage(page, '/admin/products?show=on&search=honey')
  const first = page.locator('.products-table tbody tr').first()
  const name = (await first.locator('.row-link').textContent())!
  const offBefore = await database.query('select id from products where not is_active')
  const control = first.getByRole('switch')
  const { x, y, width, height } = (await control.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.getByRole('button', { name: 'Show the list as it is now' })).toBeVisible()
  await expect(first.locator('.row-link')).toHaveText(name)
  await expect(control).not.toBeChecked()
  expect(await database.query('select id from products where not is_active')).toHaveLength(
    offBefore.length + 1,
  )
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(control).toBeChecked()
  await expect
    .poll(() => database.query('select id from products where not is_active'))
    .toHaveLength(offBefore.length)
})
