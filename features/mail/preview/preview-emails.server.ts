import { readEmailLogo } from '#features/content/shop-pictures.server.ts'
import type { MailKind } from '#features/mail/outbox/mail-kinds.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import { renderEmailHtml } from '#features/mail/rendering/email-html.ts'
import { renderEmailText } from '#features/mail/rendering/email-text.ts'
import { sendTestEmail } from '#features/mail/transport/test-email.server.ts'
import { requirePermission, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { SAMPLE_EMAILS } from './sample-emails.ts'

export type EmailPreview = { kind: MailKind; subject: string; html: string; text: string }

/** An email of this kind with invented data. */
export async function previewEmail(
  shop: ShopDependencies,
  admin: Admin,
  kind: MailKind,
): Promise<EmailPreview> {
  requirePermission(admin, 'settings.read')
  const content = sampleFor(shop, admin, kind)
  const logo = await readEmailLogo(shop)
  return {
    kind,
    subject: content.subject,
    html: renderEmailHtml(
      content,
      shop.identity,
      logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`,
    ),
    text: renderEmailText(content, shop.identity),
  }
}

/** Sends it to the administrator at once. Refused like {@link sendTestEmail}. */
export async function sendSampleEmail(shop: ShopDependencies, admin: Admin, kind: MailKind) {
  return sendTestEmail(shop, admin, sampleFor(shop, admin, kind))
}

function sampleFor(shop: ShopDependencies, admin: Admin, kind: MailKind): EmailContent {
  const { identity, publicUrl, delivery } = shop
  const content = SAMPLE_EMAILS[kind]({ to: admin.email, now: shop.clock(), identity, publicUrl, delivery })
  return { ...content, to: { name: '', address: admin.email } }
}
