import { findDemonstration, removeDemonstration } from '#features/catalogue/demo/demo-products.server.ts'
import { hasInventedCompany } from '#shop/identity/shop-identity.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import {
  enquiriesForm,
  firstStepsForm,
  deliveryForm,
  identityForm,
  limitsForm,
  lowStockForm,
  ownerEmailsForm,
  removeDemonstrationForm,
} from '#features/settings/setting-forms.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import {
  readSettings,
  saveEnquiriesByEmail,
  saveFirstSteps,
  saveDelivery,
  saveIdentity,
  saveLowStockThreshold,
  saveOrderLimits,
  saveOwnerEmails,
} from '#features/settings/settings.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adminAction, refuseUnsaved, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { settingsRefused } from '#features/settings/setting-refusals.server.ts'
import { refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { SETTINGS_PARTS, toSettingsView, type SettingsPart, type SettingsView } from './settings-view.ts'

/** `current`: what another administrator has saved meanwhile. */
export type SettingsActionResult = ActionResult<
  { part: SettingsPart },
  { part?: SettingsPart; current?: SettingsView }
>
type Handled = Promise<HandledAction<SettingsActionResult>>

export const loader = adminLoader(({ shop, admin }) => readView(shop, admin))

async function readView(shop: ShopDependencies, admin: Admin): Promise<SettingsView> {
  const [stored, demonstration] = await Promise.all([
    readSettings(shop, admin),
    findDemonstration(shop, admin),
  ])
  return toSettingsView(
    stored,
    shop.identity,
    hasInventedCompany(shop.identity),
    demonstration,
    shop.retention,
  )
}

/** Status 400: unknown form, 409: changed meanwhile, 422: invalid fields, 503: database failure. */
export const action = adminAction<SettingsActionResult>({
  handle: handleSettingsAction,
  failure: 'settings could not be saved',
  answerFailure: ({ intent, submitted }) =>
    withFields(refuseUnsaved({ submitted }), { part: SETTINGS_PARTS.find((part) => part === intent) }),
})

async function handleSettingsAction({ shop, admin, submitted, intent }: AdminForm): Handled {
  switch (intent) {
    case 'identity': {
      const form = await readForm(submitted, identityForm)
      return form.ok
        ? answer(await saveIdentity(shop, admin, form.value), 'identity', form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: 'identity' as const })
    }
    case 'emails': {
      const form = await readForm(submitted, ownerEmailsForm)
      return form.ok
        ? answer(await saveOwnerEmails(shop, admin, form.value), 'emails', form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: 'emails' as const })
    }
    case 'delivery': {
      const form = await readForm(submitted, deliveryForm)
      return form.ok
        ? answer(await saveDelivery(shop, admin, form.value), 'delivery', form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: 'delivery' as const })
    }
    case 'limits': {
      const form = await readForm(submitted, limitsForm)
      return form.ok
        ? answer(await saveOrderLimits(shop, admin, form.value), 'limits', form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: 'limits' as const })
    }
    case 'low-stock': {
      const form = await readForm(submitted, lowStockForm)
      return form.ok
        ? answer(await saveLowStockThreshold(shop, admin, form.value), intent, form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: intent })
    }
    case 'enquiries': {
      const form = await readForm(submitted, enquiriesForm)
      return form.ok
        ? answer(await saveEnquiriesByEmail(shop, admin, form.value), intent, form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: intent })
    }
    case 'first-steps': {
      const form = await readForm(submitted, firstStepsForm)
      return form.ok
        ? answer(await saveFirstSteps(shop, admin, form.value), intent, form.values, { shop, admin })
        : withFields(refuseForm(422, form), { part: intent })
    }
    case 'remove-demonstration': {
      const part = 'demonstration' as const
      const form = await readForm(submitted, removeDemonstrationForm)
      if (!form.ok) return withFields(refuseForm(422, form), { part })
      const removed = await removeDemonstration(shop, admin)
      if (!removed.ok) return withFields(settingsRefused(removed.refusal), { part })
      const message = settingMessages.demonstrationRemoved(removed.value)
      return { status: 200, actionResult: { kind: 'done', message, part } }
    }
    default:
      return refuseForm(400, { message: messages.badRequest })
  }
}

const savedMessages: Partial<Record<SettingsPart, string>> = {
  emails: settingMessages.emailsSaved,
  'low-stock': settingMessages.lowStockSaved,
  'first-steps': settingMessages.firstStepsSaved,
}

async function answer(
  saved: Awaited<ReturnType<typeof saveIdentity>>,
  part: SettingsPart,
  values: Record<string, string>,
  { shop, admin }: { shop: ShopDependencies; admin: Admin },
): Handled {
  if (saved.ok)
    return {
      status: 200,
      actionResult: { kind: 'done', message: savedMessages[part] ?? settingMessages.saved, part },
    }
  return withFields(settingsRefused(saved.refusal), {
    part,
    values,
    ...(saved.refusal.code === 'changed-meanwhile' && { current: await readView(shop, admin) }),
  })
}
