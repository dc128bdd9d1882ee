import type { ActionResult } from '#web/forms/action-result.ts'
import { DEFAULT_SALES_PERIOD, type SalesPeriod } from '#shop/reports/sales/sales-period.ts'

const DASHBOARD_PATH = '/admin/dashboard'

export const dashboardPath = (days: SalesPeriod, { allEmails = false } = {}): string => {
  const query = new URLSearchParams({
    ...(days !== DEFAULT_SALES_PERIOD && { days: String(days) }),
    ...(allEmails && { emails: 'all' }),
  }).toString()
  return query ? `${DASHBOARD_PATH}?${query}` : DASHBOARD_PATH
}

/** Whether every failed email is listed, not only the first few. */
export const asksForAllEmails = (url: URL): boolean => url.searchParams.get('emails') === 'all'

export type FirstStepsIntent = 'backup-done' | 'hide-first-steps'

type EmailFields = { mail_id: number | null }
/** Result of 'Send again' or of a test email, whose `mail_id` is null. */
export type EmailActionResult = ActionResult<EmailFields, EmailFields>
