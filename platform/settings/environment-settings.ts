import { z } from 'zod'
import {
  createIdentity,
  MAX_IDENTITY_LENGTHS,
  NO_IDENTITY_SETTINGS,
  type IdentitySettings,
} from '#shop/identity/identity-settings.ts'
import { hasInventedCompany, type ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { S3Bucket } from '#platform/picture-store/s3-requests.server.ts'
import {
  environmentVariableName,
  limitRule,
  ORDER_LIMITS,
  parseLimit,
  type OrderLimit,
  type OrderLimits,
} from '#shop/order-limits.ts'
import { done, refused, type Done, type Refused, type Refusal } from '#shop/outcome.ts'
import { companyNumber, PLACES_OF_REGISTRATION, vatNumber } from '#shop/identity/registration-numbers.ts'
import { FORWARDED_HEADERS, type ForwardedHeader } from '#platform/http/proxies/forwarded-header.ts'
import { administratorPasswordProblem } from './administrator-password.ts'
import { isSecretLongEnough, SECRET_MIN_BYTES } from './session-secret.ts'
import { databaseFields, findPoolerProblem } from './database-settings.ts'
import { backupFields, backupSettingsFrom, type BackupSettings } from './backup-settings.ts'
import {
  logSettingsFrom,
  metricsSettingsFrom,
  monitoringFields,
  type LogSettings,
  type MetricsSettings,
} from './monitoring-settings.ts'
import { retentionFields, retentionFrom } from './retention-settings.ts'
import type { RetentionDays } from '#shop/retention.ts'
import { removedSettingProblem } from './removed-settings.ts'
import { findMeantSetting } from './misspelt-settings.ts'
import { isUrl, isWithoutSecrets } from './setting-urls.ts'
import { LOOPBACK_NETWORKS, parseTrustedProxies } from './trusted-proxies.ts'

export type Settings = {
  /** 0 means any free port. */
  port: number
  processes: number
  /** How long requests are answered after SIGTERM, while `/readyz` answers 503. */
  drainSeconds: number
  /** Maximum age of cached pages served while the database is away; 0: none. */
  staleWhileAwaySeconds: number
  /** Installs this version's procedures even if the database has those of a newer version. */
  reappliesDefinitions: boolean
  /** Null: listens on all addresses. */
  host: string | null
  dataDirectory: string
  /** Null: uses the embedded PostgreSQL in the data directory. */
  databaseUrl: string | null
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler. */
  databaseMigrationUrl: string | null
  /** Where shoppers reach the shop, without a trailing slash; null: derived from the port. */
  publicUrl: string | null
  trustedProxies: readonly string[]
  forwardedHeader: ForwardedHeader
  administrator: { email: string; password: string } | null
  loadsDemo: boolean
  isDemoExplicit: boolean
  /** Starts even if data seem to be lost. */
  acceptsDataLoss: boolean
  smtpUrl: string | null
  requireVerifiedEmail: boolean
  /** Null: uses the secret in the data directory. */
  sessionSecret: string | null
  /** Null: uses the data directory. */
  s3: S3Bucket | null
  /** Values of the environment only; the owner's own values are in the database. */
  identity: ShopIdentity
  /** Initial values in the database; others have defaults. */
  identitySettings: IdentitySettings
  orderLimits: Partial<OrderLimits>
  backup: BackupSettings
  log: LogSettings
  /** Null: metrics are off. */
  metrics: MetricsSettings | null
  retention: RetentionDays
}

export type InvalidSettings = Refusal<'settings-wrong'> & { problems: string[] }

/** Never printed, even if they are invalid. */
const SECRET_SETTINGS = new Set([
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'SESSION_SECRET',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_KEY',
  'METRICS_TOKEN',
])

/** Each process has its own connections, and PostgreSQL accepts 100 by default. */
const MAX_PROCESSES = 8
const PROCESSES_RULE = `must be a whole number from 1 to ${MAX_PROCESSES}`
const PORT_RULE = 'must be a whole number from 0 to 65535'
const seconds = (max: number, rule = `must be a whole number of seconds from 0 to ${max}`) =>
  z
    .string()
    .regex(/^\d{1,4}$/, rule)
    .transform(Number)
    .refine((count) => count <= max, rule)
const urlOf = (example: string, protocols?: string[]) =>
  z.string().refine((text) => isUrl(text, protocols), `must look like ${example}`)
const optionalText = (maxLength: number) =>
  z.string().trim().max(maxLength, `may have at most ${maxLength} characters`).optional()
const normalised = (read: (typed: string) => string | null, rule: string) =>
  z
    .string()
    .refine((typed) => read(typed) !== null, rule)
    .transform((typed) => read(typed)!)
    .optional()
const s3Key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be what the store gave you, without spaces')
  .optional()

function limitField(limit: OrderLimit) {
  const rule = `must be ${limitRule(limit)}`
  return z
    .string()
    .refine((text) => parseLimit(limit, text) !== null, rule)
    .transform((text) => parseLimit(limit, text)!)
    .optional()
}
const limitFields = Object.fromEntries(
  ORDER_LIMITS.map((limit) => [environmentVariableName(limit), limitField(limit)]),
) as Record<Uppercase<OrderLimit>, ReturnType<typeof limitField>>

const settingsForm = z.object({
  ...limitFields,
  ...backupFields,
  ...databaseFields,
  ...monitoringFields,
  ...retentionFields,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_RULE)
    .transform(Number)
    .refine((port) => port <= 65_535, PORT_RULE)
    .default(3000),
  PROCESSES: z
    .string()
    .regex(/^[1-9]\d?$/, PROCESSES_RULE)
    .transform(Number)
    .refine((count) => count <= MAX_PROCESSES, PROCESSES_RULE)
    .default(1),
  DRAIN_SECONDS: seconds(60).default(5),
  STALE_WHILE_AWAY_SECONDS: seconds(3600).default(60),
  REAPPLY_DEFINITIONS: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a name or an address of this machine, like 127.0.0.1')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: urlOf('https://shop.example')
    .refine(
      (text) => /^[^:]+:\/\/[^/?#]+\/?$/.test(text),
      'must be an address without a path, like https://shop.example',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => parseTrustedProxies(text) !== null,
      'must list addresses and networks of your proxies, like 10.0.0.5, 192.168.1.0/24 or fd00::/8',
    )
    .transform((text) => parseTrustedProxies(text)!)
    .default([...LOOPBACK_NETWORKS]),
  FORWARDED_HEADER: z
    .string()
    .toLowerCase()
    .pipe(z.enum(FORWARDED_HEADERS, 'must be X-Forwarded-For or Forwarded'))
    .default('x-forwarded-for'),
  ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .transform((text) => text.toLowerCase())
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .superRefine((password, { addIssue }) => {
      const problem = administratorPasswordProblem(password)
      if (problem) addIssue(problem)
    })
    .optional(),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  ACCEPT_DATA_LOSS: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  SMTP_URL: urlOf('smtps://user:password@host:465', ['smtp:', 'smtps:']).optional(),
  REQUIRE_VERIFIED_EMAIL: z.enum(['true', 'false'], 'must be true or false').default('false'),
  SESSION_SECRET: z
    .string()
    .refine(isSecretLongEnough, `must have at least ${SECRET_MIN_BYTES} characters, without counting spaces`)
    .optional(),
  S3_ENDPOINT: urlOf('https://s3.eu-west-2.amazonaws.com')
    .refine(
      isWithoutSecrets,
      'must be an address alone: the bucket, the keys and the region have settings of their own',
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^(?!\.+$)[\w.-]{3,63}$/, 'must be the name of a bucket, like shop-pictures')
    .optional(),
  S3_ACCESS_KEY: s3Key,
  S3_SECRET_KEY: s3Key,
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be a region, like eu-west-2, or auto')
    .optional(),
  SHOP_NAME: optionalText(MAX_IDENTITY_LENGTHS.name),
  SHOP_COMPANY: optionalText(MAX_IDENTITY_LENGTHS.company),
  SHOP_ADDRESS: optionalText(MAX_IDENTITY_LENGTHS.address),
  SHOP_PHONE: optionalText(MAX_IDENTITY_LENGTHS.phone),
  SHOP_COMPANY_NUMBER: normalised(
    companyNumber,
    'must be the eight characters of Companies House, like 01234567 or SC123456',
  ),
  SHOP_PLACE_OF_REGISTRATION: z
    .string()
    .trim()
    .pipe(z.enum(PLACES_OF_REGISTRATION, `must be one of ${PLACES_OF_REGISTRATION.join(', ')}`))
    .optional(),
  SHOP_VAT_NUMBER: normalised(
    vatNumber,
    'must be the number that HMRC gave you, like GB 123 4567 82; leave it out if you are not registered',
  ),
  SHOP_EMAIL: z.email('must be an e-mail address').optional(),
  SHOP_INSTAGRAM: urlOf('https://instagram.com/shop').optional(),
  SHOP_FACEBOOK: urlOf('https://facebook.com/shop').optional(),
  SHOP_YOUTUBE: urlOf('https://youtube.com/@shop').optional(),
})
type ParsedSettings = z.infer<typeof settingsForm>
export const SETTING_NAMES = Object.keys(settingsForm.shape)

/** Otherwise no administrator could sign in, or invented data would be shown with a real company. */
const REQUIRED_TOGETHER: [string, string[]][] = [
  ['ADMIN_EMAIL', ['ADMIN_PASSWORD']],
  ['ADMIN_PASSWORD', ['ADMIN_EMAIL']],
  ['DATABASE_MIGRATION_URL', ['DATABASE_URL']],
  ['SHOP_COMPANY', ['SHOP_ADDRESS', 'SHOP_PHONE', 'SHOP_EMAIL']],
  ['SHOP_COMPANY_NUMBER', ['SHOP_COMPANY']],
  ['SHOP_PLACE_OF_REGISTRATION', ['SHOP_COMPANY']],
  ['SHOP_VAT_NUMBER', ['SHOP_COMPANY']],
]
const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION']

/** An empty variable counts as not set. Reports all problems together, one sentence each. */
export function readSettings(
  env: Record<string, string | undefined>,
): Done<Settings> | Refused<InvalidSettings> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = settingsForm.safeParse(set)
  const problems = new Map<string, string>()
  for (const { path, message } of read.error?.issues ?? []) {
    const name = String(path[0])
    const isSecret = SECRET_SETTINGS.has(name) || /:\/\/[^/]*@/.test(set[name] ?? '')
    const shownValue = isSecret ? '' : ` (it is '${set[name]}')`
    if (!problems.has(name)) problems.set(name, `${name} ${message}${shownValue}.`)
  }
  for (const [given, needed] of REQUIRED_TOGETHER) {
    for (const name of needed) {
      if (set[given] && !set[name]) problems.set(name, `${name} must be set too when ${given} is.`)
    }
  }
  const { ADMIN_PASSWORD: password, ADMIN_EMAIL: email } = read.data ?? {}
  const passwordProblem = password ? administratorPasswordProblem(password, email) : null
  if (passwordProblem) problems.set('ADMIN_PASSWORD', `ADMIN_PASSWORD ${passwordProblem}.`)
  const poolerProblem = findPoolerProblem(set)
  if (poolerProblem) problems.set('DATABASE_URL', poolerProblem)
  const missing = S3.filter((name) => !set[name])
  if (missing.length > 0 && missing.length < S3.length) {
    problems.set(
      'S3',
      `${missing.join(', ')} must be set too: pictures are kept in an S3 store with all of ${S3.join(', ')}, in DATA_DIR with none.`,
    )
  }
  if (read.data?.BACKUP_DIR?.startsWith('s3://') && !read.data.S3_ENDPOINT)
    problems.set('BACKUP_DIR', `BACKUP_DIR names a bucket, so all of ${S3.join(', ')} must be set too.`)
  for (const name of Object.keys(set)) {
    const removed = removedSettingProblem(name, set[name])
    if (removed) problems.set(name, removed)
    const meant = findMeantSetting(name, SETTING_NAMES)
    if (meant)
      problems.set(
        name,
        `${name} is no setting of the shop. If ${meant} is meant, correct the name; otherwise take it out of the environment of the shop.`,
      )
  }
  if (!read.success || problems.size > 0)
    return refused('settings-wrong', { problems: [...problems.values()] })
  return done(settingsFrom(read.data))
}

function settingsFrom(parsed: ParsedSettings): Settings {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = parsed
  const identitySettings = identitySettingsFrom(parsed)
  const identity = createIdentity(identitySettings)
  return {
    port: parsed.PORT,
    processes: parsed.PROCESSES,
    drainSeconds: parsed.DRAIN_SECONDS,
    staleWhileAwaySeconds: parsed.STALE_WHILE_AWAY_SECONDS,
    reappliesDefinitions: parsed.REAPPLY_DEFINITIONS === 'yes',
    host: parsed.HOST ?? null,
    dataDirectory: parsed.DATA_DIR,
    databaseUrl: parsed.DATABASE_URL ?? null,
    databaseMigrationUrl: parsed.DATABASE_MIGRATION_URL ?? null,
    publicUrl: parsed.PUBLIC_URL ?? null,
    trustedProxies: parsed.TRUSTED_PROXIES,
    forwardedHeader: parsed.FORWARDED_HEADER,
    administrator: email && password ? { email, password } : null,
    // A real shop gets demo products only on request.
    loadsDemo: parsed.DEMO ? parsed.DEMO === 'on' : hasInventedCompany(identity),
    isDemoExplicit: parsed.DEMO !== undefined,
    acceptsDataLoss: parsed.ACCEPT_DATA_LOSS === 'yes',
    smtpUrl: parsed.SMTP_URL ?? null,
    requireVerifiedEmail: parsed.REQUIRE_VERIFIED_EMAIL === 'true',
    sessionSecret: parsed.SESSION_SECRET ?? null,
    s3: s3From(parsed),
    identity,
    identitySettings,
    orderLimits: orderLimitsFrom(parsed),
    backup: backupSettingsFrom(parsed),
    log: logSettingsFrom(parsed),
    metrics: metricsSettingsFrom(parsed),
    retention: retentionFrom(parsed),
  }
}

const identitySettingsFrom = (parsed: ParsedSettings): IdentitySettings => ({
  ...NO_IDENTITY_SETTINGS,
  name: parsed.SHOP_NAME ?? null,
  company: parsed.SHOP_COMPANY ?? null,
  company_number: parsed.SHOP_COMPANY_NUMBER ?? null,
  place_of_registration: parsed.SHOP_PLACE_OF_REGISTRATION ?? null,
  vat_number: parsed.SHOP_VAT_NUMBER ?? null,
  address: parsed.SHOP_ADDRESS ?? null,
  phone: parsed.SHOP_PHONE ?? null,
  email: parsed.SHOP_EMAIL ?? null,
  instagram: parsed.SHOP_INSTAGRAM ?? null,
  facebook: parsed.SHOP_FACEBOOK ?? null,
  youtube: parsed.SHOP_YOUTUBE ?? null,
})

function orderLimitsFrom(parsed: ParsedSettings): Partial<OrderLimits> {
  const set = ORDER_LIMITS.flatMap((limit) => {
    const value = parsed[environmentVariableName(limit)]
    return value === undefined ? [] : [[limit, value] as const]
  })
  return Object.fromEntries(set)
}

function s3From({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
  S3_REGION: region,
}: ParsedSettings) {
  return endpoint && bucket && accessKey && secretKey && region
    ? { endpoint, bucket, accessKey, secretKey, region }
    : null
}
