import { data, redirect } from 'react-router'
import { catalogueCounts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { failedMails } from '#features/mail/outbox/failed-emails.server.ts'
import { lastBackup } from '#features/dashboard/last-backup.server.ts'
import { setupFacts, tickFirstStep } from '#features/dashboard/setup-steps.server.ts'
import { setupProgress } from '#features/dashboard/setup-steps.ts'
import { identityReport } from '#features/dashboard/identity-report.server.ts'
import { lowStock, ordersToSend } from '#features/dashboard/dashboard.server.ts'
import { salesReport } from '#features/figures/sales/sales.server.ts'
import { parseSalesPeriod } from '#features/figures/sales/sales-period.ts'
import { expiringBatches } from '#features/stock/batches.server.ts'
import { clientAddressContext } from '#kit/requests/request-contexts.ts'
import type { HandledAction } from '#kit/actions/respond.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'
import {
  asksForAllEmails,
  dashboardFailureMessage,
  dashboardPath,
  FIRST_STEPS_FIELDS,
  isFirstStepsIntent,
  type EmailActionResult,
} from './dashboard-url.ts'
import { handleEmailAction } from './dashboard-email-actions.server.ts'

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

/** Status 400: invalid form, 503: database failure. */
export const action = adminAction<EmailActionResult>({
  handle: async ({ shop, admin, submitted, intent, url }) => {
    if (!isFirstStepsIntent(intent)) return handleEmailAction(shop, admin, submitted)
    const saved = await tickFirstStep(shop, admin, FIRST_STEPS_FIELDS[intent])
    if (!saved.ok) return answerFailure(submitted)
    return redirect(dashboardPath(parseSalesPeriod(url.searchParams.get('days'))))
  },
  failure: 'a form of the dashboard failed',
  answerFailure: ({ submitted }) => answerFailure(submitted),
})

function answerFailure(form: FormData): HandledAction<EmailActionResult> {
  const mail_id = form.has('mail_id') ? Number(form.get('mail_id')) : null
  return { status: 503, actionResult: { kind: 'failed', mail_id, message: dashboardFailureMessage(form) } }
}
