import type { Locator } from '@playwright/test'
import {
  fillCart,
  updateProductRow,
  openCart,
  findProductBySlug,
  addProductToCart,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test, waitForHydration } from '#tests/fixtures/browser/shop-fixture.ts'

test('CART-1 CART-2 CART-18 all tabs share one cart, a reload keeps it, and lines and total are stored under cart-storage', async ({
  page,
  context,
  database,
}) => {
  const rice = await findProductBySlug(database, 'palakkadan-matta-rice')
  const other = await context.newPage()
  await openPage(other, '/products')
  await addProductToCart(page, rice.slug, 2)
  await expect(other.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible()

  const drawer = await openCart(other)
  await drawer.getByRole('button', { name: `Increase quantity of ${rice.name}` }).click()
  await expect(drawer.getByRole('spinbutton')).toHaveValue('3')
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).press('Enter')
  await expect(drawer.getByRole('spinbutton'), 'adding what is there already adds to its line').toHaveValue(
    '4',
  )

  await openPage(page, '/about')
  await expect(page.getByRole('button', { name: 'Cart, 4 items' })).toBeVisible()
  const stored = await page.evaluate(
    () => JSON.parse(localStorage.getItem('cart-storage') ?? 'null') as unknown,
  )
  expect(stored).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    lines: [
      {
        id: rice.id,
        name: rice.name,
        image_url: expect.stringMatching(/^\/storage\//),
        price: rice.price,
        quantity: 4,
      },
    ],
    total: 27.8,
  })
})

/** `hover` waits until the position is stable. */
async function clickDespiteDisabled(button: Locator) {
  await button.hover()
  await button.click({ force: true })
}

test('CART-10 CART-11 CART-21 a cart is limited to the stock: quantity field, button and drawer say so', async ({
  page,
  database,
}) => {
  const oil = await findProductBySlug(database, 'cold-pressed-gingelly-oil')
  await updateProductRow(database, oil.slug, { stock: 3 })
  await openPage(page, `/products/${oil.slug}`)
  const picker = page.getByRole('spinbutton', { name: `Quantity of ${oil.name}` })
  await picker.fill('9')
  await picker.blur()
  await expect(picker, 'more than there is becomes as many as there are').toHaveValue('3')
  await expect(picker, 'and what happened is said: three can still be added').toHaveAccessibleDescription(
    'Only 3 can be added',
  )
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(
    page
      .getByRole('region', { name: 'Added to your cart' })
      .getByText('Only 3 can be bought, so 3 were added.'),
  ).toBeVisible()
  const add = page.getByRole('main').getByRole('button', { name: 'No more stock available' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  // aria-disabled keeps the button focusable, so that its reason is read; a click does nothing.
  await clickDespiteDisabled(add)
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()

  const drawer = await openCart(page)
  const plus = drawer.getByRole('button', { name: `Increase quantity of ${oil.name}` })
  await expect(plus).toHaveAttribute('aria-disabled', 'true')
  await clickDespiteDisabled(plus)
  await expect(drawer.getByRole('spinbutton')).toHaveValue('3')
  await expect(drawer.getByText('No more stock available').first()).toBeVisible()
  await drawer.getByRole('spinbutton').fill('9')
  await drawer.getByRole('spinbutton').blur()
  await expect(drawer.getByText('No more stock available, so your cart has 3.')).toBeVisible()

  await openPage(page, '/products/stingless-bee-honey')
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expect(page.getByRole('spinbutton')).toHaveCount(0)
})

test('CART-8 CART-4 minus to 0 removes the line, which can be undone', async ({ page }) => {
  await addProductToCart(page, 'malabar-cloves')
  const drawer = await openCart(page)
  await drawer
    .getByRole('button', { name: 'Decrease quantity of Malabar Cloves to 0, which removes it' })
    .click()
  await expect(drawer.getByText('Your cart is empty')).toBeVisible()
  await expect(drawer.getByText('Malabar Cloves removed', { exact: true })).toBeVisible()
  const focus = await page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  expect(focus, 'the focus stays in the drawer').toBe(true)
  await drawer.getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByRole('spinbutton', { name: 'Quantity of Malabar Cloves' })).toHaveValue('1')
  await drawer.getByRole('button', { name: 'Remove Malabar Cloves' }).click()
  await drawer.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
})

test('CART-12 changed prices and stock are revalidated and shown when the cart is opened', async ({
  page,
  database,
}) => {
  await fillCart(page, database, {
    'wayanad-robusta-coffee-beans': 3,
    'tender-mango-pickle': 1,
    'kerala-mixture': 1,
  })
  await openPage(page, '/about')
  await updateProductRow(database, 'wayanad-robusta-coffee-beans', { price: 9.45, stock: 2 })
  await updateProductRow(database, 'tender-mango-pickle', { is_active: false })
  await updateProductRow(database, 'kerala-mixture', { stock: 0 })
  const drawer = await openCart(page)
  for (const sentence of [
    'Some things in your cart have changed',
    'The price of Wayanad Robusta Coffee Beans has changed from £8.95 to £9.45.',
    'Only 2 of Wayanad Robusta Coffee Beans left, so your cart now has 2.',
    'Tender Mango Pickle is no longer sold, so it is no longer in your cart.',
    'Kerala Mixture is sold out, so it is no longer in your cart.',
  ]) {
    await expect(drawer.getByText(sentence)).toBeVisible()
  }
  await expect(drawer.getByRole('spinbutton')).toHaveCount(1)
  await expect(drawer.getByText('£18.90').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cart, 2 items', includeHidden: true })).toBeAttached()
})

test('STOREFRONT-10 CART-9 the quantity typed beside Add to Cart is added, also with Enter; invalid input adds nothing and shows what to enter', async ({
  page,
}) => {
  await openPage(page, '/products/malabar-cloves')
  const picker = page.getByRole('spinbutton', { name: 'Quantity of Malabar Cloves' })
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  const cart = (count: number) =>
    page.getByRole('button', { name: count === 0 ? 'Cart' : `Cart, ${count} items`, exact: true })
  for (const wrong of ['2.5', '0', '', 'two', '-1', '1e3']) {
    await picker.fill(wrong)
    await add.click()
    await expect(picker, wrong).toBeFocused()
    await expect(picker, 'the entry stays').toHaveValue(wrong)
    await expect(picker).toHaveAttribute('aria-invalid', 'true')
    await expect(picker).toHaveAccessibleDescription(/^Enter a whole number from 1 to \d+$/)
    await expect(cart(0), wrong).toBeVisible()
  }
  await picker.fill('7')
  await expect(picker, 'put right').not.toHaveAttribute('aria-invalid')
  await add.click()
  await expect(cart(7)).toBeVisible()
  await expect(picker).toHaveValue('1')

  // Assistive technology clicks without moving the focus.
  await picker.fill('2')
  await add.dispatchEvent('click')
  await expect(cart(9)).toBeVisible()

  await picker.fill('2.5')
  await picker.press('Enter')
  await expect(picker).toHaveAttribute('aria-invalid', 'true')
  await expect(cart(9)).toBeVisible()
  await picker.fill('2')
  await picker.press('Enter')
  await expect(cart(11)).toBeVisible()
  await expect(picker).toHaveValue('1')
})

test('CART-15 CART-4 a quantity typed in the cart applies on blur and when the drawer closes: 0 removes, invalid input is reported and changes nothing', async ({
  page,
  database,
}) => {
  const cloves = await findProductBySlug(database, 'malabar-cloves')
  await addProductToCart(page, cloves.slug, 3)
  const drawer = await openCart(page)
  const picker = drawer.getByRole('spinbutton')
  const kept = () =>
    page.evaluate(() =>
      (JSON.parse(localStorage.getItem('cart-storage')!) as { lines: { quantity: number }[] }).lines.map(
        ({ quantity }) => quantity,
      ),
    )
  for (const wrong of ['2.5', 'five', '']) {
    await picker.fill(wrong)
    await picker.blur()
    await expect(picker, 'the entry stays').toHaveValue(wrong)
    await expect(picker).toHaveAttribute('aria-invalid', 'true')
    await expect(
      drawer.getByText(`Enter a whole number up to 20, or 0 to remove it. Your cart still has 3.`),
    ).toBeVisible()
    expect(await kept(), wrong).toEqual([3])
  }
  await drawer.getByRole('button', { name: 'Increase quantity of Malabar Cloves' }).click()
  await expect(picker, 'plus goes on from what the cart has').toHaveValue('4')
  await picker.fill('6')
  await picker.press('Enter')
  await expect(picker).not.toHaveAttribute('aria-invalid')
  expect(await kept()).toEqual([6])
  await picker.fill('21')
  await picker.blur()
  await expect(picker).toHaveValue('20')
  await expect(drawer.getByText('At most 20 of one product in an order')).toBeVisible()
  for (const [typed, close] of [
    ['7', () => page.mouse.click(20, 400)],
    ['8', () => page.keyboard.press('Escape')],
  ] as const) {
    await picker.fill(typed)
    await close()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: `Cart, ${typed} items` })).toBeVisible()
    await openCart(page)
  }
  await picker.fill('0')
  await picker.blur()
  await expect(drawer.getByText('Malabar Cloves removed', { exact: true })).toBeVisible()
  expect(await kept()).toEqual([])
})

test('CART-16 CART-9 a card adds one and its button becomes a quantity control in place; minus to 0 restores the button', async ({
  page,
}) => {
  await openPage(page, '/products?category=whole-spices')
  const card = page.getByRole('listitem').filter({ hasText: 'Malabar Cloves' })
  const add = card.getByRole('button', { name: 'Add to Cart: Malabar Cloves' })
  /** Does not depend on scrolling. */
  const box = () =>
    card.locator('.card-add').evaluate((each) => {
      const { top, left, width, height } = each.getBoundingClientRect()
      return { top: top + scrollY, left, width, height }
    })
  const cart = (items: string) => page.getByRole('button', { name: `Cart${items}`, exact: true })
  /** The content of a closed dialog is not announced. */
  const announcement = page.locator('[data-announcer]:not(dialog *)')
  const [before, height] = [await box(), await page.evaluate(() => document.documentElement.scrollHeight)]
  await add.click()
  await expect(cart(', 1 item')).toBeVisible()
  const [minus, plus] = [
    card.getByRole('button', { name: /^Decrease quantity of Malabar Cloves/ }),
    card.getByRole('button', { name: 'Increase quantity of Malabar Cloves' }),
  ]
  await expect(plus, 'the focus stays where it was pressed').toBeFocused()
  await expect(announcement).toHaveText('1 × Malabar Cloves added to your cart')
  await expect(page.locator('dialog:modal'), 'nothing opens').toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Added to your cart' })).toHaveCount(0)
  for (const button of [minus, plus]) {
    const { width, height: tall } = (await button.boundingBox())!
    expect(Math.min(width, tall), 'large enough for a finger').toBeGreaterThanOrEqual(44)
  }
  await plus.click()
  await expect(cart(', 2 items')).toBeVisible()
  await expect(announcement).toHaveText('Malabar Cloves: 2 in your cart')
  expect(await box(), 'it is where the button was').toEqual(before)
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'nothing below has moved').toBe(
    height,
  )

  await page.reload()
  await expect(card.getByText('2 in your cart')).toBeVisible()
  await expect(minus).toHaveAccessibleName('Decrease quantity of Malabar Cloves')
  // This page has its fonts from the first paint.
  await waitForHydration(page)
  const reloaded = await box()
  await minus.click()
  await expect(minus).toHaveAccessibleName('Decrease quantity of Malabar Cloves to 0, which removes it')
  await minus.click()
  await expect(add).toBeFocused()
  await expect(cart('')).toBeVisible()
  await expect(announcement).toHaveText('Malabar Cloves removed from your cart')
  expect(await box()).toEqual(reloaded)
})

test('CART-16 a second tap where a card has added something does nothing', async ({ page }) => {
  await openPage(page, '/products?category=whole-spices')
  const card = page.getByRole('listitem').filter({ hasText: 'Malabar Cloves' })
  await card
    .getByRole('button', { name: /^Add to Cart/ })
    .click({ clickCount: 2, delay: 200, position: { x: 20, y: 20 } })
  await expect(page.getByRole('button', { name: 'Cart, 1 item', exact: true })).toBeVisible()
})

test('CART-17 a click before hydration shows that it waits, and counts once hydrated', async ({ page }) => {
  const waiting: (() => void)[] = []
  let isHeld = true
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) await new Promise<void>((go) => waiting.push(go))
    await route.continue()
  })
  await page.goto('/products?category=whole-spices')
  const add = page.getByRole('button', { name: 'Add to Cart: Malabar Cloves' })
  await clickDespiteDisabled(add)
  const shown = () => add.evaluate((button) => getComputedStyle(button, '::after').content)
  await expect.poll(shown).toBe('"One moment…"')
  isHeld = false
  for (const go of waiting) go()
  await expect(page.getByRole('button', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Increase quantity of Malabar Cloves' })).toBeVisible()
})

test('CART-12 CART-20 a line added by another tab to an open cart gets its weight, its price per litre and its link too', async ({
  page,
  context,
  database,
}) => {
  await fillCart(page, database, { 'malabar-cloves': 1 })
  await openPage(page, '/about')
  const drawer = await openCart(page)
  await expect(drawer.getByRole('link', { name: 'Malabar Cloves' })).toBeVisible()
  const other = await context.newPage()
  await addProductToCart(other, 'cold-pressed-virgin-coconut-oil')
  const line = drawer.getByRole('listitem').filter({ hasText: 'Coconut Oil' })
  await expect(line.getByRole('link')).toBeVisible()
  await expect(line.getByText('500ml · £9.95 each · £19.90 per litre')).toBeVisible()
})

test('CART-9 LIMIT-11 if the order limit is below the stock, the message names the limit', async ({
  page,
  database,
}) => {
  await updateProductRow(database, 'malabar-cloves', { stock: 2000 })
  await openPage(page, '/products/malabar-cloves')
  await page.getByRole('spinbutton').fill('21')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Cart, 20 items' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'At most 20 of one product in an order', exact: true }),
  ).toBeVisible()
  await openPage(page, '/products?category=whole-spices')
  const plus = page.getByRole('button', { name: 'Increase quantity of Malabar Cloves' })
  await expect(plus).toHaveAccessibleDescription('At most 20 of one product in an order')
  await expect(plus).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('No more stock available')).toHaveCount(0)
})

test('CART-9 if the page shows only plentiful stock, no more than the stock is added', async ({
  page,
  database,
}) => {
  await updateProductRow(database, 'malabar-cloves', { stock: 15 })
  await openPage(page, '/products/malabar-cloves?utm_source=letter')
  await page.getByRole('spinbutton').fill('12')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Cart, 12 items' })).toBeVisible()
  await expect(page.getByRole('spinbutton')).toHaveAttribute('aria-valuemax', '3')
  await page.getByRole('spinbutton').fill('30')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Cart, 15 items' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'No more stock available', exact: true })).toBeVisible()

  await updateProductRow(database, 'malabar-cloves', { stock: 17 })
  await openPage(page, '/products?category=whole-spices')
  const plus = page.getByRole('button', { name: 'Increase quantity of Malabar Cloves' })
  await plus.click()
  await expect(page.getByRole('button', { name: 'Cart, 16 items' })).toBeVisible()
  await plus.click()
  await expect(page.getByRole('button', { name: 'Cart, 17 items' })).toBeVisible()
  await expect(plus).toHaveAttribute('aria-disabled', 'true')
  await expect(plus, 'the card says why').toHaveAccessibleDescription('No more stock available')
  await clickDespiteDisabled(plus)
  await expect(page.getByRole('button', { name: 'Cart, 17 items' })).toBeVisible()
})
