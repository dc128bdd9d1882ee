import { addDays, londonDay } from '#shop/dates/dates.ts'
import { deliveryCharge } from '#shop/delivery/delivery-rates.ts'
import type { DeliverySettings } from '#shop/delivery/delivery-settings.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { MailKind } from '#features/mail/outbox/mail-kinds.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import {
  adminInvitationEmail,
  alreadyRegisteredEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  verifyAddressEmail,
} from '#features/mail/templates/account-emails.ts'
import { orderChangedEmail } from '#features/mail/templates/order-changed-email.ts'
import { sumPounds } from '#shop/money/money.ts'
import { orderConfirmationEmail } from '#features/mail/templates/order-confirmation-email.ts'
import { orderRefundedEmail } from '#features/mail/templates/order-refunded-email.ts'
import {
  orderCancellationReceivedEmail,
  orderCancelledEmail,
  orderDeliveredEmail,
  orderShippedEmail,
  type OrderUpdateEmailData,
} from '#features/mail/templates/order-update-emails.ts'
import { businessEnquiryEmail, feedbackEmail } from '#features/mail/templates/enquiry-emails.ts'
import { lowStockEmail, newOrderEmail, ownerDigestEmail } from '#features/mail/templates/owner-emails.ts'
import {
  ownPasswordChangedEmail,
  recoveryCodeUsedEmail,
  secondFactorOffEmail,
  secondFactorOnEmail,
} from '#features/mail/templates/security-notice-emails.ts'
import { productRecallEmail } from '#features/mail/templates/product-recall-email.ts'
import { stockAlertEmail } from '#features/mail/templates/stock-alert-email.ts'

type Sample = { to: string; now: Date; identity: ShopIdentity; publicUrl: string; delivery: DeliverySettings }

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000'
const SAMPLE_ITEMS_TOTAL = 13.45

function sampleOrder({ to, now, delivery }: Sample): OrderUpdateEmailData {
  const placed = new Date(now.getTime() - 3_600_000).toISOString()
  const rate = delivery.is_charged ? delivery.standard : null
  const charge = deliveryCharge(SAMPLE_ITEMS_TOTAL, rate, delivery.free_over)
  return {
    id: SAMPLE_ID,
    status: 'pending',
    created_at: placed,
    estimated_delivery: addDays(londonDay(now), 3),
    actual_delivery: now.toISOString(),
    carrier: 'royal-mail',
    tracking_number: 'AB123456789GB',
    payment_method: 'cod',
    total_amount: sumPounds([SAMPLE_ITEMS_TOTAL, charge]),
    delivery_service: 'standard',
    delivery_rate: rate,
    delivery_charge: charge,
    email: to,
    shipping_address: {
      full_name: 'Sam Sample',
      phone: '020 7946 0000',
      address: '1 Sample Street',
      post_code: 'SW1A 1AA',
      city: 'London',
      country: 'United Kingdom',
    },
    items: [
      {
        product_name: 'Sample mango pickle',
        net_weight: '300g',
        allergy_advice: 'Contains: MUSTARD. May contain sesame.',
        quantity: 2,
        price: 4.5,
        subtotal: 9,
      },
      {
        product_name: 'Sample black pepper',
        net_weight: '100g',
        allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
        quantity: 1,
        price: 4.45,
        subtotal: 4.45,
      },
    ],
  }
}

const sampleAccount = ({ to, now, publicUrl }: Sample) => ({
  full_name: 'Sam Sample',
  email: to,
  url: `${publicUrl}/`,
  changed_at: now.toISOString(),
})

/** A sample of each kind, with invented data. */
export const SAMPLE_EMAILS: Readonly<Record<MailKind, (sample: Sample) => EmailContent>> = {
  'order-confirmation': (sample) => orderConfirmationEmail(sampleOrder(sample), sample),
  'order-shipped': (sample) => orderShippedEmail(sampleOrder(sample), sample),
  'order-delivered': (sample) => orderDeliveredEmail(sampleOrder(sample), sample),
  'order-cancelled': (sample) =>
    orderCancelledEmail(
      sampleOrder(sample),
      {
        from_status: 'processing',
        customer_note: 'We are sorry: a jar broke while we packed it.',
        refunded_amount: 0,
      },
      sample,
    ),
  'order-cancellation-received': (sample) =>
    orderCancellationReceivedEmail(sampleOrder(sample), { cancelled_at: sample.now.toISOString() }, sample),
  'order-refunded': (sample) =>
    orderRefundedEmail(
      sampleOrder(sample),
      {
        amount: 4.5,
        method: 'bank-transfer',
        delivery_amount: 0,
        refunded_so_far: 4.5,
        lines: [
          { product_name: 'Sample mango pickle', net_weight: '300g', quantity: 1, price: 4.5, amount: 4.5 },
        ],
      },
      sample,
    ),
  'order-changed': (sample) =>
    orderChangedEmail(
      sampleOrder(sample),
      {
        items: [
          { product_id: SAMPLE_ID, name: 'Sample mango pickle', from: 0, to: 2 },
          { product_id: SAMPLE_ID, name: 'Sample black pepper', from: 3, to: 1 },
        ],
        address: { phone: { from: '020 7946 0001', to: '020 7946 0000' } },
        total_amount: { from: 13.35, to: 13.45 },
      },
      sample,
    ),
  'stock-alert': (sample) =>
    stockAlertEmail(
      {
        name: 'Sample mango pickle',
        slug: 'sample-mango-pickle',
        price: 4.5,
        net_weight: '300g',
        isInStock: true,
        email: sample.to,
        stop_token: SAMPLE_ID,
        queued_at: sample.now,
      },
      sample,
    ),
  'product-recall': (sample) =>
    productRecallEmail(
      {
        product_name: 'Sample mango pickle',
        net_weight: '300g',
        customer_text:
          'It may contain mustard that is not on the label. Please do not eat it if you avoid mustard.\n\nThrow it away or keep it for us.',
        batches: [
          {
            id: SAMPLE_ID,
            is_unrecorded: false,
            batch_number: 'MP-2611',
            best_before: londonDay(sample.now),
          },
        ],
        order_ids: [SAMPLE_ID],
        not_sent: [],
        not_paid: [],
        not_recorded: [],
      },
      sample.to,
      sample,
    ),
  'verify-email': (sample) => verifyAddressEmail(sampleAccount(sample), sample),
  'already-registered': (sample) => alreadyRegisteredEmail(sampleAccount(sample), sample),
  'reset-password': (sample) => resetPasswordEmail(sampleAccount(sample), sample),
  'admin-invitation': (sample) => adminInvitationEmail({ ...sampleAccount(sample), role: 'packer' }, sample),
  'password-changed': (sample) => passwordChangedEmail(sampleAccount(sample), sample),
  'own-password-changed': (sample) => ownPasswordChangedEmail(sampleAccount(sample), sample),
  'second-factor-on': (sample) => secondFactorOnEmail(sampleAccount(sample), sample),
  'second-factor-off': (sample) => secondFactorOffEmail(sampleAccount(sample), sample),
  'recovery-code-used': (sample) => recoveryCodeUsedEmail(sampleAccount(sample), sample),
  'owner-new-order': (sample) => newOrderEmail(sampleOrder(sample), sample),
  'owner-daily-digest': (sample) =>
    ownerDigestEmail(
      {
        day: londonDay(sample.now),
        delivery: 0,
        overdue: 1,
        due: 6,
        later: 2,
        placed: 8,
        sales: 143.6,
        failed_emails: 1,
        low_stock: 1,
        low_stock_products: [{ name: 'Sample mango pickle', net_weight: '300g', stock: 4 }],
      },
      sample.to,
      sample,
    ),
  'owner-low-stock': (sample) =>
    lowStockEmail(
      { id: SAMPLE_ID, name: 'Sample mango pickle', net_weight: '300g', stock: 9 },
      10,
      sample.to,
      sample,
    ),
  'owner-feedback': ({ to }) =>
    feedbackEmail(
      { name: 'Sam Sample', email: 'sam@example.com', rating: 4, feedback: 'The pickle bites. More of it!' },
      to,
    ),
  'owner-business-enquiry': ({ to }) =>
    businessEnquiryEmail(
      {
        businessName: 'Sample & Sons',
        contactName: 'Sam Sample',
        email: 'sam@example.com',
        phone: '020 7946 0000',
        businessType: 'restaurant',
        message: 'Ten jars of mango pickle a month, please.',
      },
      to,
    ),
}
