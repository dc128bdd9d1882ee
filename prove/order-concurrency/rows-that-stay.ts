import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '#scripts/chromium-path.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import { toBrowserCookies } from '#prove/runner/browser-cookies.ts'
import { createSeededRandom, randomInteger, SEED } from '#prove/runner/seeded-random.ts'
import { advanceOrderFrom, createOrderScenario } from './order-steps.ts'

const ORDERS = 3
/** Below the shop's 1.5 s, because the browser shows a change a little after it starts to wait. */
const SURELY_WAITS_MS = 1200
const SETTLED_MS = 700
const BUTTONS = '.orders-table tbody button[name=intent]'

type Round = { page: Page; db: DatabaseClient; owner: HttpClient; ids: string[]; url: string; email: string }
/** Recorded in the page, because a busy machine delays queries from outside. */
type SeenInPage = { seen: { place: string; since: number; lastPress: number } }

export const rowsThatStay: ProofStep = {
  name: 'rows-that-stay',
  scenario:
    'an administrator works through a list in Chromium and presses a second time where another button came to the place, and where another row did: the second press does nothing for 1.5 s, and rows stay where they are',
  async runProof(proofContext, checks) {
    const { url, db, owner } = await createOrderScenario(proofContext, 0)
    const product = await insertProduct(db, { name: 'Settled Honey', stock: 10_000 })
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    const random = createSeededRandom(SEED)
    let late = 0
    try {
      for (let round = 0; round < proofContext.times(60, 4); round += 1) {
        const isOwnPress = round % 2 === 0
        const opened = await openList({ browser, db, owner, product, url })
        const pause = randomInteger(100, 800, random)
        const isLate = await (isOwnPress
          ? pressTwice(opened, pause, checks)
          : pressWhereRowsMoved(opened, pause, checks))
        if (isLate) late += 1
        await opened.page.context().close()
      }
    } finally {
      await browser.close()
    }
    return `seed ${SEED}${late > 0 ? `; ${late} second presses came too late to be refused, on a busy machine` : ''}`
  },
}

async function openList({
  browser,
  db,
  owner,
  product,
  url,
}: Omit<Round, 'page' | 'ids' | 'email'> & { browser: Browser; product: TestProduct }): Promise<Round> {
  const customer = await signInNewCustomer(url)
  const ids: string[] = []
  for (let order = 0; order < ORDERS; order++)
    ids.push(await placeOrderOverHttp(customer, [{ product, quantity: 1 }]))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(toBrowserCookies(owner, url))
  const page = await context.newPage()
  await page.goto(`${url}/admin/orders?search=${encodeURIComponent(customer.email)}&status=pending`)
  // A press before hydration would submit the form as without scripts.
  await page.waitForFunction(() => document.documentElement.dataset['scripts'] === 'running')
  await page.evaluate((buttons) => {
    const first = () => {
      const button = document.querySelector(buttons)
      return button ? `${button.closest('tr')?.querySelector('a')?.textContent} ${button.textContent}` : ''
    }
    const seen = { place: first(), since: 0, lastPress: 0 }
    ;(globalThis as unknown as SeenInPage).seen = seen
    new MutationObserver(() => {
      if (first() === seen.place) return
      seen.place = first()
      seen.since = performance.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    document.addEventListener('click', () => (seen.lastPress = performance.now()), true)
  }, BUTTONS)
  return { page, db, owner, ids, url, email: customer.email }
}

/** Ship replaces Process in the same place. */
async function pressTwice({ page, db, ids }: Round, pause: number, checks: CheckCounter): Promise<boolean> {
  const before = await readRows(page)
  const place = await placeOfFirstButton(page)
  await page.mouse.click(place.x, place.y)
  await waitForAnotherButton(page)
  await page.waitForTimeout(pause)
  await page.mouse.click(place.x, place.y)
  const isLate = await wasLate(page)
  await page.waitForTimeout(SETTLED_MS)
  const after = await readRows(page)
  checks.expect(
    JSON.stringify(after) === JSON.stringify(before),
    () => `rows moved from ${JSON.stringify(before)} to ${JSON.stringify(after)}`,
  )
  const statuses = await readStatuses(db, ids)
  checks.expect(
    isLate || statuses === ['pending', 'pending', 'processing'].join(),
    () => `${pause} ms after Process became Ship a press made the orders ${statuses}`,
  )
  if (isLate || checks.wrong.length > 0) return isLate
  // The wait ends.
  await page.locator(BUTTONS).first().and(page.locator(':not([aria-disabled=true])')).click()
  await page.waitForTimeout(SETTLED_MS)
  const shipped = await readStatuses(db, ids)
  checks.expect(
    shipped === ['pending', 'pending', 'shipped'].join(),
    () => `after its wait the press made the orders ${shipped}`,
  )
  return false
}

/** Another administrator handles the first order while the list is not in use. */
async function pressWhereRowsMoved(
  { page, db, owner, ids }: Round,
  pause: number,
  checks: CheckCounter,
): Promise<boolean> {
  const place = await placeOfFirstButton(page)
  await advanceOrderFrom(owner.copy(), ids.at(-1)!, 'pending')
  await waitForAnotherButton(page)
  await page.waitForTimeout(pause)
  await page.mouse.click(place.x, place.y)
  const isLate = await wasLate(page)
  await page.waitForTimeout(SETTLED_MS)
  const statuses = await readStatuses(db, ids)
  checks.expect(
    isLate || statuses === ['pending', 'pending', 'processing'].join(),
    () => `${pause} ms after another row came to the place a press made the orders ${statuses}`,
  )
  return isLate
}

const readRows = (page: Page) =>
  page
    .locator('.orders-table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('a')?.textContent,
        Math.round(row.getBoundingClientRect().top + scrollY),
      ]),
    )

async function placeOfFirstButton(page: Page) {
  const box = (await page.locator(BUTTONS).first().boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const waitForAnotherButton = (page: Page) =>
  page.waitForFunction(() => (globalThis as unknown as SeenInPage).seen.since > 0)

const wasLate = (page: Page) =>
  page.evaluate((waits) => {
    const { since, lastPress } = (globalThis as unknown as SeenInPage).seen
    return lastPress - since > waits
  }, SURELY_WAITS_MS)

/** In the order in which they were placed. */
async function readStatuses(db: DatabaseClient, ids: readonly string[]): Promise<string> {
  const rows = await db.query<{ status: string }>(
    'select status from orders where id = any ($1) order by array_position($1, id)',
    [ids],
  )
  return rows.map(({ status }) => status).join()
}

const LIST = 'features/orders/admin/live/frozen-order-list.tsx'

export const rowsThatStayMutants: Mutant[] = [
  {
    guard: 'a handled order keeps its row',
    step: 'rows-that-stay',
    file: LIST,
    needsBuild: true,
    from: '(isInteracting || handled.includes(order.id) ? [order] : [])',
    to: '[]',
  },
  {
    guard: 'a button waits after rows moved',
    step: 'rows-that-stay',
    file: LIST,
    needsBuild: true,
    from: 'hasJustMoved: shownState.moveCount !== settledMoveCount',
    to: 'hasJustMoved: false',
  },
  {
    guard: 'a button that comes to the place of another waits 1.5 s',
    step: 'rows-that-stay',
    file: 'features/orders/admin/actions/move-order-button.tsx',
    needsBuild: true,
    from: 'isGuarded={hasJustChanged || hasJustMoved}',
    to: 'isGuarded={hasJustMoved}',
  },
]
