import { DEFAULT_SALES_PERIOD, type SalesPeriod } from '#shop/reports/sales/sales-period.ts'

const DASHBOARD_PATH = '/admin/dashboard'

export const dashboardPath = (days: SalesPeriod): string =>
  days === DEFAULT_SALES_PERIOD ? DASHBOARD_PATH : `${DASHBOARD_PATH}?days=${days}`

export type EmailActionResult = {
  mail_id: number | null
  kind: 'done' | 'refused' | 'failed'
  message: string
}
