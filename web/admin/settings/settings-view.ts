import {
  IDENTITY_FIELDS,
  type IdentityField,
  type IdentitySettings,
} from '#shop/identity/identity-settings.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { ORDER_LIMITS, type OrderLimit, type OrderLimits } from '#shop/settings/order-limits.ts'

export const SETTINGS_PATH = '/admin/settings'

export type SettingsPart = 'identity' | 'demonstration' | 'limits'
export type SettingsView = {
  /** As fields of a form. What the owner has not said is what shoppers see instead. */
  identity: Record<IdentityField, string>
  identityVersion: number
  limits: Record<OrderLimit, string>
  limitVersions: Record<OrderLimit, number>
  isDemonstration: boolean
  demonstration: { products: number; ordered: number }
}

type StoredSettings = {
  identity: IdentitySettings
  limits: OrderLimits
  versions: Readonly<Record<string, number>>
}

export function toSettingsView(
  { identity, limits, versions }: StoredSettings,
  shown: ShopIdentity,
  isDemonstration: boolean,
  demonstration: SettingsView['demonstration'],
): SettingsView {
  const defaults: Partial<Record<IdentityField, string>> = {
    name: shown.name,
    company: shown.company,
    address: shown.address.join('\n'),
    phone: shown.phone,
    email: shown.email,
  }
  return {
    identity: Object.fromEntries(
      IDENTITY_FIELDS.map((field) => [field, identity[field] ?? defaults[field] ?? '']),
    ) as Record<IdentityField, string>,
    identityVersion: versions['identity'] ?? 0,
    limits: Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, String(limits[limit])])) as Record<
      OrderLimit,
      string
    >,
    limitVersions: Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, versions[limit] ?? 0])) as Record<
      OrderLimit,
      number
    >,
    isDemonstration,
    demonstration,
  }
}
