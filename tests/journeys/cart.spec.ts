import { lookInto } from '../requests/shop-database.ts'
import { expect, test } from './shop-fixture.ts'

const CLOVES = '/products/malabar-cloves'
const cartButton = /^Cart/

test.describe('§4 the cart', () => {
  test('§2 minus reaches 0 and removes the line, which can be brought back', async ({ page }) => {
    await page.goto(CLOVES)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('button', { name: 'View cart' }).click()
    const drawer = page.getByRole('dialog', { name: 'Your cart' })
    await drawer.getByRole('button', { name: /^Decrease quantity of Malabar Cloves/ }).click()
    await expect(drawer.getByText('Your cart is empty')).toBeVisible()
    await drawer.getByRole('button', { name: 'Undo' }).click()
    await expect(drawer.getByRole('spinbutton', { name: 'Quantity of Malabar Cloves' })).toHaveValue('1')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: cartButton })).toBeFocused()
  })

  test('§1 it survives a reload, and two tabs agree on it', async ({ page, context }) => {
    await page.goto(CLOVES)
    const other = await context.newPage()
    await other.goto(CLOVES)
    for (const tab of [page, other, page]) await tab.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
  })

  test('§5 a card asks how many in a popup; what is typed out of range is refused', async ({ page }) => {
    await page.goto('/products?category=whole-spices')
    await page.getByRole('button', { name: 'Add to Cart: Malabar Cloves' }).click()
    const popup = page.getByRole('dialog', { name: 'Add to Cart' })
    const quantity = popup.getByRole('spinbutton')
    for (const wrong of ['0', '-1', '1.5', '1e3', '99999', 'two']) {
      await quantity.fill(wrong)
      await quantity.blur()
      await expect(quantity).toHaveValue('1')
    }
    await quantity.fill('4')
    await popup.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByRole('button', { name: 'Cart, 4 items' })).toBeVisible()
  })

  test('§5 no more can be added than there are, and what is sold out cannot be added', async ({ page, shop }) => {
    const database = lookInto(shop.dataDir)
    try {
      const [few] = await database.query(`select slug, stock from products where is_active and stock between 1 and 9 order by slug`)
      await page.goto(`/products/${few!['slug']}`)
      const stock = Number(few!['stock'])
      await page.locator('main').getByRole('spinbutton').fill(String(stock))
      await page.locator('main').getByRole('spinbutton').blur()
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await expect(page.getByRole('button', { name: 'No more stock available' })).toBeVisible()
      await page.getByRole('button', { name: 'View cart' }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: /^Increase/ })).toHaveAttribute('aria-disabled', 'true')
      const [none] = await database.query(`select slug from products where is_active and stock = 0 order by slug`)
      await page.goto(`/products/${none!['slug']}`)
      await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
    } finally {
      await database.close()
    }
  })

  test('D15 opening the cart tells what changed since it was filled', async ({ page, shop }) => {
    const database = lookInto(shop.dataDir)
    try {
      await page.goto('/products/kozhikode-black-halwa')
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await database.query(`update products set price = price + 1 where slug = 'kozhikode-black-halwa'`)
      await page.getByRole('button', { name: 'View cart' }).click()
      await expect(page.getByRole('dialog').getByText(/The price of Kozhikode Black Halwa has changed from £5\.50 to £6\.50/)).toBeVisible()
    } finally {
      await database.query(`update products set price = price - 1 where slug = 'kozhikode-black-halwa'`)
      await database.close()
    }
  })
})

test('§5 before scripts the button is there, cannot be pressed, and says why', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(CLOVES)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  expect(await page.locator('main').innerText()).toContain('needs JavaScript')
  await context.close()
})
