import { test as base, expect, type Page } from '@playwright/test'
import { startShop, type RunningShop } from '../running-shop.ts'

type Fixtures = { newShopper: () => Promise<Page> }
type WorkerFixtures = { shop: RunningShop }

/** Answers that a page may ask for and not get: the browser reports each as an error of its own. */
const EXPECTED_STATUS = /status of (404|422|409)/

/**
 * A built shop of its own, and pages that fail the test when anything goes wrong in them unseen:
 * an uncaught error, an error in the console, or a request to any other origin.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // Playwright reads the fixture's needs from this pattern, and it needs none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page, shop }, use) => {
    const problems = watch(page, shop.url)
    await use(page)
    expect(problems).toEqual([])
  },
  /** Another person in a browser of their own. */
  newShopper: async ({ browser, shop }, use) => {
    const problems: string[][] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: shop.url })
      const page = await context.newPage()
      problems.push(watch(page, shop.url))
      return page
    })
    expect(problems.flat()).toEqual([])
  },
})
export { expect } from '@playwright/test'

function watch(page: Page, url: string): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_STATUS.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && !request.url().startsWith(url)) problems.push(`another origin: ${request.url()}`)
  })
  return problems
}

export const SHOPPER = {
  full_name: 'Asha Menon',
  phone: '020 7946 0018',
  address: '9 Ghat Road',
  post_code: 'SW1A 1AA',
  city: 'London',
  password: 'nine-bends-to-wayanad',
}

/** Fills and sends the form of the registration page that is open. */
export async function register(page: Page, email: string) {
  await page.getByLabel('Full Name').fill(SHOPPER.full_name)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Phone Number').fill(SHOPPER.phone)
  await page.getByLabel('Address', { exact: true }).fill(SHOPPER.address)
  await page.getByLabel('Post Code').fill(SHOPPER.post_code)
  await page.getByLabel('City').fill(SHOPPER.city)
  await page.getByLabel('Password', { exact: false }).first().fill(SHOPPER.password)
  await page.getByLabel('Confirm Password').fill(SHOPPER.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Registration successful! Please check your email to verify your account.')).toBeVisible()
}

export async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill(SHOPPER.password)
  await page.getByRole('button', { name: /sign in|log in|login/i }).click()
}
