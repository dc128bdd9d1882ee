import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { handlers } from '#web/route-handlers.server.ts'
import type { ShopDatabase } from '#db/connection/connect.server.ts'
import { createAccounts, type Accounts } from '#shop/accounts/accounts.server.ts'
import type { RateLimits } from '#shop/accounts/rate-limits/rate-limits.ts'
import { createTill } from '#shop/checkout/placing/order-batcher.server.ts'
import { isDemonstration } from '#shop/identity/shop-identity.ts'
import { mailRouteSentence } from '#shop/mail/transport/mail-route.ts'
import type { Outbox } from '#shop/mail/outbox/outbox.server.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { cartLimitsOf, type OrderLimits } from '#shop/settings/order-limits.ts'
import { readOrderLimits, writeFirstOrderLimits } from '#shop/settings/settings-queries.server.ts'
import { sweepUnfinished } from '#shop/files/atomic-write.server.ts'
import { refuseForeignOrigin } from '#web/http/route-guards.server.ts'
import { adminEvents } from '#server/routes/admin-events-route.ts'
import { createApp } from '#server/http/http-app.ts'
import { loadAssets, type Assets } from '#server/pages/built-assets.ts'
import { callerReader } from '#server/http/client-address.ts'
import { cartRoutes } from '#server/routes/cart-route.ts'
import type { DataDirectory } from '#server/data-directory/data-directory.ts'
import { documentFor, type PartSheets } from '#server/pages/html-document.ts'
import type { Settings } from '#server/settings/environment-settings.ts'
import { fairly } from '#server/http/fair-queue.ts'
import { foundRoutes } from '#server/routes/seo-routes.ts'
import { isPipelined } from '#server/http/http-server.ts'
import { loadDemo } from '#server/demo/load-demo-catalogue.ts'
import { mailRouteOf, mailTransportFor, startMailWorker } from '#server/mail/mail-worker.ts'
import { orderMailFunction } from '#server/routes/send-order-email-route.ts'
import { answerFirst } from '#server/page-cache/page-cache-middleware.ts'
import type { PageWatch } from '#server/page-cache/cache-invalidation.ts'
import { createPageCache } from '#server/page-cache/page-cache.ts'
import { partSheetOf } from '#server/pages/route-stylesheets.ts'
import { BACK_OFFICE_COLOURS, SHOP_COLOURS, type ThemeColours } from '#server/pages/page-head.ts'
import { createIsNoPage, createPages, type Documents } from '#server/pages/page-handler.ts'
import { picturesAreThere, pictureStoreFor } from '#server/pictures/open-picture-store.ts'
import { loadRenderer } from '#server/pages/load-renderer.ts'
import { screenSources } from '#server/pages/route-chunks.ts'
import { sessionRoutes } from '#server/routes/session-routes.ts'
import { storageRoutes } from '#server/routes/storage-routes.ts'

/** What a caller may decide otherwise than the shop does; the tests do. */
export type Choices = { rateLimits?: RateLimits; clock?: () => Date }
/** What answers the requests, and what is done once however many answer them. */
type Composed<Site = RequestListener> = { site: Site; outbox: Outbox; stop: () => Promise<void> }
type Parts = {
  settings: Settings
  dataDirectory: DataDirectory
  publicUrl: string
  db: ShopDatabase
  pageWatch: PageWatch
  log: Logger
  choices: Choices
  /** A line for the person at the terminal. */
  tell: (line: string) => void
  /** Whether the folder of the shop is still there. */
  hasData: () => boolean
  /** Aborted as soon as the shop is to end, which it may be while it is still opening. */
  ending: AbortSignal
}

const DIST = join(import.meta.dirname, '../..', 'dist')
/** Icons without the demonstration's mark, under the same names. */
const NEUTRAL_FILES = '/neutral'
const HOUR_MILLISECONDS = 3_600_000

/** The only place that picks adapters: database, pictures, mail and accounts become a shop that answers requests. */
export async function compose(parts: Parts): Promise<Composed> {
  const office = await composeOffice(parts)
  try {
    return { ...office, site: await composeSite(parts, office.outbox) }
  } catch (problem) {
    await office.stop()
    throw problem
  }
}

/** The shop without its doors, which is there once: mails are sent, the first administrator and the demo are made, what is over is swept. */
export async function composeOffice(parts: Parts): Promise<Composed<undefined>> {
  const { settings, dataDirectory, publicUrl, db, log, ending, tell } = parts
  const { identity } = settings
  await Promise.all(['mail', 'storage'].map((folder) => sweep(join(dataDirectory.path, folder), log)))
  await writeFirstOrderLimits(db.worker, settings.orderLimits)
  const limits = await readOrderLimits(db.worker)
  const { route, transport } = mailOf(parts)
  const verificationLink = (userId: string): Promise<string | null> => accounts.verificationLink(userId)
  const worker = startMailWorker({ db: db.worker, identity, publicUrl, verificationLink, transport, log })
  const { shop, accounts } = shopOf(parts, worker, limits)
  try {
    await makeFirstAdministrator(accounts, parts)
    const hasPictures = await picturesAreThere(settings, parts)
    if (settings.withDemo && hasPictures) await loadDemo(shop, ending)
    if (!ending.aborted) tell(mailRouteSentence(route))
    const forget = () => void accounts.sweep().catch((error) => log.warn({ error }, 'sweep failed'))
    const sweeping = setInterval(forget, HOUR_MILLISECONDS)
    sweeping.unref()
    const stop = async () => {
      clearInterval(sweeping)
      await worker.stop()
    }
    return { site: undefined, outbox: worker, stop }
  } catch (problem) {
    await worker.stop()
    throw problem
  }
}

/** The doors of the shop; the outbox is woken where its worker is. */
export async function composeSite(parts: Parts, outbox: Outbox): Promise<RequestListener> {
  const { shop, accounts } = shopOf(parts, outbox, await readOrderLimits(parts.db.worker))
  return siteOf(shop, accounts, parts)
}

/** Where mails go, and the way there. */
function mailOf({ settings, dataDirectory, log }: Parts): Shop['mail'] {
  const way = { smtpUrl: settings.smtpUrl ?? undefined, dataDir: dataDirectory.path, identity: settings.identity, log }
  return { route: mailRouteOf(way), transport: mailTransportFor(way) }
}

function shopOf(parts: Parts, outbox: Outbox, limits: OrderLimits): { shop: Shop; accounts: Accounts } {
  const { settings, dataDirectory, publicUrl, db, log, choices } = parts
  const clock = choices.clock ?? (() => new Date())
  const pictures = pictureStoreFor(settings, dataDirectory)
  const accounts = createAccounts({
    pool: db.accounts,
    secret: dataDirectory.sessionSecret,
    publicUrl,
    clock,
    log,
    wakeOutbox: () => outbox.wake(),
    requireVerifiedEmail: settings.requireVerifiedEmail,
    ...(choices.rateLimits && { limits: choices.rateLimits }),
  })
  const mail = mailOf(parts)
  return { shop: { db, pictures, outbox, mail, till: createTill(db, log), identity: settings.identity, limits, clock, log, publicUrl }, accounts }
}

/** What answers the requests: the built site over the use-cases of the shop. */
async function siteOf(shop: Shop, accounts: Accounts, { settings, ending, pageWatch, hasData }: Parts): Promise<RequestListener> {
  const { db, identity, publicUrl, log } = shop
  const limits = cartLimitsOf(shop.limits)
  const assets = await loadAssets(join(DIST, 'browser'), isDemonstration(identity) ? undefined : NEUTRAL_FILES)
  const renderer = await loadRenderer(join(DIST, 'renderer'), handlers, { identity, publicUrl, limits })
  const sources = await screenSources()
  const screens = assets.screens(sources)
  const documentOf = (entry: string, themeColours: ThemeColours, sheets: PartSheets = new Map()) =>
    documentFor({ ...assets.entry(entry), screens, sheets, themeColours })
  const backOffice = documentOf('web/admin-client-entry.ts', BACK_OFFICE_COLOURS)
  const documents: Documents = { shop: documentOf('web/shop-client-entry.ts', SHOP_COLOURS, partSheets(sources, assets)), admin: backOffice, 'admin-door': backOffice }
  const cache = createPageCache({ isCurrent: pageWatch.isCurrent, log })
  pageWatch.follow(cache)
  const pages = createPages({ shop, accounts, renderer, documents, build: assets.build, cache })
  const services = [
    storageRoutes(shop), sessionRoutes(accounts), cartRoutes(shop), orderMailFunction(shop), foundRoutes(shop),
    adminEvents({ shop, accounts, ending }),
  ]
  const callers = callerReader({ trustedProxies: settings.trustedProxies, log })
  const app = createApp({
    assets,
    pages,
    services,
    readCaller: callers.read,
    refuseForeignOrigin: (request) => refuseForeignOrigin(request, publicUrl),
    whatIsWrong: async () => (!hasData() ? 'The data directory is gone.' : (await answers(db)) ? null : 'The database does not answer.'),
    publicUrl,
    log,
  })
  const answer = answerFirst({ cache, render: pages.forEverybody, otherwise: fairly(getRequestListener(app.fetch), callers), isNoPage: createIsNoPage([...services, app]) })
  const answerLater = fairly(answer, callers)
  return (request, response) => (isPipelined(request) ? answerLater : answer)(request, response)
}

/**
 * D5: from ADMIN_EMAIL and ADMIN_PASSWORD, otherwise with a password that is shown this once, and at once:
 * whatever happens to this start, the account is there from now on.
 */
async function makeFirstAdministrator(accounts: Accounts, { settings, tell, log }: Parts): Promise<void> {
  const { administrator, identity } = settings
  const invented = { email: `owner@${identity.email.split('@')[1]}`, password: randomBytes(12).toString('base64url') }
  const isMade = await accounts.createAdministrator(administrator ?? invented, { isFirst: true })
  if (isMade && !administrator) {
    tell(`The back-office is at /admin. Sign in with ${invented.email} and ${invented.password} (shown only this once).`)
  }
  if (!isMade && administrator) {
    log.info('ADMIN_EMAIL and ADMIN_PASSWORD are not used: this shop has an administrator already.')
  }
}

/** Before anything is written there. What cannot be swept away is in nobody's way. */
const sweep = (folder: string, log: Logger) =>
  sweepUnfinished(folder).catch((error) => log.warn({ error }, 'unfinished files could not be removed'))

async function answers(db: ShopDatabase): Promise<boolean> {
  try {
    await db.visitor.selectFrom('categories').select('id').limit(1).execute()
    return true
  } catch {
    return false
  }
}

function partSheets(sources: ReadonlyMap<string, string>, assets: Assets): PartSheets {
  return new Map(
    [...sources].flatMap(([routeId, screen]) => {
      const source = partSheetOf(screen)
      return source ? [[routeId, assets.sheet(source)] as const] : []
    }),
  )
}
