/**
 * Takes the pictures for docs/owner-guide.md from a running shop, and fails if no screen showed a button,
 * field or screen that the guide names. Run `npm run guide-pictures`, and commit the result.
 */
import { chromium } from '@playwright/test'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import { findChromium } from './chromium-path.ts'
import { visitCatalogueScreens } from './owner-guide/catalogue-screens.ts'
import { visitCustomerScreens, visitFigures, visitOwnDataOfCustomer } from './owner-guide/customer-screens.ts'
import { placeGuideOrders, placeOrderWithFailedEmail, REFUSED_ADDRESS } from './owner-guide/guide-orders.ts'
import { startMailServer } from './owner-guide/mail-server.ts'
import { visitOrderScreens } from './owner-guide/order-screens.ts'
import { PICTURE_FOLDER, readOwnerGuide } from './owner-guide/read-owner-guide.ts'
import { createScreenRecorder } from './owner-guide/screen-recorder.ts'
import { visitDashboard, visitFirstSteps, visitSettingsScreens } from './owner-guide/settings-screens.ts'
import { visitStockScreens } from './owner-guide/stock-screens.ts'

const mailServer = await startMailServer(REFUSED_ADDRESS)
const shop = await startShop({ env: { SMTP_URL: `smtp://${mailServer.host}` } })
const database = connectToShopDatabase(shop.dataDir)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--lang=en-GB'],
})
try {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 1000 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const recorder = createScreenRecorder(page, { [mailServer.host]: 'mail.example.com:587' })
  await signInOwnerInBrowser(page)
  await visitFirstSteps(recorder)
  const orders = await placeGuideOrders(shop, database)
  await visitOrderScreens(recorder, orders)
  await visitStockScreens(recorder, orders)
  await visitCatalogueScreens(recorder)
  await visitCustomerScreens(recorder)
  await visitOwnDataOfCustomer(recorder, orders)
  await visitFigures(recorder)
  await placeOrderWithFailedEmail(shop, database)
  await visitDashboard(recorder)
  await visitSettingsScreens(recorder)

  const guide = readOwnerGuide()
  /** A text, or the start of one that continues with a number, as in "Change 7 prices". */
  const isOnScreen = (name: string) =>
    [...recorder.texts].some(
      (text) => text === name || (text.startsWith(name) && /^ \(?\d/.test(text.slice(name.length))),
    )
  const files = guide.pictures.map(({ file }) => file)
  const problems = [
    ...guide.names
      .filter((name) => !isOnScreen(name))
      .map((name) => `No screen has a button, field or heading “${name}”, which the guide names.`),
    ...files
      .filter((file) => !recorder.pictures.has(file))
      .map((file) => `The guide shows ${file}, which is not taken.`),
    ...[...recorder.pictures.keys()]
      .filter((file) => !files.includes(file))
      .map((file) => `The guide does not show ${file}.`),
  ]
  await recorder.writePictures(PICTURE_FOLDER)
  for (const [file, bytes] of recorder.pictures) console.log(`${file} ${Math.ceil(bytes.length / 1000)} kB`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await database.close()
  await shop.stop()
  mailServer.close()
}
