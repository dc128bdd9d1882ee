import { redirect } from 'react-router'
import { setupStepMessages } from '#shop/reports/dashboard/setup-steps.ts'
import { tickFirstStep } from '#shop/reports/dashboard/setup-steps.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { HandledAction } from '#web/forms/respond.server.ts'
import type { EmailActionResult, FirstStepsIntent } from './dashboard-url.ts'

const FIELDS = { 'backup-done': 'has_backup', 'hide-first-steps': 'is_hidden' } as const

export const isFirstStepsIntent = (intent: string | null): intent is FirstStepsIntent =>
  intent === 'backup-done' || intent === 'hide-first-steps'

/** Redirects to the dashboard with the updated list. */
export async function handleFirstStepsAction(
  shop: ShopDependencies,
  admin: Admin,
  { intent, path }: { intent: FirstStepsIntent; path: string },
): Promise<HandledAction<EmailActionResult> | Response> {
  const saved = await tickFirstStep(shop, admin, FIELDS[intent]).catch((error: unknown) => {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'a first step could not be saved')
    return null
  })
  if (saved?.ok) return redirect(path)
  return { status: 503, actionResult: { kind: 'failed', mail_id: null, message: setupStepMessages.failed } }
}
