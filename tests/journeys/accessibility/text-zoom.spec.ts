import type { Locator, Page } from '@playwright/test'
import {
  placeOrderFor,
  findProductBySlug,
  addProductToCart,
  fillCart,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { VIEWS } from '#tests/fixtures/browser/accessibility-views.ts'
import { goToPaymentStep } from '#tests/fixtures/browser/checkout-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const OIL_SLUG = 'cold-pressed-gingelly-oil'

const setTextSize = (page: Page, size: string) =>
  page.evaluate((each) => void (document.documentElement.style.fontSize = each), size)
const doubleTextSize = (page: Page) => setTextSize(page, '200%')

/** Elements that overflow their box or the viewport or scroll sideways, unless visually hidden. */
const findOverflowing = (container: Locator) =>
  container.evaluate((root) => {
    const edge = root.getBoundingClientRect()
    return [
      root,
      ...root.querySelectorAll<HTMLElement>('*:not(.visually-hidden, .visually-hidden *)'),
    ].flatMap((each) => {
      const { left, right, width } = each.getBoundingClientRect()
      const isOut = width > 0 && (left < edge.left - 0.5 || right > Math.min(edge.right, innerWidth) + 0.5)
      return isOut || (getComputedStyle(each).overflowY === 'auto' && each.scrollWidth > each.clientWidth)
        ? [each.outerHTML.slice(0, 90)]
        : []
    })
  })

/** Words that are broken across lines. */
const findBrokenWords = (container: Locator) =>
  container.evaluate((root) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.parentElement!.closest('.visually-hidden')) continue
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (range.getClientRects().length > 1) broken.push(word)
      }
    }
    return broken
  })

const wordmarkWidth = (page: Page) =>
  page
    .getByRole('banner')
    .locator('.wordmark-letters')
    .evaluate((letters) => letters.getBoundingClientRect().width)

const charactersPerLine = (text: Locator) =>
  text.evaluate(
    (each) => (each.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(each).fontSize)) * 2,
  )

/** `npm run prove -- accessibility` repeats it on a common phone width. */
const WIDTHS = VIEWS.length > 1 ? [320, 375] : [320]
for (const width of WIDTHS) {
  test.describe(`ACCESS-5 at twice the text size and ${width} px`, () => {
    test.use({ viewport: { width, height: 740 } })

    test('ACCESS-5 STOREFRONT-10 the message about an added product and its cart line are readable', async ({
      page,
      database,
    }) => {
      const oil = await findProductBySlug(database, OIL_SLUG)
      await addProductToCart(page, OIL_SLUG)
      await doubleTextSize(page)
      const popup = page.getByRole('region', { name: 'Added to your cart' })
      await expect(popup).toBeVisible()
      expect(await findOverflowing(popup)).toEqual([])
      expect(await charactersPerLine(popup.locator('p'))).toBeGreaterThan(9)
      expect((await popup.boundingBox())!.height, 'it leaves the page in view').toBeLessThan(740 * 0.6)
      // A tap where the product was just added would count as a second tap.
      await popup.getByRole('button', { name: 'View cart' }).press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Your cart' })
      await expect(drawer.getByRole('button', { name: `Increase quantity of ${oil.name}` })).toBeVisible()
      await expect.poll(() => findOverflowing(drawer), 'once it has slid in').toEqual([])
      expect(
        await charactersPerLine(
          drawer.getByText(oil.name, { exact: true }).locator('xpath=ancestor-or-self::p'),
        ),
      ).toBeGreaterThan(9)
    })

    test('ACCESS-5 SEARCH-20 suggestions break no word', async ({ page }) => {
      await openPage(page, '/about')
      await doubleTextSize(page)
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await page.keyboard.type('pepper')
      const option = page.getByRole('option', { name: /^Tellicherry Black Peppercorns/ })
      await expect(option).toBeVisible()
      expect(await findBrokenWords(option)).toEqual([])
      expect(await findOverflowing(page.locator('.suggestions'))).toEqual([])
      await page.getByRole('option', { name: 'Search for “pepper”' }).click()
      await expect(page).toHaveURL(/\?q=pepper$/)
      // Stored after the page is painted.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('search-history'))).toContain('pepper')
      await openPage(page, '/about')
      await doubleTextSize(page)
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      const earlier = page.getByRole('option', { name: /^pepper/ })
      await expect(earlier).toBeVisible()
      expect(await findBrokenWords(earlier)).toEqual([])
    })

    test('ACCESS-5 quantity control, product page and product list fit the viewport, and the header leaves room for them', async ({
      page,
    }) => {
      await openPage(page, '/products')
      await doubleTextSize(page)
      await page
        .getByRole('button', { name: /^Add to Cart: / })
        .first()
        .click()
      const stepper = page.getByRole('group', { name: /^Quantity of/ })
      await expect(stepper).toBeVisible()
      expect(await findOverflowing(stepper)).toEqual([])
      expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(740 / 9)
      const [picture, badge] = [
        page.locator('.product-card:has(.badge) .picture').first(),
        page.locator('.product-card .badge').first(),
      ]
      const [above, below] = [(await picture.boundingBox())!, (await badge.boundingBox())!]
      expect(above.y + above.height - below.y, 'the badge hides next to nothing of the picture').toBeLessThan(
        above.height / 20,
      )
      for (const path of ['/products', `/products/${OIL_SLUG}`]) {
        await openPage(page, path)
        await doubleTextSize(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
      }
    })

    test('ACCESS-5 an order fits its card, the payment step fits the viewport, and the back-office’s bar and customers fit too', async ({
      page,
      shop,
      database,
    }) => {
      const customer = await signInNewCustomerInBrowser(page, shop)
      const oil = await findProductBySlug(database, OIL_SLUG)
      await placeOrderFor(customer, [{ product: oil, quantity: 1 }])
      await fillCart(page, database, { [OIL_SLUG]: 1 })
      await openPage(page, '/profile/orders')
      await doubleTextSize(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      const card = page.getByRole('article')
      expect(await findOverflowing(card)).toEqual([])
      expect(await charactersPerLine(card.locator('p').filter({ hasText: oil.name }))).toBeGreaterThan(9)
      const names = await card
        .getByRole('list', { name: 'Order progress' })
        .locator('li > span:last-child')
        .evaluateAll((all) => all.map((each) => ({ room: each.clientWidth, needed: each.scrollWidth })))
      for (const { room, needed } of names) expect(needed).toBeLessThanOrEqual(room)

      await page.getByRole('link', { name: /^Details/ }).click()
      const receipt = page.getByRole('article', { name: /^Order/ })
      await expect(receipt.getByRole('table', { name: 'Items' })).toBeVisible()
      expect(await findOverflowing(receipt)).toEqual([])
      expect(await charactersPerLine(receipt.getByText(oil.name))).toBeGreaterThan(5)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await wordmarkWidth(page), 'the wordmark does not shrink').toBeGreaterThan(110)

      await goToPaymentStep(page)
      await doubleTextSize(page)
      expect(await findOverflowing(page.getByRole('main'))).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      const summary = page.getByRole('region', { name: 'Order summary' })
      expect(await findBrokenWords(summary.getByText(oil.name))).toEqual([])

      await signInOwnerInBrowser(page)
      await openPage(page, '/admin/customers')
      await doubleTextSize(page)
      const bar = page.getByRole('banner')
      expect(await findOverflowing(bar)).toEqual([])
      const boxes = await bar
        .locator('.wordmark, .bar-place, .bar-link')
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect().toJSON()).filter((box) => box.width > 0),
        )
      expect(boxes.length).toBeGreaterThan(2)
      expect(
        boxes.filter(({ left }, index) => index > 0 && left < boxes[index - 1].right),
        'links are beside each other',
      ).toEqual([])
      expect(
        await findOverflowing(page.getByRole('row').filter({ hasText: customer.email })),
        'customers are cards',
      ).toEqual([])
    })
  })
}

test('ACCESS-5 at twice the text size the words of the home page are above its picture, and beside it at the usual size', async ({
  page,
}) => {
  await openPage(page, '/')
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const read = async () => {
      const [words, picture] = [page.locator('.hero-lead + *'), page.locator('.hero-picture img')]
      const [above, below] = [(await words.boundingBox())!, (await picture.boundingBox())!]
      return { isAbove: above.y + above.height <= below.y + below.height * 0.08 + 1, height: below.height }
    }
    await setTextSize(page, '100%')
    expect((await read()).isAbove, `${width} px`).toBe(false)
    await setTextSize(page, '200%')
    const { isAbove, height } = await read()
    expect(isAbove, `${width} px`).toBe(true)
    expect(height, 'the picture is whole').toBeGreaterThan(width / 2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('STOREFRONT-18 the Add to Cart button is in view when a product page opens, also with the low-stock line', async ({
    page,
  }) => {
    await openPage(page, `/products/${OIL_SLUG}`)
    const button = page.getByRole('button', { name: 'Add to Cart', exact: true })
    const { y, height } = (await button.boundingBox())!
    const line = await page.getByText(/^Only \d+ left in stock$/).count()
    expect(y + height).toBeLessThan(740 - (line > 0 ? 0 : 32))
    const picture = page.locator('.product-picture img')
    expect(await picture.evaluate((each) => getComputedStyle(each).objectFit), 'no lid is cut off').toBe(
      'contain',
    )
  })
})
