import type { Page } from '@playwright/test'
import { readOrderStatus } from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  advanceOrder,
  findProductBySlug,
  signInOwnerInBrowser,
  updateProductRow,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

/** Newest first, like the list. */
async function pendingOrders(
  shop: { url: string },
  database: DatabaseClient,
  count: number,
): Promise<{ customer: SignedInClient; ids: string[]; placeOrder: () => Promise<string> }> {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  await updateProductRow(database, tea.slug, { stock: 500 })
  const customer = await signInNewCustomer(shop.url)
  const placeOrder = () => placeOrderOverHttp(customer, [{ product: tea, quantity: 1 }])
  const ids: string[] = []
  for (let order = 0; order < count; order++) ids.unshift(await placeOrder())
  return { customer, ids, placeOrder }
}
const statuses = async (database: DatabaseClient, ids: string[]) =>
  (await Promise.all(ids.map((id) => readOrderStatus(database, id)))).map(({ status }) => status)
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)
const rows = (page: Page) => page.locator('.orders-table tbody tr')
const shortOf = (id: string) => id.slice(0, 8).toUpperCase()
const boxOf = (page: Page, id: string) => page.getByRole('checkbox', { name: `Choose order ${shortOf(id)}` })
const chooseAll = (page: Page) => page.getByRole('checkbox', { name: 'Choose all on this page' })
const bulkButtons = (page: Page) => page.locator('.chosen-steps').getByRole('button')
const outcome = (page: Page) => page.locator('.outcome')

test('ORDER-49 ORDER-26 ten orders are processed and shipped in three actions; rows stay ticked for the next step, and Undo takes all back', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids } = await pendingOrders(shop, database, 10)
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}&status=pending`)
  await expect(rows(page)).toHaveCount(10)
  await expect(bulkButtons(page), 'none applies').toHaveCount(0)

  let actions = 0
  const act = async (action: Promise<void>) => {
    actions++
    await action
  }
  const table = await rows(page).first().boundingBox()
  await act(chooseAll(page).check())
  await act(page.getByRole('button', { name: 'Process 10', exact: true }).click())
  await expect(outcome(page)).toContainText('10 orders processed.')
  await expect(rows(page).getByText('Processing', { exact: true })).toHaveCount(10)
  expect((await rows(page).first().boundingBox())!.y, 'no row moves').toBe(table!.y)
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(10)
  await act(page.getByRole('button', { name: 'Ship 10', exact: true }).click())
  await expect(outcome(page), 'in the place of the earlier one').toHaveText(/^10 orders shipped\./)
  await expect(rows(page).getByText('Shipped', { exact: true })).toHaveCount(10)
  expect(await statuses(database, ids)).toEqual(times(10, 'shipped'))
  expect(actions).toBe(3)

  await outcome(page).filter({ hasText: 'shipped' }).getByRole('button', { name: 'Undo' }).click()
  await expect(outcome(page).filter({ hasText: '10 orders are processing again.' })).toBeVisible()
  await expect(rows(page).getByText('Processing', { exact: true })).toHaveCount(10)
  expect(await statuses(database, ids)).toEqual(times(10, 'processing'))
  expect(
    await database.query(
      `select id from outbox where kind = 'order-shipped' and payload ->> 'order_id' = any ($1)`,
      [ids],
    ),
  ).toEqual([])
  await page.getByRole('button', { name: 'Show the list as it is now' }).click()
  await expect(page.getByText('No matching orders')).toBeVisible()
})

test('ADMIN-13 ORDER-49 five orders are processed and shipped in three keys, and u undoes the last step of all for ten seconds', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids } = await pendingOrders(shop, database, 5)
  await page.clock.install()
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  // Without Shift as with Caps Lock, in which case a key for one row must not change all.
  await page.keyboard.press('P')
  await expect(page.getByRole('button', { name: 'Process 5', exact: true })).toBeEnabled()
  expect(await statuses(database, ids)).toEqual(times(5, 'pending'))
  await page.keyboard.press('Shift+P')
  await expect(rows(page).getByText('Processing', { exact: true })).toHaveCount(5)
  await expect(rows(page).first().getByRole('link').first(), 'the focus stays').toBeFocused()
  await page.keyboard.press('Shift+S')
  await expect(rows(page).getByText('Shipped', { exact: true })).toHaveCount(5)
  await page.keyboard.press('u')
  await expect(outcome(page).filter({ hasText: '5 orders are processing again.' })).toBeVisible()
  expect(await statuses(database, ids)).toEqual(times(5, 'processing'))

  await page.keyboard.press('Shift+X')
  await expect(bulkButtons(page)).toHaveCount(0)
  // Only applicable orders are counted: two of three, because the third is shipped.
  await page.keyboard.press('x')
  await boxOf(page, ids[1]!).check()
  await advanceOrder(shop, ids[2]!, ['processing'])
  await boxOf(page, ids[2]!).check()
  await expect(bulkButtons(page)).toHaveText(['Ship 2', 'Mark Delivered 1'])
  await page.keyboard.press('Shift+D')
  await expect(outcome(page).filter({ hasText: '1 order delivered.' })).toBeVisible()
  await expect(bulkButtons(page).filter({ hasText: 'Mark Delivered' })).toHaveCount(0)
  await expect(bulkButtons(page).first()).toHaveText('Ship 2')
  expect(await statuses(database, ids.slice(0, 3))).toEqual(['processing', 'processing', 'delivered'])
  await page.clock.fastForward(10_000)
  await expect(outcome(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)

  for (const id of ids.slice(0, 2)) await boxOf(page, id).uncheck()
  await page.keyboard.press('Shift+S')
  await expect(page.getByRole('alert').filter({ hasText: 'Select an order for this task' })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByRole('row', { name: /Shift\+p/ })).toContainText('Process: the rows that are chosen')
})

test('ORDER-49 orders that were cancelled or moved meanwhile are named with the reason and stay ticked; Shift ticks all rows between two', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids } = await pendingOrders(shop, database, 5)
  const [first, cancelled, moved] = ids as [string, string, string]
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}`)
  await chooseAll(page).check()
  await page.route('**/_data**', async (route) => {
    if (route.request().method() === 'POST') {
      await customer.submit('/profile/orders', { order_id: cancelled, intent: 'cancel' })
      await advanceOrder(shop, moved, ['pending'])
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Process 5', exact: true }).click()
  await expect(outcome(page)).toContainText('3 orders processed.')
  await expect(outcome(page)).toContainText('2 orders stay as they are:')
  await expect(outcome(page).getByRole('listitem')).toHaveText([
    `${shortOf(cancelled)} It was changed to cancelled in the meantime.`,
    `${shortOf(moved)} It was changed to processing in the meantime.`,
  ])
  await expect(page.locator('[aria-live=polite]').filter({ has: outcome(page) })).toHaveCount(1)
  expect(await statuses(database, [first, cancelled, moved])).toEqual([
    'processing',
    'cancelled',
    'processing',
  ])
  for (const id of ids) await expect(boxOf(page, id)).toBeChecked()
  await expect(rows(page).filter({ hasText: shortOf(cancelled) })).toContainText('Cancelled')
  await checkAccessibility(page, 'orders that stay as they are')
  await outcome(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(outcome(page)).toHaveCount(0)

  await chooseAll(page).uncheck()
  await boxOf(page, ids[3]!).click()
  await boxOf(page, ids[1]!).click({ modifiers: ['Shift'] })
  for (const [index, id] of ids.entries())
    await expect(boxOf(page, id)).toBeChecked({ checked: index >= 1 && index <= 3 })
  await boxOf(page, ids[2]!).press('Space')
  await boxOf(page, ids[3]!).press('Shift+Space')
  for (const [index, id] of ids.entries()) await expect(boxOf(page, id)).toBeChecked({ checked: index === 1 })
})

test('ORDER-49 ADMIN-11 chosen orders stay chosen and in sight while the list changes live', async ({
  page,
  shop,
  database,
}) => {
  const { customer, ids, placeOrder } = await pendingOrders(shop, database, 3)
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}&status=pending`)
  await boxOf(page, ids[0]!).check()
  await boxOf(page, ids[2]!).check()
  await page.getByRole('searchbox').focus()
  await page.mouse.move(5, 5)
  const added = await placeOrder()
  await advanceOrder(shop, ids[1]!, ['pending'])
  await advanceOrder(shop, ids[2]!, ['pending'])
  await expect(rows(page).filter({ hasText: shortOf(added) })).toBeVisible()
  await expect(rows(page).filter({ hasText: shortOf(ids[1]!) }), 'not chosen').toHaveCount(0)
  await expect(boxOf(page, ids[0]!)).toBeChecked()
  await expect(boxOf(page, ids[2]!), 'no longer in the list').toBeChecked()
  // A list that was read at the moment of the change shows the order with its new status.
  const isChangeShown = await rows(page)
    .filter({ hasText: shortOf(ids[2]!) })
    .getByText('Processing', { exact: true })
    .isVisible()
  await page.getByRole('button', { name: `Process ${isChangeShown ? 1 : 2}`, exact: true }).click()
  await expect(outcome(page)).toContainText('1 order processed.')
  if (!isChangeShown) {
    await expect(outcome(page).getByRole('listitem')).toContainText(
      'It was changed to processing in the meantime.',
    )
  }
  await expect(page.getByRole('button', { name: 'Ship 2', exact: true })).toBeVisible()
  expect(await statuses(database, [...ids, added])).toEqual([
    'processing',
    'processing',
    'processing',
    'pending',
  ])
})
