import { outboxMessages } from '#features/mail/outbox/outbox-messages.ts'
import { setupStepMessages } from '#features/dashboard/setup-steps.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { withQuery } from '#kit/admin/list/list-url.ts'
import { DEFAULT_SALES_PERIOD, type SalesPeriod } from '#features/figures/sales/sales-period.ts'

export const dashboardPath = (days: SalesPeriod, { allEmails = false } = {}): string =>
  withQuery('/admin/dashboard', {
    days: days === DEFAULT_SALES_PERIOD ? null : String(days),
    emails: allEmails ? 'all' : null,
  })

/** Whether every failed email is listed, not only the first few. */
export const asksForAllEmails = (query: URLSearchParams): boolean => query.get('emails') === 'all'

/** By the intent of the button that sets it. */
export const FIRST_STEPS_FIELDS = { 'backup-done': 'has_backup', 'hide-first-steps': 'is_hidden' } as const
export type FirstStepsIntent = keyof typeof FIRST_STEPS_FIELDS

export const isFirstStepsIntent = (intent: string): intent is FirstStepsIntent =>
  Object.hasOwn(FIRST_STEPS_FIELDS, intent)

export function dashboardFailureMessage(form: FormData): string {
  const intent = form.get('intent')
  if (intent === 'test-email') return outboxMessages.testFailed
  return intent === 'send-again' ? outboxMessages.notTried : setupStepMessages.failed
}

type EmailFields = { mail_id: number | null }
/** Result of 'Send again' or of a test email, whose `mail_id` is null. */
export type EmailActionResult = ActionResult<EmailFields, EmailFields>
