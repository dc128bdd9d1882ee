import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { loadRouteHandlers } from '#app/route-handlers.server.ts'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { createAccounts, type Accounts } from '#features/accounts/accounts.server.ts'
import type { PasswordCost } from '#features/accounts/passwords/password-hash.server.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import { readEmailLogo } from '#features/content/shop-pictures.server.ts'
import { createOrderBatcher } from '#features/checkout/placing/order-batcher.server.ts'
import { hasInventedCompany, isDemonstration } from '#shop/identity/shop-identity.ts'
import { mailRouteMessage } from '#features/mail/transport/mail-route.ts'
import type { Outbox } from '#features/mail/outbox/outbox.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { toCartLimits } from '#features/settings/to-cart-limits.ts'
import { refreshBoughtTogether } from '#features/catalogue/pairings/product-pairings.server.ts'
import { deleteExpiredRows } from '#features/settings/delete-expired.server.ts'
import { deleteOldEnquiries } from '#features/enquiries/send-enquiry.server.ts'
import { deleteExpiredStockAlerts } from '#features/stock/alerts/stock-alerts.server.ts'
import { createSettingsReader, writeFirstSettings } from '#features/settings/settings-queries.server.ts'
import { removePicturesAfterBackup } from '#features/pictures/store-picture.server.ts'
import { removeStaleTemporaryFiles } from '#platform/files/atomic-write.server.ts'
import { rejectCrossOriginRequest } from '#kit/requests/route-guards.server.ts'
import { adminEventsRoute } from '#features/orders/events/admin-events-route.server.ts'
import { HOUR_MS, scheduledTasks } from './scheduled-tasks.ts'
import { startSchedule } from '#platform/jobs/schedule.ts'
import { fileRoutes } from '#app/http-routes/file-routes.ts'
import { startBackups } from './scheduled-backups.ts'
import { createApp } from './http-app.ts'
import type { OpenedMetrics } from '#app/metrics/open-metrics.ts'
import { loadAssets, type Assets } from '#app/pages/built-assets.ts'
import { answerStoredAsset, deleteExpiredAssets, storeAssets } from '#app/pages/stored-assets.ts'
import { createClientAddressReader } from '#platform/http/client-address.ts'
import { avoidedAllergensRoute } from '#features/catalogue/avoided-allergens/avoided-allergens-route.server.ts'
import { searchSuggestionsRoute } from '#features/catalogue/search/search-suggestions-route.server.ts'
import { cartRoute } from '#features/cart/cart-route.server.ts'
import { createReadinessCheck } from './readiness-check.ts'
import type { FindProblem } from '#platform/http/health-checks.ts'
import type { DataDirectory } from '#platform/data-directory/data-directory.ts'
import { createDocumentTemplate, type RouteStylesheets } from '#app/pages/html-document.ts'
import { loadInlineScripts } from '#app/pages/inline-scripts.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { openShopSettings, type ShopSettings } from '#app/settings/shop-settings.ts'
import { productsRoute } from '#features/catalogue/storefront/products-route.server.ts'
import { seoRoutes } from '#app/http-routes/seo-routes.ts'
import { loadDemoCatalogue } from '#features/catalogue/demo/load-demo-catalogue.server.ts'
import { startMailWorker } from '#features/mail/worker/mail-worker.server.ts'
import { openMailTransport } from '#features/mail/transport/open-mail-transport.server.ts'
import { sendOrderEmailRoute } from '#features/orders/events/send-order-email-route.server.ts'
import { metricsRoute } from '#app/http-routes/metrics-route.ts'
import type { CacheInvalidation } from '#platform/page-cache/cache-invalidation.ts'
import { createTrackedListener } from './tracked-listener.ts'
import { createPageCache } from '#platform/page-cache/page-cache.ts'
import { routeStylesheetOf } from '#app/pages/route-stylesheets.ts'
import { BACK_OFFICE_COLOURS, SHOP_COLOURS, type ThemeColours } from '#app/pages/page-head.ts'
import { createUnknownPathCheck, createPages, type Documents } from '#app/pages/page-handler.ts'
import { checkPictureStore, openPictureStore } from '#platform/picture-store/open-picture-store.ts'
import { loadRenderer } from '#app/pages/load-renderer.ts'
import { readRouteSources } from '#app/pages/route-chunks.ts'
import { sessionRoutes } from '#features/accounts/sessions/session-routes.server.ts'
import { storageRoutes } from '#features/pictures/storage-routes.server.ts'

export type StartOverrides = {
  rateLimits?: RateLimits
  clock?: () => Date
  passwordCost?: PasswordCost | undefined
}
type RequestHandling = { requestListener: RequestListener; findReadinessProblem: FindProblem }
type BackgroundWork = { outbox: Outbox; stop: () => Promise<void> }
type Dependencies = {
  settings: Settings
  dataDirectory: DataDirectory
  publicUrl: string
  db: ShopDatabase
  cacheInvalidation: CacheInvalidation
  clock: () => Date
  log: Logger
  monitoring: OpenedMetrics | undefined
  overrides: StartOverrides
  printLine: (line: string) => void
  isDataDirectoryPresent: () => boolean
  shutdownSignal: AbortSignal
}

const DIST = join(import.meta.dirname, '../..', 'dist')
const BROWSER_FILES = join(DIST, 'browser')
const NEUTRAL_FILES = '/neutral'

export async function composeShop(dependencies: Dependencies): Promise<BackgroundWork & RequestHandling> {
  const backgroundWork = await composeBackgroundWork(dependencies)
  try {
    return { ...backgroundWork, ...(await composeRequestHandler(dependencies, backgroundWork.outbox)) }
  } catch (problem) {
    await backgroundWork.stop()
    throw problem
  }
}

/** Runs once per node. */
export async function composeBackgroundWork(dependencies: Dependencies): Promise<BackgroundWork> {
  const { settings, dataDirectory, publicUrl, db, clock, log, shutdownSignal, printLine } = dependencies
  dependencies.monitoring?.metrics.watchShop({ db, dataDirectory: dataDirectory.path })
  if (settings.processes > 1) dependencies.monitoring?.metrics.watchPools(db)
  await Promise.all(['mail', 'storage'].map((folder) => sweep(join(dataDirectory.path, folder), log)))
  await writeFirstSettings(db.worker, {
    orderLimits: settings.orderLimits,
    identity: settings.identitySettings,
  })
  const shopSettings = await openSettings(dependencies)
  const { route, transport } = openMail(dependencies, shopSettings)
  const verificationLink = (userId: string): Promise<string | null> => accounts.verificationLink(userId)
  const worker = startMailWorker({
    db: db.worker,
    get identity() {
      return shopSettings.current().identity
    },
    publicUrl,
    verificationLink,
    transport,
    log,
  })
  const { shop, accounts } = createShop(dependencies, worker, shopSettings)
  try {
    await createFirstAdministrator(accounts, dependencies)
    const hasPictures = await checkPictureStore(settings, dependencies)
    const isForDemo = settings.isDemoExplicit || hasInventedCompany(shop.identity)
    if (settings.loadsDemo && isForDemo && hasPictures) await loadDemoCatalogue(shop, shutdownSignal)
    if (!shutdownSignal.aborted) printLine(mailRouteMessage(route))
    const assets = await loadAssets(BROWSER_FILES)
    await storeAssets(shop, assets)
    const sweepExpired = () =>
      Promise.all([
        accounts.sweep(),
        deleteExpiredStockAlerts(shop),
        deleteOldEnquiries(shop),
        refreshBoughtTogether(shop),
        storeAssets(shop, assets).then(() => deleteExpiredAssets(shop)),
        removePicturesAfterBackup(shop),
        deleteExpiredRows(db, settings.retention, { signal: shutdownSignal }),
      ])
    const sweep = {
      run: sweepExpired,
      everyMs: HOUR_MS,
      firstAfterMs: HOUR_MS,
      failure: 'What has expired could not be deleted.',
    }
    const stopSchedule = startSchedule([...scheduledTasks(shop), sweep], log)
    const backups = startBackups({ settings, dataDirectory, log, clock })
    const stop = async () => {
      backups.stop()
      await Promise.all([stopSchedule(), worker.stop()])
    }
    return { outbox: worker, stop }
  } catch (problem) {
    await worker.stop()
    throw problem
  }
}

/** `outbox` wakes the mail worker, which may run in another process. */
export async function composeRequestHandler(
  dependencies: Dependencies,
  outbox: Outbox,
): Promise<RequestHandling> {
  const shopSettings = await openSettings(dependencies)
  const { shop, accounts } = createShop(dependencies, outbox, shopSettings)
  return {
    requestListener: await createRequestListener(shop, accounts, shopSettings, dependencies),
    findReadinessProblem: createReadinessCheck(dependencies),
  }
}

function openMail({ settings, dataDirectory, log }: Dependencies, shopSettings: ShopSettings) {
  const pictures = openPictureStore(settings, dataDirectory)
  return openMailTransport(
    {
      smtpUrl: settings.smtpUrl,
      get identity() {
        return shopSettings.current().identity
      },
      readLogo: () => readEmailLogo({ identity: shopSettings.current().identity, pictures, log }),
    },
    dataDirectory,
    log,
  )
}

const openSettings = ({ db, cacheInvalidation, log }: Dependencies) =>
  openShopSettings({ read: createSettingsReader(db.worker), cacheInvalidation, log })

function createShop(
  dependencies: Dependencies,
  outbox: Outbox,
  shopSettings: ShopSettings,
): { shop: ShopDependencies; accounts: Accounts } {
  const { settings, dataDirectory, publicUrl, db, clock, log, monitoring, overrides } = dependencies
  const pictures = openPictureStore(settings, dataDirectory)
  const orderBatcher = createOrderBatcher(db, log)
  const accounts = createAccounts({
    pool: db.accounts,
    secret: dataDirectory.sessionSecret,
    publicUrl,
    clock,
    log,
    wakeOutbox: () => outbox.wake(),
    requireVerifiedEmail: settings.requireVerifiedEmail,
    ...(overrides.rateLimits && { limits: overrides.rateLimits }),
    passwordCost: overrides.passwordCost,
  })
  return {
    shop: {
      db,
      pictures,
      outbox,
      mail: openMail(dependencies, shopSettings),
      orderBatcher: monitoring ? monitoring.metrics.orders.count(orderBatcher) : orderBatcher,
      // Getters, because the owner may change these while the shop runs.
      get identity() {
        return shopSettings.current().identity
      },
      get limits() {
        return shopSettings.current().limits
      },
      get switches() {
        return shopSettings.current().switches
      },
      get texts() {
        return shopSettings.current().texts
      },
      get heroPicture() {
        return shopSettings.current().heroPicture
      },
      get delivery() {
        return shopSettings.current().delivery
      },
      retention: settings.retention,
      clock,
      log,
      publicUrl,
    },
    accounts,
  }
}

async function createRequestListener(
  shop: ShopDependencies,
  accounts: Accounts,
  shopSettings: ShopSettings,
  { settings, shutdownSignal, cacheInvalidation, monitoring }: Dependencies,
): Promise<RequestListener> {
  const { publicUrl, log } = shop
  const assets = await loadAssets(BROWSER_FILES, () =>
    isDemonstration(shop.identity) ? undefined : NEUTRAL_FILES,
  )
  const renderer = await loadRenderer(join(DIST, 'renderer'), await loadRouteHandlers(), {
    publicUrl,
    settings: () => ({ identity: shop.identity, limits: toCartLimits(shop) }),
  })
  const inlineScripts = await loadInlineScripts(join(DIST, 'inline'))
  const sources = await readRouteSources()
  const routeScripts = assets.routeScripts(sources)
  const createAreaDocument = (
    entry: string,
    themeColours: ThemeColours,
    sheets: RouteStylesheets = new Map(),
  ) => createDocumentTemplate({ ...assets.entry(entry), routeScripts, sheets, themeColours, inlineScripts })
  const backOffice = createAreaDocument('app/admin-client-entry.ts', BACK_OFFICE_COLOURS)
  const documents: Documents = {
    shop: createAreaDocument('app/shop-client-entry.ts', SHOP_COLOURS, routeStylesheets(sources, assets)),
    admin: backOffice,
    'admin-sign-in': backOffice,
  }
  const { isCurrent, lastCurrentAt } = cacheInvalidation
  const { staleWhileAwaySeconds } = settings
  const cache = createPageCache({ isCurrent, lastCurrentAt, staleWhileAwaySeconds, log })
  cacheInvalidation.subscribe(cache)
  monitoring?.metrics.watchPools(shop.db)
  monitoring?.metrics.requests.watchPageCache(cache)
  const pages = createPages({ shop, accounts, renderer, documents, build: assets.build, cache, shopSettings })
  const ownersNeedSecondFactor = () => shopSettings.current().ownersNeedSecondFactor
  const adminAccess = { shop, accounts, ownersNeedSecondFactor }
  const services = [
    storageRoutes(shop),
    sessionRoutes(accounts),
    cartRoute(shop),
    avoidedAllergensRoute({ shop, accounts }),
    searchSuggestionsRoute(shop),
    productsRoute(shop),
    sendOrderEmailRoute(shop),
    seoRoutes(shop),
    adminEventsRoute({ ...adminAccess, shutdownSignal }),
    ...fileRoutes(adminAccess),
    ...(monitoring?.answerOnShopPort ? [metricsRoute(monitoring.answerOnShopPort)] : []),
  ]
  const clientAddressReader = createClientAddressReader({ ...settings, log })
  const app = createApp({
    assets,
    answerStoredAsset: (request, path) => answerStoredAsset(shop, request, path),
    pages,
    services,
    readClientAddress: clientAddressReader.read,
    rejectCrossOriginRequest: (request) => rejectCrossOriginRequest(request, publicUrl),
    publicUrl,
    log,
  })
  const appListener = getRequestListener(app.fetch)
  return createTrackedListener({
    settings,
    log,
    monitoring,
    pages: {
      cache,
      render: pages.renderPublicPage,
      isUnknownPath: createUnknownPathCheck([...services, app]),
    },
    appListener: (request, response) => void appListener(request, response),
    clientAddressReader,
  })
}

/** Prints a generated password immediately, because the account exists even if this start fails later. */
async function createFirstAdministrator(
  accounts: Accounts,
  { settings, printLine, log }: Dependencies,
): Promise<void> {
  const { administrator, identity } = settings
  const generated = {
    email: `owner@${identity.email.split('@')[1]}`,
    password: randomBytes(12).toString('base64url'),
  }
  const isCreated = await accounts.createAdministrator(administrator ?? generated, { isFirst: true })
  if (isCreated && !administrator) {
    printLine(
      `The back-office is at /admin. Sign in with ${generated.email} and ${generated.password} (shown only this once).`,
    )
  }
  if (!isCreated && administrator) {
    log.info('ADMIN_EMAIL and ADMIN_PASSWORD are not used: this shop has an administrator already.')
  }
}

const sweep = (folder: string, log: Logger) =>
  removeStaleTemporaryFiles(folder).catch((error) =>
    log.warn({ error }, 'temporary files could not be removed'),
  )

function routeStylesheets(sources: ReadonlyMap<string, string>, assets: Assets): RouteStylesheets {
  return new Map(
    [...sources].flatMap(([routeId, pageSource]) => {
      const source = routeStylesheetOf(pageSource)
      return source ? [[routeId, assets.stylesheet(source)] as const] : []
    }),
  )
}
