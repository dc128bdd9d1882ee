import type { ActionResult } from '#web/forms/action-result.ts'
import { withQuery } from '#web/admin/lists/list-url.ts'
import { DEFAULT_SALES_PERIOD, type SalesPeriod } from '#shop/reports/sales/sales-period.ts'

export const dashboardPath = (days: SalesPeriod, { allEmails = false } = {}): string =>
  withQuery('/admin/dashboard', {
    days: days === DEFAULT_SALES_PERIOD ? null : String(days),
    emails: allEmails ? 'all' : null,
  })

/** Whether every failed email is listed, not only the first few. */
export const asksForAllEmails = (query: URLSearchParams): boolean => query.get('emails') === 'all'

export type FirstStepsIntent = 'backup-done' | 'hide-first-steps'

type EmailFields = { mail_id: number | null }
/** Result of 'Send again' or of a test email, whose `mail_id` is null. */
export type EmailActionResult = ActionResult<EmailFields, EmailFields>
