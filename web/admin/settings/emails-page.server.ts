import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { isMailKind, type MailKind } from '#shop/mail/outbox/mail-kinds.ts'
import { outboxMessages } from '#shop/mail/outbox/outbox-messages.ts'
import { previewEmail, sendSampleEmail, type EmailPreview } from '#shop/mail/preview/preview-emails.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { CustomerEmails } from '#shop/settings/owner-switches.ts'
import { customerEmailsForm } from '#shop/settings/setting-forms.ts'
import { settingMessages } from '#shop/settings/setting-messages.ts'
import { readSettings, saveCustomerEmails } from '#shop/settings/settings.server.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { ActionResult } from '#web/forms/action-result.ts'
import { formTexts, readForm, readIntent } from '#web/forms/read-form.server.ts'
import { settingsRefused, testEmailRefused } from '#web/forms/refusal-answers.server.ts'
import { acceptForm, refuseForm, respond, withFields, type HandledAction } from '#web/forms/respond.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'

const toMailKind = (kind: string): MailKind => (isMailKind(kind) ? kind : 'order-confirmation')

export type CustomerEmailsView = { emails: CustomerEmails; version: number }
export type EmailsActionResult = ActionResult<
  { part: 'customer-emails' | 'test' },
  { part: 'customer-emails' | 'test'; current?: CustomerEmailsView }
>

const TEST = { part: 'test' } as const
const SWITCHES = { part: 'customer-emails' } as const

export async function loader({
  request,
  context,
}: LoaderFunctionArgs): Promise<EmailPreview & { customer: CustomerEmailsView }> {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const kind = toMailKind(new URL(request.url).searchParams.get('kind') ?? '')
  const [preview, customer] = await Promise.all([previewEmail(shop, admin, kind), readView(shop, admin)])
  return { ...preview, customer }
}

async function readView(shop: ShopDependencies, admin: Admin): Promise<CustomerEmailsView> {
  const { switches, versions } = await readSettings(shop, admin)
  return { emails: switches.customer_emails, version: versions['customer_emails'] ?? 0 }
}

/** Status 400: unknown form, 409 (also: changed meanwhile) and 429 as for the test email of the dashboard, 503: failure. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const form = await request.formData()
  const intent = readIntent(form)
  if (intent === 'customer-emails') {
    const saved = await saveEmails(shop, admin, form).catch((error: unknown) => {
      if (error instanceof PermissionDenied) throw error
      shop.log.error({ error }, 'the emails to customers could not be saved')
      return withFields(
        refuseForm(503, { message: messages.anErrorOccurred, values: formTexts(form) }),
        SWITCHES,
      )
    })
    return respond<EmailsActionResult>(context, saved)
  }
  if (intent !== 'test-email')
    return respond<EmailsActionResult>(
      context,
      withFields(refuseForm(400, { message: messages.badRequest }), TEST),
    )
  const kind = toMailKind(String(form.get('kind') ?? ''))
  try {
    const sent = await sendSampleEmail(shop, admin, kind)
    return respond<EmailsActionResult>(
      context,
      sent.ok
        ? withFields(acceptForm(outboxMessages.testAccepted(shop.mail.route, sent.value.to)), TEST)
        : withFields(testEmailRefused(sent.refusal), TEST),
    )
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'a sample email could not be sent')
    const failed = refuseForm(503, { message: messages.anErrorOccurred })
    return respond<EmailsActionResult>(context, withFields(failed, TEST))
  }
}

async function saveEmails(
  shop: ShopDependencies,
  admin: Admin,
  submitted: FormData,
): Promise<HandledAction<EmailsActionResult>> {
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
