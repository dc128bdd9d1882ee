import { data, type ActionFunctionArgs } from 'react-router'
import { catalogueCounts } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { failedMails } from '#shop/mail/outbox/failed-emails.server.ts'
import { PermissionDenied } from '#shop/permissions.ts'
import { lastBackup } from '#shop/reports/dashboard/last-backup.server.ts'
import { setupFacts } from '#shop/reports/dashboard/setup-steps.server.ts'
import { setupProgress } from '#shop/reports/dashboard/setup-steps.ts'
import { identityReport } from '#shop/reports/dashboard/identity-report.server.ts'
import { lowStock, ordersToSend } from '#shop/reports/dashboard/dashboard.server.ts'
import { salesReport } from '#shop/reports/sales/sales.server.ts'
import { parseSalesPeriod } from '#shop/reports/sales/sales-period.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { expiringBatches } from '#shop/stock/batches.server.ts'
import { shopContext, clientAddressContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { readIntent } from '#web/forms/read-form.server.ts'
import { respond } from '#web/forms/respond.server.ts'
import { asksForAllEmails, dashboardPath, type EmailActionResult } from './dashboard-url.ts'
import { handleEmailAction } from './dashboard-email-actions.server.ts'
import { handleFirstStepsAction, isFirstStepsIntent } from './first-steps-actions.server.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

/** Data of all dashboard panels; `now` is the server's time, from which the countdowns start. */
export const loader = adminLoader(async ({ shop, admin, query, context }) => {
  const days = parseSalesPeriod(query.get('days'))
  const allEmails = asksForAllEmails(query)
  const [counts, toSend, sales, low, expiring, failed, identity, facts, backup] = await Promise.all([
    readOrNull(shop, 'counts', catalogueCounts(shop, admin)),
    readOrNull(shop, 'orders to send', ordersToSend(shop, admin)),
    readOrNull(shop, 'sales', salesReport(shop, admin, days)),
    readOrNull(shop, 'low stock', lowStock(shop, admin)),
    readOrNull(shop, 'expiring batches', expiringBatches(shop, admin)),
    readOrNull(shop, 'mails', failedMails(shop, admin, { all: allEmails })),
    readOrNull(shop, 'identity', identityReport(shop, admin)),
    readOrNull(shop, 'first steps', setupFacts(shop, admin)),
    readOrNull(shop, 'backup', lastBackup(shop, admin)),
  ])
  const isEverythingUnavailable = [counts, toSend, sales, low, failed].every((panel) => panel === null)
  const hasBackup = shop.switches.first_steps.has_backup || (backup?.made_at ?? null) !== null
  const emailSettings = { mailRoute: shop.mail.route, testEmailTo: admin.email }
  const untrustedProxy = context.get(clientAddressContext).untrustedProxy ?? null
  return data(
    {
      days,
      counts,
      toSend,
      sales,
      low,
      expiring,
      failed,
      allEmails,
      lowStockThreshold: shop.switches.low_stock_threshold,
      identity,
      firstSteps: facts && setupProgress(facts, identity, hasBackup),
      backup,
      untrustedProxy,
      ...emailSettings,
      now: shop.clock().toISOString(),
    },
    { status: isEverythingUnavailable ? 503 : 200 },
  )
})

/** Panels fail independently: a failed read is logged and yields null. */
async function readOrNull<Panel>(
  shop: ShopDependencies,
  panel: string,
  promise: Promise<Panel>,
): Promise<Panel | null> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, panel }, 'a panel of the dashboard could not be read')
    return null
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const form = await request.formData()
  const intent = readIntent(form)
  if (isFirstStepsIntent(intent)) {
    const days = parseSalesPeriod(new URL(request.url).searchParams.get('days'))
    const handled = await handleFirstStepsAction(shop, admin, { intent, path: dashboardPath(days) })
    return handled instanceof Response ? handled : respond<EmailActionResult>(context, handled)
  }
  return respond<EmailActionResult>(context, await handleEmailAction(shop, admin, form))
}
