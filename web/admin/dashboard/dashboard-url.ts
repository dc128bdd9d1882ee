import type { ActionResult } from '#web/forms/action-result.ts'
import { DEFAULT_SALES_PERIOD, type SalesPeriod } from '#shop/reports/sales/sales-period.ts'

const DASHBOARD_PATH = '/admin/dashboard'

export const dashboardPath = (days: SalesPeriod): string =>
  days === DEFAULT_SALES_PERIOD ? DASHBOARD_PATH : `${DASHBOARD_PATH}?days=${days}`

export type FirstStepsIntent = 'backup-done' | 'hide-first-steps'

type EmailFields = { mail_id: number | null }
/** Result of 'Send again' or of a test email, whose `mail_id` is null. */
export type EmailActionResult = ActionResult<EmailFields, EmailFields>
