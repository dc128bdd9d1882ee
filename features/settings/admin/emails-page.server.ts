import { isMailKind, type MailKind } from '#features/mail/outbox/mail-kinds.ts'
import { outboxMessages } from '#features/mail/outbox/outbox-messages.ts'
import {
  previewEmail,
  sendSampleEmail,
  type EmailPreview,
} from '#features/mail/preview/preview-emails.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { CustomerEmails } from '#features/settings/owner-switches.ts'
import { customerEmailsForm } from '#features/settings/setting-forms.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { readSettings, saveCustomerEmails } from '#features/settings/settings.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adminAction, refuseUnsaved, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { settingsRefused } from '#features/settings/setting-refusals.server.ts'
import { testEmailRefused } from '#features/mail/outbox/outbox-refusals.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'

const toMailKind = (kind: string): MailKind => (isMailKind(kind) ? kind : 'order-confirmation')

export type CustomerEmailsView = { emails: CustomerEmails; version: number }
export type EmailsActionResult = ActionResult<
  { part: 'customer-emails' | 'test' },
  { part: 'customer-emails' | 'test'; current?: CustomerEmailsView }
>

type Handled = Promise<HandledAction<EmailsActionResult>>
const TEST = { part: 'test' } as const
const SWITCHES = { part: 'customer-emails' } as const

export const loader = adminLoader(
  async ({ shop, admin, query }): Promise<EmailPreview & { customer: CustomerEmailsView }> => {
    const kind = toMailKind(query.get('kind') ?? '')
    const [preview, customer] = await Promise.all([previewEmail(shop, admin, kind), readView(shop, admin)])
    return { ...preview, customer }
  },
)

async function readView(shop: ShopDependencies, admin: Admin): Promise<CustomerEmailsView> {
  const { switches, versions } = await readSettings(shop, admin)
  return { emails: switches.customer_emails, version: versions['customer_emails'] ?? 0 }
}

/** Status 400: unknown form, 409 (also: changed meanwhile) and 429 as for the dashboard's test email, 503: failure. */
export const action = adminAction<EmailsActionResult>({
  handle: async (form) => {
    if (form.intent === 'customer-emails') return saveEmails(form)
    return form.intent === 'test-email'
      ? sendTest(form)
      : withFields(refuseForm(400, { message: messages.badRequest }), TEST)
  },
  failure: 'a form about emails failed',
  answerFailure: ({ intent, submitted }) =>
    intent === 'customer-emails'
      ? withFields(refuseUnsaved({ submitted }), SWITCHES)
      : withFields(refuseForm(503, { message: outboxMessages.testFailed }), TEST),
})

async function sendTest({ shop, admin, submitted }: AdminForm): Handled {
  const sent = await sendSampleEmail(shop, admin, toMailKind(String(submitted.get('kind') ?? '')))
  return sent.ok
    ? withFields(acceptForm(outboxMessages.testAccepted(shop.mail.route, sent.value.to)), TEST)
    : withFields(testEmailRefused(sent.refusal), TEST)
}

async function saveEmails({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, customerEmailsForm)
  if (!form.ok) return withFields(refuseForm(422, form), SWITCHES)
  const saved = await saveCustomerEmails(shop, admin, form.value)
  if (saved.ok) return withFields(acceptForm(settingMessages.customerEmailsSaved), SWITCHES)
  return withFields(settingsRefused(saved.refusal), {
    ...SWITCHES,
    values: form.values,
    ...(saved.refusal.code === 'changed-meanwhile' && { current: await readView(shop, admin) }),
  })
}
