import { z } from 'zod'
import { IDENTITY_LABELS } from '#shop/identity/identity-labels.ts'
import { MAX_IDENTITY_LENGTHS, type IdentityField } from '#shop/identity/identity-settings.ts'
import { companyNumber, PLACES_OF_REGISTRATION, vatNumber } from '#shop/identity/registration-numbers.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { versionField, versionNumber } from '#shop/text/number-fields.ts'
import { MIN_PHONE_DIGITS } from '#shop/constants.ts'
import { isWebAddress } from '#shop/text/web-address.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { DeliverySettings } from '#shop/delivery/delivery-settings.ts'
import {
  isSizeLimit,
  limitRule,
  ORDER_LIMITS,
  parseLimit,
  type OrderLimit,
  type OrderLimits,
} from '#shop/order-limits.ts'
import { eachOptionalEmail, MAX_LOW_STOCK_THRESHOLD } from './owner-switches.ts'
import { settingMessages } from './setting-messages.ts'

const line = (field: keyof typeof MAX_IDENTITY_LENGTHS) =>
  z
    .string({ error: missing(field) })
    .overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n')))
    .max(MAX_IDENTITY_LENGTHS[field], tooLongMessage(IDENTITY_LABELS[field], MAX_IDENTITY_LENGTHS[field]))
const missing = (field: IdentityField) => settingMessages.enter(WORDS[field] ?? IDENTITY_LABELS[field])
const WORDS: Partial<Record<IdentityField, string>> = {
  name: 'the name of the shop',
  company: 'the company, or your own name if you trade under it',
  phone: 'a phone number',
}
const requiredLine = (field: 'name' | 'company') => line(field).min(1, missing(field))
const emptyIsNull = (text: string) => text || null

/** Empty, or the result of `read`. */
const optionalNumber = (read: (typed: string) => string | null, message: string) =>
  z
    .string()
    .default('')
    .overwrite(trimWhiteSpace)
    .refine((typed) => typed === '' || read(typed) !== null, message)
    .transform((typed) => (typed === '' ? null : read(typed)))

const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(300)
const link = z
  .string()
  .default('')
  .overwrite(trimWhiteSpace)
  .refine(
    (text) => text === '' || (isWebAddress(text) && webAddress.safeParse(text).success),
    settingMessages.link,
  )
  .transform(emptyIsNull)

/** Street, city and country: the last two lines are the city and country of the manufacturer of new products. */
const ADDRESS_LINES = 3

const tick = z.string().optional().transform(Boolean)
const versions = z.object({ version: versionField })

const AMOUNT = /^\d{1,4}(\.\d{1,2})?$/
const amountText = (message: string) =>
  z.string({ error: message }).overwrite((text) => trimWhiteSpace(text).replace(/^£\s*/, ''))
const amountField = (message: string) => amountText(message).regex(AMOUNT, message).transform(Number)
const optionalAmountField = (message: string) =>
  amountText(message)
    .default('')
    .refine((text) => text === '' || AMOUNT.test(text), message)
    .transform((text) => (text === '' ? null : Number(text)))

/** The checkbox asks for confirmation, because this cannot be undone. */
export const removeDemonstrationForm = z.object({
  confirmed: z.literal('on', settingMessages.demonstrationConfirmMissing),
})

export const ownerEmailsForm = versions.extend({
  owner_address: z
    .string()
    .default('')
    .overwrite(trimWhiteSpace)
    .refine((text) => text === '' || z.email().safeParse(text).success, settingMessages.email)
    .transform(emptyIsNull),
  new_orders: tick,
  low_stock: tick,
  digest_hour: z
    .string()
    .default('')
    .refine((text) => text === '' || /^(\d|1\d|2[0-3])$/.test(text), settingMessages.digestHour)
    .transform((text) => (text === '' ? null : Number(text))),
})
export type OwnerEmailsForm = z.output<typeof ownerEmailsForm>

/** The rates must be valid even while they are waived, so that they can be switched on later. */
export const deliveryForm = versions
  .extend({
    is_charged: z.string().optional().transform(Boolean),
    standard_rate: amountField(settingMessages.deliveryRate),
    free_over: optionalAmountField(settingMessages.deliveryFreeOver),
    express_rate: optionalAmountField(settingMessages.deliveryExpressRate),
    cut_off_hour: z
      .string({ error: settingMessages.cutOffHour })
      .regex(/^([1-9]|1\d|2[0-3])$/, settingMessages.cutOffHour)
      .transform(Number),
  })
  .transform(
    ({ version, is_charged, standard_rate: standard, free_over, express_rate: express, cut_off_hour }) => ({
      version,
      delivery: { is_charged, standard, free_over, express, cut_off_hour } satisfies DeliverySettings,
    }),
  )
export type DeliveryForm = z.output<typeof deliveryForm>

export const customerEmailsForm = versions
  .extend(eachOptionalEmail(() => tick))
  .transform(({ version, ...customer_emails }) => ({ version, customer_emails }))
export type CustomerEmailsForm = z.output<typeof customerEmailsForm>

const isThreshold = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= MAX_LOW_STOCK_THRESHOLD
export const lowStockForm = versions.extend({
  low_stock_threshold: z
    .string({ error: settingMessages.lowStockThresholdRule })
    .overwrite(trimWhiteSpace)
    .refine(isThreshold, settingMessages.lowStockThresholdRule)
    .transform(Number),
})
export type LowStockForm = z.output<typeof lowStockForm>

export const enquiriesForm = versions.extend({ enquiries_by_email: tick })
export type EnquiriesForm = z.output<typeof enquiriesForm>

export const firstStepsForm = versions.extend({ first_steps_shown: tick, has_backup: tick })
export type FirstStepsForm = z.output<typeof firstStepsForm>

export const ownersSecondFactorForm = versions.extend({ owners_need_second_factor: tick })
export type OwnersSecondFactorForm = z.output<typeof ownersSecondFactorForm>

export const identityForm = versions.extend({
  name: requiredLine('name'),
  tagline: line('tagline').default('').transform(emptyIsNull),
  company: requiredLine('company'),
  company_number: optionalNumber(companyNumber, settingMessages.companyNumber),
  place_of_registration: z
    .enum(['', ...PLACES_OF_REGISTRATION], settingMessages.placeOfRegistration)
    .default('')
    .transform(emptyIsNull),
  vat_number: optionalNumber(vatNumber, settingMessages.vatNumber),
  address: line('address').refine(
    (text) => text.split(/[,\n]/).filter((part) => trimWhiteSpace(part) !== '').length >= ADDRESS_LINES,
    settingMessages.address,
  ),
  phone: line('phone').refine(
    (text) => text.replace(/\D/g, '').length >= MIN_PHONE_DIGITS,
    settingMessages.phone,
  ),
  email: z
    .string({ error: settingMessages.email })
    .overwrite(trimWhiteSpace)
    .pipe(z.email(settingMessages.email)),
  instagram: link,
  facebook: link,
  youtube: link,
})
export type IdentityForm = z.output<typeof identityForm>

function limitField(limit: OrderLimit) {
  const rule = `Enter ${limitRule(limit)}${isSizeLimit(limit) ? ', or leave it empty' : ''}`
  return z.string({ error: rule }).transform((typed, { addIssue }) => {
    const value = parseLimit(limit, trimWhiteSpace(typed).replace(/^£\s*/, ''))
    if (value !== null) return value
    addIssue(rule)
    return z.NEVER
  })
}

/** `versions`: those of the settings when the form was opened, as JSON. */
export const limitsForm = z
  .object(
    Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, limitField(limit)])) as Record<
      OrderLimit,
      ReturnType<typeof limitField>
    >,
  )
  .extend({
    versions: z.string().transform((text, { addIssue }) => {
      try {
        return z.record(z.enum(ORDER_LIMITS), versionNumber).parse(JSON.parse(text))
      } catch {
        addIssue('versions')
        return z.NEVER
      }
    }),
  })
  .transform(({ versions: limitVersions, ...limits }) => ({
    limits: limits satisfies OrderLimits,
    versions: limitVersions,
  }))
export type LimitsForm = z.output<typeof limitsForm>
