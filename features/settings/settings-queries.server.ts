import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { OwnTexts } from '#features/content/content-pages.ts'
import { selectCurrentContent } from '#features/content/content-queries.server.ts'
import {
  NO_HERO_PICTURE,
  NO_LOGO,
  type HeroPicture,
  type HeroPictureSetting,
  type LogoSetting,
} from '#features/content/shop-pictures.ts'
import {
  createIdentity,
  NO_IDENTITY_SETTINGS,
  type IdentitySettings,
} from '#shop/identity/identity-settings.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { DEFAULT_DELIVERY, type DeliverySettings } from '#shop/delivery/delivery-settings.ts'
import { DEFAULT_OWNER_EMAILS, type OwnerEmails } from './owner-emails.ts'
import {
  DEFAULT_OWNER_SWITCHES,
  OWNER_SWITCHES,
  toOwnerSwitches,
  type OwnerSwitches,
} from './owner-switches.ts'
import { DEFAULT_ORDER_LIMITS, ORDER_LIMITS, type OrderLimits } from '#shop/order-limits.ts'

export type FirstSettings = { orderLimits: Partial<OrderLimits>; identity: Partial<IdentitySettings> }
export type CurrentSettings = {
  identity: ShopIdentity
  limits: OrderLimits
  switches: OwnerSwitches
  delivery: DeliverySettings
  /** An owner without one must set it up first. */
  ownersNeedSecondFactor: boolean
  texts: OwnTexts
  heroPicture: HeroPicture | null
  /** Different after each change. */
  version: number
}

/** Does not replace values set by the owner. */
export async function writeFirstSettings(
  db: Kysely<DB>,
  { orderLimits, identity }: Partial<FirstSettings>,
): Promise<void> {
  const values = JSON.stringify({
    ...DEFAULT_ORDER_LIMITS,
    ...orderLimits,
    identity: { ...NO_IDENTITY_SETTINGS, ...identity },
    owner_emails: DEFAULT_OWNER_EMAILS,
    delivery: DEFAULT_DELIVERY,
    owners_need_second_factor: false,
    ...DEFAULT_OWNER_SWITCHES,
    logo: NO_LOGO,
    hero_picture: NO_HERO_PICTURE,
  })
  await sql`
    insert into settings as known (name, value) select key, value from jsonb_each(${values}::jsonb)
    on conflict (name) do update set value = excluded.value, updated_at = now(), version = known.version + 1
     where known.set_by = 'start' and known.value <> excluded.value`.execute(db)
}

/** The stored settings, with their versions for forms. */
export async function selectSettings(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value', 'version'])
    .where('name', 'in', [
      'identity',
      'owner_emails',
      'delivery',
      'owners_need_second_factor',
      'logo',
      'hero_picture',
      ...OWNER_SWITCHES,
      ...ORDER_LIMITS,
    ])
    .orderBy('name')
    .execute()
  const values = new Map<string, unknown>(rows.map(({ name, value }) => [name, value]))
  return {
    identity: {
      ...NO_IDENTITY_SETTINGS,
      ...(values.get('identity') as Partial<IdentitySettings> | undefined),
    },
    ownerEmails: {
      ...DEFAULT_OWNER_EMAILS,
      ...(values.get('owner_emails') as Partial<OwnerEmails> | undefined),
    },
    delivery: { ...DEFAULT_DELIVERY, ...(values.get('delivery') as Partial<DeliverySettings> | undefined) },
    ownersNeedSecondFactor: values.get('owners_need_second_factor') === true,
    switches: toOwnerSwitches(values),
    logo: (values.get('logo') as LogoSetting | undefined)?.picture ?? null,
    heroPicture: (values.get('hero_picture') as HeroPictureSetting | undefined)?.picture ?? null,
    limits: Object.fromEntries(
      ORDER_LIMITS.map((limit) => [limit, Number(values.get(limit) ?? DEFAULT_ORDER_LIMITS[limit])]),
    ) as OrderLimits,
    versions: Object.fromEntries(rows.map(({ name, version }) => [name, version])) as Record<string, number>,
  }
}

export async function readCurrentSettings(db: Kysely<DB>): Promise<CurrentSettings> {
  const [stored, content] = await Promise.all([selectSettings(db), selectCurrentContent(db)])
  const { identity, limits, delivery, switches, ownersNeedSecondFactor, logo, heroPicture, versions } = stored
  return {
    identity: { ...createIdentity(identity), logo },
    limits,
    switches,
    delivery,
    ownersNeedSecondFactor,
    texts: content.texts,
    heroPicture,
    version: Object.values(versions).reduce((sum, version) => sum + version, content.versions),
  }
}

/** One value for all stored settings and texts: each write of a row changes its `xmin`, and no value repeats. */
async function selectSettingsFingerprint(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select concat((select string_agg(name || xmin::text, ',' order by name) from settings), ' ',
      (select string_agg(page || version || shown, ',' order by page) from
        (select distinct on (page) page, version, xmin::text as shown from content_versions order by page, version desc) newest)) as fingerprint`.execute(
    db,
  )
  return rows[0]!.fingerprint
}

/** Reads the settings again only if they have changed: one short statement instead of two long ones. */
export function createSettingsReader(db: Kysely<DB>): () => Promise<CurrentSettings> {
  let known: { fingerprint: string; settings: CurrentSettings } | null = null
  return async () => {
    const fingerprint = await selectSettingsFingerprint(db)
    if (known?.fingerprint === fingerprint) return known.settings
    // If they changed in between, they are newer than the fingerprint, and the next reading finds that.
    const settings = await readCurrentSettings(db)
    known = { fingerprint, settings }
    return settings
  }
}
