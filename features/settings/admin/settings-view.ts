import {
  IDENTITY_FIELDS,
  type IdentityField,
  type IdentitySettings,
} from '#shop/identity/identity-settings.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { Demonstration } from '#features/catalogue/demo/demo-products.ts'
import type { DeliverySettings } from '#shop/delivery/delivery-settings.ts'
import type { OwnerEmails } from '#features/settings/owner-emails.ts'
import type { RetentionDays } from '#shop/retention.ts'
import { OWNER_SWITCHES, type OwnerSwitches } from '#features/settings/owner-switches.ts'
import { formatLimit, ORDER_LIMITS, type OrderLimit, type OrderLimits } from '#shop/order-limits.ts'

export const SETTINGS_PATH = '/admin/settings'
export const SETTINGS_LINK = { to: SETTINGS_PATH, label: 'Settings' }
export const PEOPLE_PATH = '/admin/settings/people'
export const EMAILS_PATH = '/admin/settings/mails'

export const SETTINGS_PARTS = [
  'identity',
  'emails',
  'delivery',
  'demonstration',
  'limits',
  'low-stock',
  'enquiries',
  'first-steps',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]
export type SettingsView = {
  /** The form's fields. Those not set by the owner contain what shoppers see. */
  identity: Record<IdentityField, string>
  identityVersion: number
  emails: { address: string; new_orders: boolean; low_stock: boolean; digest_hour: string }
  emailsVersion: number
  /** The recipient if no address is set. */
  shopEmail: string
  delivery: Record<'standard_rate' | 'free_over' | 'express_rate' | 'cut_off_hour', string> & {
    is_charged: boolean
  }
  deliveryVersion: number
  limits: Record<OrderLimit, string>
  limitVersions: Record<OrderLimit, number>
  switches: OwnerSwitches
  switchVersions: Record<keyof OwnerSwitches, number>
  isDemonstration: boolean
  demonstration: Demonstration
  retention: RetentionDays
}

type StoredSettings = {
  identity: IdentitySettings
  ownerEmails: OwnerEmails
  delivery: DeliverySettings
  limits: OrderLimits
  switches: OwnerSwitches
  versions: Readonly<Record<string, number>>
}

/** Pounds as typed; null means empty. */
const formatAmount = (pounds: number | null): string => (pounds === null ? '' : pounds.toFixed(2))

export function toSettingsView(
  { identity, ownerEmails, delivery, limits, switches, versions }: StoredSettings,
  shown: ShopIdentity,
  isDemonstration: boolean,
  demonstration: SettingsView['demonstration'],
  retention: RetentionDays,
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
    emails: {
      address: ownerEmails.address ?? '',
      new_orders: ownerEmails.new_orders,
      low_stock: ownerEmails.low_stock,
      digest_hour: String(ownerEmails.digest_hour ?? ''),
    },
    emailsVersion: versions['owner_emails'] ?? 0,
    shopEmail: shown.email,
    delivery: {
      is_charged: delivery.is_charged,
      standard_rate: formatAmount(delivery.standard),
      free_over: formatAmount(delivery.free_over),
      express_rate: formatAmount(delivery.express),
      cut_off_hour: String(delivery.cut_off_hour),
    },
    deliveryVersion: versions['delivery'] ?? 0,
    limits: Object.fromEntries(
      ORDER_LIMITS.map((limit) => [limit, formatLimit(limit, limits[limit])]),
    ) as Record<OrderLimit, string>,
    limitVersions: Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, versions[limit] ?? 0])) as Record<
      OrderLimit,
      number
    >,
    switches,
    switchVersions: toSwitchVersions(versions),
    isDemonstration,
    demonstration,
    retention,
  }
}

const toSwitchVersions = (versions: Readonly<Record<string, number>>) =>
  Object.fromEntries(OWNER_SWITCHES.map((name) => [name, versions[name] ?? 0])) as Record<
    keyof OwnerSwitches,
    number
  >

/** The version of each part, which its form sends back. */
export const partVersions = (view: SettingsView): Record<SettingsPart, unknown> => ({
  identity: view.identityVersion,
  emails: view.emailsVersion,
  delivery: view.deliveryVersion,
  limits: JSON.stringify(view.limitVersions),
  'low-stock': view.switchVersions.low_stock_threshold,
  enquiries: view.switchVersions.enquiries_by_email,
  'first-steps': view.switchVersions.first_steps,
  // Its form refers to nothing that was displayed.
  demonstration: null,
})

/** A part's fields show `base`, the rest of the page shows the stored values. */
export const withBase = (loaded: SettingsView, base: SettingsView, part: SettingsPart): SettingsView => ({
  ...loaded,
  ...(part === 'identity' && { identity: base.identity, identityVersion: base.identityVersion }),
  ...(part === 'emails' && { emails: base.emails, emailsVersion: base.emailsVersion }),
  ...(part === 'delivery' && { delivery: base.delivery, deliveryVersion: base.deliveryVersion }),
  ...(part === 'limits' && { limits: base.limits, limitVersions: base.limitVersions }),
  ...((part === 'low-stock' || part === 'enquiries' || part === 'first-steps') && {
    switches: base.switches,
    switchVersions: base.switchVersions,
  }),
})

/** A part's values as its form sends them: unticked boxes are missing. */
function formValues(view: SettingsView, part: SettingsPart): Record<string, string | undefined> {
  const ticked = (isTicked: boolean) => (isTicked ? 'on' : undefined)
  const { emails, delivery, switches } = view
  switch (part) {
    case 'identity':
      return view.identity
    case 'emails':
      return {
        owner_address: emails.address,
        digest_hour: emails.digest_hour,
        new_orders: ticked(emails.new_orders),
        low_stock: ticked(emails.low_stock),
      }
    case 'delivery':
      return { ...delivery, is_charged: ticked(delivery.is_charged) }
    case 'limits':
      return view.limits
    case 'low-stock':
      return { low_stock_threshold: String(switches.low_stock_threshold) }
    case 'enquiries':
      return { enquiries_by_email: ticked(switches.enquiries_by_email) }
    case 'first-steps':
      return {
        first_steps_shown: ticked(!switches.first_steps.is_hidden),
        has_backup: ticked(switches.first_steps.has_backup),
      }
    case 'demonstration':
      return {}
  }
}

/** Merges the entries with values that somebody else saved: unedited fields take the stored values. */
export function mergeTyped(
  typed: Readonly<Record<string, string>>,
  { before, current }: { before: SettingsView; current: SettingsView },
  part: SettingsPart,
): Record<string, string> {
  const [earlier, stored] = [formValues(before, part), formValues(current, part)]
  const merged: Record<string, string | undefined> = { ...typed }
  for (const [name, value] of Object.entries(earlier)) if (typed[name] === value) merged[name] = stored[name]
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
