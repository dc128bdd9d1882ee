import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { lookInto, type Look } from '../requests/shop-database.ts'
import { startShop, type RunningShop } from '../running-shop.ts'

type Fixtures = {
  /** Answers from 400 on that a test brings about on purpose; every other one fails it. */
  expectedStatuses: number[]
  newShopper: (options?: BrowserContextOptions) => Promise<Page>
}
type WorkerFixtures = { shop: RunningShop; database: Look }

/**
 * A built shop of its own, and pages that fail the test when anything goes wrong in them unseen:
 * an uncaught error, an error in the console, an answer that nobody expected, or a request to any other origin.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // Playwright reads the fixture's needs from this pattern, and it needs none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startShop({ env: { MAX_QUANTITY_PER_PRODUCT: undefined, MAX_PRODUCTS_PER_ORDER: undefined, MAX_QUANTITY_PER_ORDER: undefined } })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
  /** For what changes behind a shopper's back, and for looking; never for what a test is about. */
  database: [
    async ({ shop }, use) => {
      const database = lookInto(shop.dataDir)
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  expectedStatuses: [[], { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  context: async ({ context, shop, expectedStatuses }, use) => {
    const problems = watch(context, shop.url, expectedStatuses)
    await use(context)
    expect(problems).toEqual([])
  },
  /** Another person in a browser of their own. */
  newShopper: async ({ browser, shop, expectedStatuses }, use) => {
    const others: { context: BrowserContext; problems: string[] }[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: shop.url, locale: 'en-GB', timezoneId: 'Europe/London', ...options })
      others.push({ context, problems: watch(context, shop.url, expectedStatuses) })
      return context.newPage()
    })
    for (const { context } of others) await context.close()
    expect(others.flatMap(({ problems }) => problems)).toEqual([])
  },
})
export { expect } from '@playwright/test'

/** All tabs of a browser, those included that are opened later. */
function watch(context: BrowserContext, url: string, expectedStatuses: readonly number[]): string[] {
  const problems: string[] = []
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    // The browser repeats each refused answer as an error of its own; those are judged by their status below.
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status')
    if (message.type() === 'error' && !isRefusal) problems.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== url) problems.push(`another origin: ${request.url()}`)
  })
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && !expectedStatuses.includes(status)) problems.push(`${status}: ${response.request().method()} ${response.url()}`)
  })
  return problems
}

/** Opens a page and waits until its script has taken over, so that the first click counts. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await takenOver(page)
}

/** After a whole page change: the same wait, for a page that was opened by a link or a redirect. */
export async function takenOver(page: Page) {
  await page.locator('html[data-scripts=running]').waitFor()
}
