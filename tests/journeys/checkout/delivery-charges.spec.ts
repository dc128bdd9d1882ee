import type { Locator, Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { goToPaymentStep, placeOrderButton } from '#tests/fixtures/browser/checkout-actions.ts'
import {
  addProductToCart,
  openCart,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'

test.use({ expectedStatuses: [409, 422] })
const SAVED = 'Saved. Shoppers see it now.'
const HONEY = 'wayanad-forest-honey'

async function saveDelivery(owner: Page, { isCharged, express }: { isCharged: boolean; express: string }) {
  await openPage(owner, '/admin/settings')
  await owner.getByLabel('Charge for delivery').setChecked(isCharged)
  await owner.getByLabel('Express rate (£)').fill(express)
  await owner.getByRole('button', { name: 'Save Delivery charges' }).click()
  await expect(owner.getByText(SAVED)).toBeVisible()
}

async function expectSums(within: Locator, sums: readonly [string, string][]) {
  for (const [label, amount] of sums)
    await expect(
      within.getByText(label, { exact: false }).first().locator('xpath=ancestor-or-self::p[1]'),
    ).toContainText(amount)
}

async function expectOrder(
  { page, owner, mails, email }: { page: Page; owner: Page; mails: MailFolder; email: string },
  { service, charge, total }: { service: string; charge: string; total: string },
) {
  await expect(page.getByText(`Pay ${total} at the door`)).toBeVisible()
  const card = page.getByRole('article').first()
  await expectSums(card, [
    [service, charge],
    ['Total', total],
  ])
  const shortId = /[0-9A-F]{8}/.exec(await card.getByRole('heading', { name: /^Order/ }).innerText())![0]
  await openPage(page, (await card.getByRole('link', { name: 'Details' }).getAttribute('href'))!)
  const receipt = page.getByRole('table', { name: 'Items' })
  await expect(receipt.getByRole('row', { name: service })).toContainText(charge)
  await expect(receipt.getByRole('row', { name: /^Total/ })).toContainText(total)
  await expect
    .poll(() => mails.to('order-confirmation', email).map(({ text }) => text.includes(total)))
    .toContain(true)
  const mail = mails.to('order-confirmation', email).find(({ text }) => text.includes(total))!
  expect(mail.text).toContain(service)
  expect(mail.text).toContain(charge)
  await openPage(owner, `/admin/orders?search=${shortId}`)
  await expect(owner.getByRole('row', { name: shortId })).toContainText(total)
  await owner.getByRole('link', { name: shortId }).click()
  const items = owner.getByRole('table', { name: 'Items of this order' })
  await expect(items.getByRole('row', { name: service })).toContainText(charge)
  await expect(items.getByRole('row', { name: 'Total £' })).toContainText(total)
}

test('DELIVERY-11 DELIVERY-14 DELIVERY-15 charges are switched on, paid by standard and by express, and switched off', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  test.slow()
  const owner = await newShopper()
  const mails = new MailFolder(shop.dataDir)
  await signInOwnerInBrowser(owner)
  await openPage(owner, '/admin/settings')
  await owner.getByLabel('Standard rate (£)').fill('three')
  await owner.getByRole('button', { name: 'Save Delivery charges' }).click()
  await expect(owner.getByRole('alert')).toContainText('Enter an amount in pounds from 0 to 9999.99')
  await expect(owner.getByLabel('Standard rate (£)')).toHaveValue('three')
  await saveDelivery(owner, { isCharged: true, express: '4.99' })

  await test.step('a visitor sees the charge before the checkout', async () => {
    const visitor = await newShopper()
    await openPage(visitor, '/')
    await expect(visitor.getByRole('region', { name: 'Delivery and returns' })).toContainText(
      '£3.99 delivery',
    )
    await addProductToCart(visitor, HONEY, 2)
    await expect(visitor.getByRole('main')).toContainText('Delivery £3.99, free over £50.00.')
    const cart = await openCart(visitor)
    await expectSums(cart, [
      ['Items', '£23.00'],
      ['Standard delivery', '£3.99'],
      ['Total', '£26.99'],
    ])
    await expect(cart.getByText('£27.01 more, and standard delivery is free.')).toBeVisible()
    await expect(cart.getByText('Or by express for £4.99: choose it at checkout.')).toBeVisible()
    await expect(cart.getByText('No delivery charge')).toHaveCount(0)
    expect(await findAccessibilityViolations(visitor)).toEqual([])
  })

  const { email } = await signInNewCustomerInBrowser(page, shop)
  // An unverified address gets the emails of few orders.
  await database.query('update accounts."user" set email_verified = true where email = $1', [email])
  const seen = { page, owner, mails, email }
  await test.step('standard', async () => {
    await addProductToCart(page, HONEY, 2)
    await goToPaymentStep(page)
    const summary = page.getByRole('region', { name: 'Order summary' })
    await expectSums(summary, [
      ['Standard delivery', '£3.99'],
      ['Total', '£26.99'],
    ])
    await expect(page.getByText('Standard delivery: With you by')).toBeVisible()
    await page.getByRole('button', { name: 'Place order and pay £26.99 on delivery' }).click()
    await expectOrder(seen, { service: 'Standard delivery', charge: '£3.99', total: '£26.99' })
  })

  await test.step('DELIVERY-13 express, whose rate changes before it is ordered', async () => {
    await addProductToCart(page, HONEY, 2)
    await openPage(page, '/checkout')
    await page.getByRole('radio', { name: 'Express delivery: £4.99' }).check()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('Express delivery: With you on')).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Express delivery: £4.99' })).toBeChecked()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('button', { name: 'pay £27.99' })).toBeVisible()
    await saveDelivery(owner, { isCharged: true, express: '5.49' })
    await placeOrderButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      'The delivery charge has changed from £4.99 to £5.49. Nothing was ordered',
    )
    await expectSums(page.getByRole('region', { name: 'Order summary' }), [
      ['Express delivery', '£5.49'],
      ['Total', '£28.49'],
    ])
    await page.getByRole('button', { name: 'pay £28.49' }).click()
    await expectOrder(seen, { service: 'Express delivery', charge: '£5.49', total: '£28.49' })
    await expect(owner.getByRole('main')).toContainText('Express')
    await openPage(owner, `/admin/orders?status=to-send&search=${email}`)
    await expect(owner.getByRole('row', { name: 'Express' })).toContainText('£28.49')
  })

  await test.step('over the amount standard delivery is free', async () => {
    await addProductToCart(page, HONEY, 5)
    const cart = await openCart(page)
    await expectSums(cart, [
      ['Standard delivery', 'Free'],
      ['Total', '£57.50'],
    ])
  })

  await test.step('DELIVERY-9 switched off, nothing is added or said', async () => {
    await saveDelivery(owner, { isCharged: false, express: '4.99' })
    await openPage(page, `/products/${HONEY}`)
    await expect(page.getByRole('main')).toContainText('No delivery charge is added.')
    const cart = await openCart(page)
    await expectSums(cart, [['Total', '£57.50']])
    await expect(cart.getByText('Standard delivery')).toHaveCount(0)
    await expect(cart.getByText('No delivery charge is added.')).toBeVisible()
  })
})
