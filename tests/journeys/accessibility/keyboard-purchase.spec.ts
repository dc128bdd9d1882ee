import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { PASSWORD, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import type { ElementHandle, Locator, Page } from '@playwright/test'

const MAX_TAB_STEPS = 60

async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let step = 0; !(await hasFocus()); step++) {
    expect(step, `${String(control)} is reached by the keyboard`).toBeLessThan(MAX_TAB_STEPS)
    await page.keyboard.press(key)
  }
  const outline = await control.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(outline, `${String(control)} shows that it has the focus`).not.toBe('none')
}

/** Escape, then Enter on the opener before the browser reports that the dialog is closed. */
const closeAndOpenAtOnce = async (dialog: Locator, opener: Locator) =>
  dialog.evaluate(
    async (element: HTMLDialogElement, button) => {
      element.dispatchEvent(new Event('cancel', { cancelable: true }))
      element.close()
      await Promise.resolve()
      button!.click()
    },
    (await opener.elementHandle()) as ElementHandle<HTMLElement> | null,
  )

test('ACCESS-4 CHECKOUT-5 a complete purchase by keyboard only', async ({ page, shop }) => {
  const { email } = await signInNewCustomer(shop.url)
  await openPage(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Shop Now' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeFocused()

  // The first letters select an option of a closed dropdown.
  await tabTo(page, page.getByRole('combobox', { name: 'Category' }))
  await page.keyboard.type('tea')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/category=tea-coffee/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tea & Coffee' })).toBeVisible()
  const addTea = page.getByRole('button', { name: /^Add to Cart.*Wayanad Orthodox Black Tea/ })
  await tabTo(page, addTea)
  await page.keyboard.press('Enter')
  const plus = page.getByRole('button', { name: 'Increase quantity of Wayanad Orthodox Black Tea' })
  await expect(plus, 'the focus stays where it was').toBeFocused()
  await page.keyboard.press('Enter')

  const cartButton = page.getByRole('button', { name: 'Cart, 2 items' })
  await tabTo(page, cartButton, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(cartButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await closeAndOpenAtOnce(drawer, cartButton)
  await tabTo(page, drawer.getByRole('button', { name: 'Checkout' }))
  await page.keyboard.press('Enter')

  await expect(page.getByText('Please sign in to checkout')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'City' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await tabTo(page, page.getByRole('button', { name: 'Continue to payment' }))
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await tabTo(page, summary.getByRole('link', { name: 'Enter your town or city' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'City' })).toBeFocused()
  await page.keyboard.type('Bristol')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Payment Method' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Place order and pay £10.50 on delivery' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Wayanad Orthodox Black Tea')
  await expect(page.getByRole('article')).toContainText('Bristol')
  const focused = await page.evaluate(() => document.activeElement?.tagName)
  expect(focused, 'the focus is never lost').not.toBe('BODY')
})
