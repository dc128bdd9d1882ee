import { DEFAULT_SALES_PERIOD, type SalesPeriod } from '#shop/reports/sales/sales-period.ts'

const DASHBOARD_PATH = '/admin/dashboard'

/** `/admin/dashboard?days=7`; the usual period is left out. */
export const dashboardPath = (days: SalesPeriod): string => (days === DEFAULT_SALES_PERIOD ? DASHBOARD_PATH : `${DASHBOARD_PATH}?days=${days}`)

/** What the server says to 'Send again', and to a test email, which is no mail of the list (null). */
export type EmailActionResult = { mail_id: number | null; kind: 'done' | 'refused' | 'failed'; message: string }
