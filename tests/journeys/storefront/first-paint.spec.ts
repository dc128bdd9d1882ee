import type { Page, Route } from '@playwright/test'
import { expect, waitForHydration, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ viewport: { width: 412, height: 823 } })

type LayoutShift = PerformanceEntry & {
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

const isPainted = () => performance.getEntriesByName('first-contentful-paint').length === 1

/** What moved, from where to where. */
const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = []
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x}, ${y} (${width} × ${height})`
        const observer = new PerformanceObserver((list) => {
          for (const { sources, startTime } of list.getEntries() as LayoutShift[])
            for (const { node, previousRect, currentRect } of sources)
              shifts.push(
                `${node?.nodeName} ‘${node?.textContent?.slice(0, 60)}’ from ${place(previousRect)} to ${place(currentRect)} after ${startTime} ms`,
              )
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(shifts), 200)
      }),
  )

async function delayResponses(page: Page, pattern: string) {
  const held: Route[] = []
  let isOpen = false
  await page.route(pattern, (route) => (isOpen ? route.continue() : void held.push(route)))
  return {
    held,
    letGo: async () => {
      isOpen = true
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

for (const path of ['/', '/products', '/products/malabar-cloves', '/about', '/login']) {
  test(`PERFORMANCE-4 ${path} is painted before its fonts are requested, and no line moves when they load`, async ({
    page,
  }) => {
    const fonts: string[] = []
    // Fonts are skipped after three seconds; the delayed scripts must not count towards that.
    await page.addInitScript(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() / 10
    })
    page.on('request', (request) => void (request.resourceType() === 'font' && fonts.push(request.url())))
    const scripts = await delayResponses(page, '**/*.js')
    await page.goto(path)
    await expect.poll(() => scripts.held.length).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(isPainted)).toBe(true)
    expect(fonts).toEqual([])
    await scripts.letGo()
    await waitForHydration(page)
    await expect(page.locator('body')).toHaveCSS('font-family', /^"Figtree, deferred"/)
    await expect(page.locator('h1')).toHaveCSS('font-family', /^"Shop Display, deferred"/)
    expect(fonts).toHaveLength(2)
    expect(await layoutShifts(page)).toEqual([])
  })
}

test('PERFORMANCE-4 a page waits for its route stylesheet, however early it is opened', async ({ page }) => {
  const readDisplay = () => getComputedStyle(document.querySelector('main .product')!).display
  await page.goto('/products/malabar-cloves')
  const opened = await page.evaluate(readDisplay)
  const stylesheets = await delayResponses(page, '**/product-*.css')
  await page.goto('/products')
  await waitForHydration(page)
  await page
    .getByRole('link', { name: 'Malabar Cloves' })
    .or(page.locator('main a[href^="/products/"]'))
    .first()
    .click()
  await expect.poll(() => stylesheets.held.length).toBeGreaterThan(0)
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  await expect(page.locator('main .product')).toHaveCount(0)
  await stylesheets.letGo()
  await expect(page.locator('main .product')).toBeVisible()
  expect(await page.evaluate(readDisplay)).toBe(opened)
})

test('PERFORMANCE-9 scripts wait for the first picture, whatever the pointer does', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const pictures = await delayResponses(page, '**/hero/**')
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.move(180, 300)
  await page.mouse.move(200, 400)
  await expect.poll(() => page.evaluate(() => document.querySelector('main :hover') !== null)).toBe(true)
  expect(scripts).toEqual([])
  await pictures.letGo()
  await waitForHydration(page)
  expect(scripts.length).toBeGreaterThan(0)
})
