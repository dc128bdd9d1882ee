import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { isMailKind, type MailKind } from '#shop/mail/outbox/mail-kinds.ts'
import { outboxMessages } from '#shop/mail/outbox/outbox-messages.ts'
import { previewEmail, sendSampleEmail, type EmailPreview } from '#shop/mail/preview/preview-emails.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied } from '#shop/permissions.ts'
import { testEmailRefused } from '#web/forms/refusal-answers.server.ts'
import { acceptForm, refuseForm, respond } from '#web/forms/respond.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'

const toMailKind = (kind: string): MailKind => (isMailKind(kind) ? kind : 'order-confirmation')

export function loader({ request, context }: LoaderFunctionArgs): Promise<EmailPreview> {
  const admin = requireAdmin(context, request)
  const kind = toMailKind(new URL(request.url).searchParams.get('kind') ?? '')
  return previewEmail(context.get(shopContext), admin, kind)
}

/** Status 409 and 429 as for the test email of the dashboard, 503: failure. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const form = await request.formData()
  const kind = toMailKind(String(form.get('kind') ?? ''))
  try {
    const sent = await sendSampleEmail(shop, admin, kind)
    return respond(
      context,
      sent.ok
        ? acceptForm(outboxMessages.testAccepted(shop.mail.route, sent.value.to))
        : testEmailRefused(sent.refusal),
    )
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'a sample email could not be sent')
    return respond(context, refuseForm(503, { message: messages.anErrorOccurred }))
  }
}
