import { setTimeout as pause } from 'node:timers/promises'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  startRejectingMailServer,
  readAllLogs,
  provokeFailures,
  findMarkedPersonalData,
} from '#tests/fixtures/shops/failures-with-personal-data.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import {
  createCheckoutForm,
  placeOrderOverHttp,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, signInAsAdmin, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { shortId } from '#features/orders/order.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const MAIL_TIMEOUT_MS = 30_000
const ORDERS_TO_UNVERIFIED_ADDRESS = 20
const LINK: FormFields = {
  full_name: 'Win at https://prize.example',
  address: '1 Lane\nhttps://prize.example',
  city: 'prize.example',
}
const CLICKABLE = /prize\.example|https:\/\/prize/

/** Held emails are not due, and those to others may be delayed: a changed order is announced after some minutes. */
async function waitForMailsTo(recipient: string, db: DatabaseClient) {
  const due = `select from outbox where sent_at is null and available_at < 'infinity' and recipient = $1`
  const until = Date.now() + MAIL_TIMEOUT_MS
  while (Date.now() < until && (await db.query(due, [recipient])).length > 0) await pause(50)
}

const unverified: ProofStep = {
  name: 'unverified',
  scenario: `${ORDERS_TO_UNVERIFIED_ADDRESS} orders at once with a stranger’s unconfirmed address and links in every field: three mails, nothing in them to click, and the rest once the address is confirmed`,
  async runProof(proofContext, checks) {
    const shop = await proofContext.shop()
    const [db, folder] = [await proofContext.db(), new MailFolder(shop.dataDir)]
    const product = await insertProduct(db, { name: 'Cannon Tea', price: 0.1, stock: 1_000_000 })
    let sent = 0
    for (let each = proofContext.times(100, 3); each > 0; each -= 1) {
      const unverifiedCustomer = await signInNewCustomer(shop.url)
      const answers = await Promise.all(
        Array.from({ length: ORDERS_TO_UNVERIFIED_ADDRESS }, () =>
          sendCheckout(
            unverifiedCustomer.copy(),
            createCheckoutForm([{ product: product, quantity: 1 }], LINK),
          ).catch(() => undefined),
        ),
      )
      const orders = answers.filter((answer) => answer?.placed).length
      await waitForMailsTo(unverifiedCustomer.email, db)
      const mails = folder.to('order-confirmation', unverifiedCustomer.email)
      checks.expect(orders > 3 && mails.length === 3, () => `${orders} orders, ${mails.length} mails`)
      for (const mail of mails) {
        const clickable = [mail.header('to'), mail.header('subject'), mail.text, mail.html]
          .map((text) => CLICKABLE.exec(text ?? '')?.[0])
          .filter(Boolean)
        checks.expect(clickable.length === 0, () => `${toShortJson(clickable)} can be clicked`)
        checks.expect(
          mail.text.includes('/verify-email?token='),
          () => 'the mail does not ask to confirm the address',
        )
      }
      await db.query('update accounts."user" set email_verified = true where email = $1', [
        unverifiedCustomer.email,
      ])
      await waitForMailsTo(unverifiedCustomer.email, db)
      const sentAfterwards = folder.to('order-confirmation', unverifiedCustomer.email).length
      checks.expect(
        sentAfterwards === orders,
        () => `once confirmed, ${sentAfterwards} mails of ${orders} orders`,
      )
      sent += sentAfterwards
    }
    return `${sent} mails in the end, three of each account before its address was confirmed`
  },
}

const cancelled: ProofStep = {
  name: 'cancelled',
  scenario:
    'the shop cancels, from the list or the order’s page, with an internal reason and a note for the customer: one email with the note and without the reason',
  async runProof(proofContext, checks) {
    const shop = await proofContext.shop()
    const [db, folder, owner] = [
      await proofContext.db(),
      new MailFolder(shop.dataDir),
      await signInAsAdmin(shop.url),
    ]
    const product = await insertProduct(db, { name: 'Cancelled Tea', price: 3, stock: 1_000_000 })
    const customers = await createSignedInCustomers(shop, proofContext.times(300, 4))
    await runConcurrently(4, customers, async (customer, index) => {
      const [bySelf, byShop] = [
        await placeOrderOverHttp(customer, [{ product: product, quantity: 1 }]),
        await placeOrderOverHttp(customer, [{ product: product, quantity: 1 }]),
      ]
      await customer.post('/profile/orders', { order_id: bySelf })
      const fields = {
        intent: 'cancel',
        order_id: byShop,
        expected_status: 'pending',
        reason: `secret-${index}`,
        customer_note: `We are sorry, ${index}.`,
      }
      const path = index % 2 === 0 ? '/admin/orders' : `/admin/orders/${byShop}`
      await Promise.all([owner.copy().post(path, fields), owner.copy().post(path, fields)])
      const mail = await folder.next('order-cancelled', customer.email).catch(() => undefined)
      const pages = (
        await Promise.all(
          ['/profile/orders', `/profile/orders/${byShop}`, `/profile/orders/${bySelf}`].map((page) =>
            customer.html(page),
          ),
        )
      ).join('\n')
      const mails = folder.to('order-cancelled', customer.email)
      const own = await folder.next('order-cancellation-received', customer.email).catch(() => undefined)
      const mentions = [
        mail?.text.includes(`We are sorry, ${index}.`),
        own?.text.includes(shortId(bySelf)),
        pages.includes('Cancelled by us'),
        pages.includes('Cancelled by you'),
        pages.includes(`We are sorry, ${index}.`),
      ]
      checks.expect(
        mails.length === 1 && mentions.every(Boolean),
        () => `${mails.length} mails, told ${toShortJson(mentions)}`,
      )
      checks.expect(
        ![pages, mail?.text, mail?.html].join('\n').includes(`secret-${index}`),
        () => 'the reason of the shop is shown to the customer',
      )
    })
    return `${customers.length} customers`
  },
}

const logged: ProofStep = {
  name: 'logged',
  scenario:
    'failed constraints, refused emails, missing tables, malformed URLs, forms and files with marked personal data: the log contains none of it',
  async runProof(proofContext, checks) {
    const mails = await startRejectingMailServer()
    try {
      const shop = await proofContext.open({ env: { SMTP_URL: mails.url, LOG_LEVEL: 'trace' } })
      const times = await provokeFailures(shop, mails)
      const all = readAllLogs(shop)
      checks.add(
        times,
        findMarkedPersonalData(all)
          .map((found) => `logged: ${found}`)
          .slice(0, 20),
      )
      checks.expect(
        all.includes('"code":"23514"') && all.includes('"responseCode":550'),
        () => 'what went wrong is not logged',
      )
      return `${all.split('\n').length} lines`
    } finally {
      mails.close()
    }
  },
}

const CLAIM = 'features/mail/sql/claim_emails.sql'
const CANCEL = 'features/orders/sql/cancel_order.sql'
const TEXT = 'features/mail/rendering/untrusted-text.ts'

export const mailAbuseSteps: readonly ProofStep[] = [unverified, cancelled, logged]
export const mailAbuseMutants: readonly Mutant[] = [
  {
    guard: 'an unverified address gets three confirmations',
    step: 'unverified',
    file: CLAIM,
    from: 'and not public.is_sent_unverified(o)',
    to: 'and false',
  },
  {
    guard: 'a name that looks like a link is not in an email header',
    step: 'unverified',
    file: TEXT,
    from: `return containsLink(line) || spellsLink(line) ? '' : line`,
    to: 'return line',
  },
  {
    guard: 'an address that looks like a link is not clickable',
    step: 'unverified',
    file: 'features/mail/templates/order-confirmation-email.ts',
    from: 'lines: lines.map(defuseLinks)',
    to: 'lines',
  },
  {
    guard: 'held emails are sent after the address is verified',
    step: 'unverified',
    file: 'features/mail/sql/release_held_emails.sql',
    from: `available_at = case when held.is_news then now() else 'infinity' end`,
    to: `available_at = 'infinity'`,
  },
  {
    guard: 'a cancellation queues an email',
    step: 'cancelled',
    file: CANCEL,
    from: 'and public.is_customer_email_on(v_email_kind)',
    to: 'and false',
  },
  {
    guard: 'the internal reason of a cancellation is not in the email',
    step: 'cancelled',
    file: CANCEL,
    from: `'customer_note', v_customer_note))`,
    to: `'customer_note', concat_ws(' ', v_customer_note, p_note)))`,
  },
  {
    guard: 'a failed constraint is logged without the values of the row',
    step: 'logged',
    file: 'app/start/logger.ts',
    from: 'error instanceof RepeatedError ? withoutStacks(serialiseError(error.error)) : serialiseError(error)',
    to: 'pino.stdSerializers.err(error as Error)',
  },
  {
    guard: 'a refused email is logged without its recipient',
    step: 'logged',
    file: 'app/start/logger.ts',
    from: 'error instanceof RepeatedError ? withoutStacks(serialiseError(error.error)) : serialiseError(error)',
    to: 'pino.stdSerializers.err(error as Error)',
  },
]
