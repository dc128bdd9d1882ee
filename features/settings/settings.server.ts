import { NO_IDENTITY_SETTINGS } from '#shop/identity/identity-settings.ts'
import { callProcedure, type Answer, type ProcedureRefusal } from '#features/call-procedure.server.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { ORDER_LIMITS } from '#shop/order-limits.ts'
import type { OwnerEmails } from './owner-emails.ts'
import type { FirstSteps } from './owner-switches.ts'
import type {
  CustomerEmailsForm,
  DeliveryForm,
  EnquiriesForm,
  FirstStepsForm,
  IdentityForm,
  LimitsForm,
  LowStockForm,
  OwnerEmailsForm,
  OwnersSecondFactorForm,
} from './setting-forms.ts'
import { selectSettings } from './settings-queries.server.ts'

type StoredSetting = { name: string; version: number; value: unknown }
export type SettingRefusal = ProcedureRefusal<'save_settings'>
type SaveAnswer = Answer<'save_settings'>

/** The owner's settings, each with its version. */
export async function readSettings(shop: ShopDependencies, admin: Actor) {
  requirePermission(admin, 'settings.read')
  return shop.db.queryAs(admin, selectSettings)
}

/** Every node shows it before this resolves. Refused: 'changed-meanwhile' if another administrator saved first. */
export async function saveIdentity(
  shop: ShopDependencies,
  admin: Actor,
  { version, ...identity }: IdentityForm,
): Promise<SaveAnswer> {
  return save(shop, admin, [{ name: 'identity', version, value: { ...NO_IDENTITY_SETTINGS, ...identity } }])
}

/** Refused: 'changed-meanwhile' if another administrator saved first. */
export async function saveOwnerEmails(
  shop: ShopDependencies,
  admin: Actor,
  { version, owner_address: address, new_orders, low_stock, digest_hour }: OwnerEmailsForm,
): Promise<SaveAnswer> {
  const value: OwnerEmails = { address, new_orders, low_stock, digest_hour }
  return save(shop, admin, [{ name: 'owner_emails', version, value }])
}

/** Applies to the next order. Refused: 'changed-meanwhile' if another administrator saved first. */
export async function saveDelivery(
  shop: ShopDependencies,
  admin: Actor,
  { version, delivery }: DeliveryForm,
): Promise<SaveAnswer> {
  return save(shop, admin, [{ name: 'delivery', version, value: delivery }])
}

/** Saves all limits or none. Refused: 'changed-meanwhile' if another administrator saved first. */
export async function saveOrderLimits(
  shop: ShopDependencies,
  admin: Actor,
  { limits, versions }: LimitsForm,
): Promise<SaveAnswer> {
  return save(
    shop,
    admin,
    ORDER_LIMITS.map((name) => ({ name, version: versions[name], value: limits[name] })),
  )
}

/** Applies to the next request of every owner. Refused: 'changed-meanwhile' if another owner saved first. */
export async function saveOwnersNeedSecondFactor(
  shop: ShopDependencies,
  admin: Actor,
  { version, owners_need_second_factor: value }: OwnersSecondFactorForm,
): Promise<SaveAnswer> {
  return save(shop, admin, [{ name: 'owners_need_second_factor', version, value }])
}

/** Deletes unsent emails of a kind that is off. Refused: 'changed-meanwhile' if another owner saved first. */
export async function saveCustomerEmails(
  shop: ShopDependencies,
  admin: Actor,
  { version, customer_emails: value }: CustomerEmailsForm,
): Promise<SaveAnswer> {
  return save(shop, admin, [{ name: 'customer_emails', version, value }])
}

/** Refused: 'changed-meanwhile' if another owner saved first. */
export async function saveLowStockThreshold(
  shop: ShopDependencies,
  admin: Actor,
  { version, low_stock_threshold: value }: LowStockForm,
): Promise<SaveAnswer> {
  return save(shop, admin, [{ name: 'low_stock_threshold', version, value }])
}

/** Refused: 'changed-meanwhile' if another owner saved first. */
export async function saveEnquiriesByEmail(
  shop: ShopDependencies,
  admin: Actor,
  { version, enquiries_by_email: value }: EnquiriesForm,
): Promise<SaveAnswer> {
  return save(shop, admin, [{ name: 'enquiries_by_email', version, value }])
}

/** Refused: 'changed-meanwhile' if another owner saved first. */
export async function saveFirstSteps(
  shop: ShopDependencies,
  admin: Actor,
  { version, first_steps_shown, has_backup }: FirstStepsForm,
): Promise<SaveAnswer> {
  const value: FirstSteps = { is_hidden: !first_steps_shown, has_backup }
  return save(shop, admin, [{ name: 'first_steps', version, value }])
}

/** For other subjects, which validate their values. Refused: 'changed-meanwhile' if another owner saved first. */
export const saveSetting = (
  shop: ShopDependencies,
  admin: Actor,
  setting: StoredSetting,
): Promise<SaveAnswer> => save(shop, admin, [setting])

async function save(shop: ShopDependencies, admin: Actor, settings: StoredSetting[]): Promise<SaveAnswer> {
  requirePermission(admin, 'settings.edit')
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'save_settings', { settings }))
}
