import { sql } from 'kysely'
import { hasPermission, requirePermission, type Actor } from '#shop/permissions.ts'
import { saveFirstSteps, readSettings } from '#features/settings/settings.server.ts'
import type { FirstSteps } from '#features/settings/owner-switches.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { SetupFacts } from './setup-steps.ts'

/** Null for everybody except owners, and after an owner has hidden the list. */
export async function setupFacts(shop: ShopDependencies, admin: Actor): Promise<SetupFacts | null> {
  requirePermission(admin, 'dashboard.read')
  if (!hasPermission(admin, 'settings.edit') || shop.switches.first_steps.is_hidden) return null
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<SetupFacts>`select * from find_first_steps()`.execute(db),
  )
  return rows[0] ?? null
}

/** If two owners tick at once, the second tick is added to the first. */
const ATTEMPTS = 3

/** Hides the list, or records that there is a backup. */
export async function tickFirstStep(shop: ShopDependencies, admin: Actor, field: keyof FirstSteps) {
  requirePermission(admin, 'settings.edit')
  for (let attempt = 1; ; attempt++) {
    const { switches, versions } = await readSettings(shop, admin)
    const is_hidden = switches.first_steps.is_hidden || field === 'is_hidden'
    const has_backup = switches.first_steps.has_backup || field === 'has_backup'
    const form = { version: versions['first_steps'] ?? 0, first_steps_shown: !is_hidden, has_backup }
    const saved = await saveFirstSteps(shop, admin, form)
    if (saved.ok || saved.refusal.code !== 'changed-meanwhile' || attempt === ATTEMPTS) return saved
  }
}
