import type { Locator, Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const HONEY = '/products/wayanad-forest-honey'
const PHONE = { width: 375, height: 667 }

const add = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
const barOf = (page: Page) => page.locator('.buy-bar')
const boxOf = async (part: Locator) => (await part.boundingBox())!

async function scrollPastBuyButton(page: Page) {
  await page
    .getByRole('heading', { name: 'Nutrition' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
  await expect(barOf(page)).toBeInViewport({ ratio: 0.99 })
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node?: Node }[] }

const shiftSince = (page: Page, since: number) =>
  page.evaluate(
    (from) =>
      new Promise<string[]>((resolve) => {
        const found: string[] = []
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources, startTime } of list.getEntries() as LayoutShift[]) {
            if (startTime < from) continue
            for (const { node } of sources)
              found.push(`${value}: ${node?.parentElement?.outerHTML.slice(0, 80)}`)
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(found), 200)
      }),
    since,
  )

test('STOREFRONT-18 on a phone a bar with price and button appears when the page’s own button has scrolled away, without layout shift', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await openPage(page, HONEY)
  await add(page).scrollIntoViewIfNeeded()
  const start = await page.evaluate(() => performance.now())
  await expect(barOf(page)).toBeHidden()
  await page.getByRole('button', { name: /^Increase quantity/ }).click()

  await scrollPastBuyButton(page)
  await expect(barOf(page)).toContainText('£11.50')
  await expect(barOf(page)).toContainText('£33.82 per kg')
  expect(await findAccessibilityViolations(page, '.buy-bar')).toEqual([])
  const button = barOf(page).getByRole('button', { name: 'Add to Cart: Wayanad Forest Honey' })
  await button.click()
  await expect(
    page.getByRole('button', { name: 'Cart, 2 items' }),
    'it adds the quantity that was chosen above',
  ).toBeVisible()
  const popup = await boxOf(page.getByRole('region', { name: 'Added to your cart' }))
  expect(popup.y + popup.height, 'what was pressed stays in view').toBeLessThan((await boxOf(button)).y)

  await add(page).scrollIntoViewIfNeeded()
  await expect(barOf(page)).toBeHidden()
  expect(await shiftSince(page, start)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('heading', { name: 'Nutrition' }).scrollIntoViewIfNeeded()
  await expect(barOf(page)).toBeHidden()
})

test('STOREFRONT-18 at the limit of a product the bar says so beside its price', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openPage(page, HONEY)
  await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill('20')
  await add(page).click()
  await expect(page.getByRole('button', { name: 'Cart, 20 items' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const width of [PHONE.width, 320]) {
    await page.setViewportSize({ ...PHONE, width })
    await scrollPastBuyButton(page)
    const bar = barOf(page)
    await expect(bar.getByRole('button')).toContainText('At most 20')
    const price = await boxOf(bar.getByText('£11.50'))
    expect(price.height, `a price takes one line at ${width} px`).toBeLessThan(30)
    expect((await boxOf(bar)).height).toBeLessThan(130)
  }
})

test('STOREFRONT-18 on a phone no focused element is hidden under the bar', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openPage(page, HONEY)
  let reached = 0
  for (const key of [...Array<string>(40).fill('Tab'), ...Array<string>(40).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    const covered = await page.evaluate(async () => {
      // The bar follows the scroll position once per frame, and a busy machine draws few frames.
      await new Promise(requestAnimationFrame)
      const bar = document.querySelector('.buy-bar')!
      const focused = document.activeElement!
      if (!focused.closest('main') || bar.contains(focused) || getComputedStyle(bar).visibility === 'hidden')
        return null
      return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
        ? focused.outerHTML.slice(0, 80)
        : ''
    })
    if (covered === null) continue
    reached++
    expect(covered).toBe('')
  }
  expect(reached, 'controls were reached while the bar was there').toBeGreaterThan(10)
})

test('FOOD-9 the sticky picture never covers the label information', async ({ page }) => {
  await openPage(page, HONEY)
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    for (const title of ['Allergens', 'Ingredients', 'Nutrition']) {
      const heading = page.getByRole('heading', { name: title })
      for (const block of ['center', 'end'] as const) {
        await heading.evaluate((element, to) => element.scrollIntoView({ block: to }), block)
        const isOnTop = await heading.evaluate((element) => {
          const { left, top, height } = element.getBoundingClientRect()
          return document.elementFromPoint(left + 4, top + height / 2) === element
        })
        expect(isOnTop, `${title}, ${block}, ${width} px`).toBe(true)
      }
    }
  }
})

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('STOREFRONT-46 presses count while the picture of a product moves to its page', async ({ page }) => {
    await openPage(page, '/products')
    await page.addStyleTag({ content: '::view-transition-group(*) { animation-duration: 60s !important }' })
    await page.getByRole('main').getByRole('link', { name: 'Wayanad Forest Honey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wayanad Forest Honey' })).toBeVisible()
    await add(page).click()
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL(/\/contact$/)
  })
})
