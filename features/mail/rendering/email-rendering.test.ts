import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESET_SECONDS, VERIFICATION_SECONDS } from '#features/accounts/better-auth.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { neutralBrandMark } from '#shop/identity/brand-mark.ts'
import { parseEml } from '#tests/fixtures/mails/parse-eml.ts'
import {
  alreadyRegisteredEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  verifyAddressEmail,
} from '#features/mail/templates/account-emails.ts'
import {
  ownPasswordChangedEmail,
  recoveryCodeUsedEmail,
  secondFactorOffEmail,
  secondFactorOnEmail,
} from '#features/mail/templates/security-notice-emails.ts'
import { emlFileName, folderMailTransport } from '#features/mail/transport/folder-mail-transport.server.ts'
import { renderEmailHtml } from './email-html.ts'
import { renderEmailText } from './email-text.ts'
import type { EmailContent } from './email-content.ts'
import {
  withVerificationRequest,
  orderCancellationReceivedEmail,
  orderCancelledEmail,
  orderDeliveredEmail,
  orderShippedEmail,
  type OrderUpdateEmailData,
} from '#features/mail/templates/order-update-emails.ts'
import { newOrderEmail, ownerDigestEmail, type OwnerDigest } from '#features/mail/templates/owner-emails.ts'
import { orderConfirmationEmail } from '#features/mail/templates/order-confirmation-email.ts'
import type { OrderEmailData } from '#features/mail/templates/order-confirmation-email.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ninth-bend-mail-'))))
afterAll(() => rm(folder, { recursive: true }))

const from = { identity: demonstrationIdentity, publicUrl: 'https://shop.example' }
const untracked = { carrier: null, tracking_number: null }
const order: OrderEmailData = {
  id: '3f2a91bc-0000-4000-8000-000000000001',
  status: 'pending',
  created_at: '2026-06-21T13:05:00.25Z',
  estimated_delivery: '2026-06-24',
  payment_method: 'cod',
  total_amount: 17.45,
  delivery_service: 'standard',
  delivery_rate: null,
  delivery_charge: 0,
  email: 'priya@shopper.example',
  shipping_address: {
    full_name: 'Priya Nair',
    phone: '020 7946 0100',
    address: '12 Ghat Road\nFlat 3',
    post_code: 'SW1A 1AA',
    city: 'London',
    country: 'United Kingdom',
  },
  items: [
    {
      product_name: 'Wayanad Forest Honey',
      net_weight: '340g',
      allergy_advice: 'Not for infants under 12 months.',
      quantity: 2,
      price: 7.25,
      subtotal: 14.5,
    },
    {
      product_name: 'Kerala Mixture',
      net_weight: null,
      allergy_advice: null,
      quantity: 1,
      price: 2.95,
      subtotal: 2.95,
    },
  ],
}
const account = {
  full_name: 'Priya Nair',
  email: 'priya@shopper.example',
  url: 'https://shop.example/verify-email?token=abc.def-1&next=2',
}

async function renderAndParse(
  content: EmailContent,
  messageId = `<test.${crypto.randomUUID()}@shop.example>`,
) {
  const lines: string[] = []
  const log = { info: (_: unknown, line: string) => void lines.push(line) } as never
  const mail = { kind: 'test', content, messageId, date: new Date('2026-06-21T13:05:01Z') }
  await folderMailTransport({ folder, identity: demonstrationIdentity, log }).send(
    mail,
    AbortSignal.timeout(5000),
  )
  expect(lines).toEqual(['Mail written: test'])
  return parseEml(await readFile(join(folder, emlFileName(mail))))
}
const readable = (html: string) =>
  html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&times;', 'x')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

describe('MAIL-7 The order confirmation', () => {
  test('MAIL-7 text and HTML have items, prices, total, address, payment, delivery, seller and how to cancel', async () => {
    const mail = await renderAndParse(orderConfirmationEmail(order, from))
    expect(mail.header('subject')).toBe('Your Ninth Bend order 3F2A91BC')
    expect(mail.header('to')).toBe('Priya Nair <priya@shopper.example>')
    expect(mail.header('from')).toBe('Ninth Bend <hello@ninthbend.example>')
    for (const content of [mail.text.replace(/\s*\n>?\s*/g, ' '), readable(mail.html)]) {
      for (const fact of [
        '3F2A91BC',
        '21 June 2026, 2:05 pm',
        'Wednesday 24 June',
        'Cash / Card on Delivery',
        'Wayanad Forest Honey, 340g',
        '2 x',
        '£7.25',
        '£14.50',
        'Kerala Mixture',
        '£2.95',
        '£17.45',
        'Allergy advice: Not for infants under 12 months.',
        'Delivery',
        'no extra charge',
        'VAT, where it is due',
        'included',
        '12 Ghat Road',
        'Flat 3',
        'SW1A 1AA',
        'https://shop.example/profile/orders/3f2a91bc-0000-4000-8000-000000000001',
        'You pay the postage',
        'Ninth Bend Foods Ltd',
        '9 Peppercorn Yard, London, United Kingdom',
        '020 7946 0123',
        'hello@ninthbend.example',
        '14 days',
        'You may use the form below',
        'I give notice that I cancel my contract of sale',
        'This does not affect your statutory rights',
        'demonstration shop',
      ]) {
        expect(content.replace(/ ,/g, ',')).toContain(fact)
      }
    }
  })

  test.each([
    ['pending', 'We have your order and will pack it next.'],
    ['processing', 'This message confirms your order'],
    ['delivered', 'This message confirms your order'],
    ['cancelled', 'This message confirms your order'],
  ] as const)('of an order that is %s when it is written: %s', async (status, words) => {
    const { text } = await renderAndParse(orderConfirmationEmail({ ...order, status }, from))
    expect(text).toContain(words)
    expect(text.includes('pack it next')).toBe(status === 'pending')
  })

  test('the text has at most 78 columns and ends with the seller', async () => {
    const { text } = await renderAndParse(orderConfirmationEmail(order, from))
    expect(text.split('\n').filter((line) => line.trim().length > 78)).toEqual([])
    expect(text).toContain('\n-- \nNinth Bend is a trading name of Ninth Bend Foods Ltd\n')
  })

  test('has no remote content', async () => {
    const { html } = await renderAndParse(orderConfirmationEmail(order, from))
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=/i)
    expect(html).toContain('prefers-color-scheme: dark')
  })

  test('MAIL-8 untrusted text never becomes markup, a header or another recipient', async () => {
    const injection = `<img src=x onerror=alert(1)>"'&`
    const mail = await renderAndParse(
      orderConfirmationEmail(
        {
          ...order,
          shipping_address: {
            ...order.shipping_address,
            full_name: `Eve\r\nBcc: victim@example.com\r\n\r\n${injection}`,
            city: injection,
          },
          items: [
            { ...order.items[0]!, product_name: injection, allergy_advice: injection, net_weight: injection },
          ],
        },
        from,
      ),
    )
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.headers.get('to')).toHaveLength(1)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(mail.text).toContain(injection)
  })

  test('text that looks like a link is not clickable and not in headers, in text and HTML', async () => {
    const link = 'https://evil.example/pay me@evil.example www.evil.example'
    const { post_code, phone } = order.shipping_address
    const typed = {
      full_name: `Asha ${link}`,
      phone: `${phone} ${link}`,
      address: `1 Lane\n${link}`,
      post_code,
      city: 'evil.example',
      country: link,
    }
    const unsafe: OrderUpdateEmailData = {
      ...order,
      shipping_address: typed,
      actual_delivery: '2026-06-24T10:00:00Z',
      ...untracked,
    }
    const verify = (content: EmailContent) =>
      withVerificationRequest(content, 'order-confirmation', account.url, from)
    for (const content of [
      orderConfirmationEmail(unsafe, from),
      verify(orderConfirmationEmail(unsafe, from)),
      orderShippedEmail(unsafe, from),
      orderDeliveredEmail(unsafe, from),
      orderCancelledEmail(unsafe, { from_status: 'pending', customer_note: null, refunded_amount: 0 }, from),
    ]) {
      const mail = await renderAndParse(content)
      expect([mail.header('to'), mail.header('subject')].join()).not.toMatch(/evil|Asha/)
      expect(mail.header('to')).toBe(order.email)
      for (const body of [mail.text, mail.html])
        expect(body).not.toMatch(/evil\.example|https:\/\/evil|me@evil|www\.evil/)
      expect(mail.text).toMatch(/^Hello,$/m)
    }
  })

  test('the shop’s mark is inline, and another shop’s name is text', async () => {
    const { html } = await renderAndParse(orderConfirmationEmail(order, from))
    expect(html).toMatch(/<svg [^>]*viewBox/)
    expect(html).toMatch(/letter-spacing:[^>]*>Ninth Bend</)
    expect(
      renderEmailHtml(orderConfirmationEmail(order, from), {
        ...demonstrationIdentity,
        name: 'Acme Foods',
        mark: neutralBrandMark,
      }),
    ).toContain('</svg>Acme Foods</td>')
  })

  test('allergens are bold, and prices are marked as per item', async () => {
    const items = [
      { ...order.items[0]!, allergy_advice: 'Contains CASHEWS and MILK. Made where peanuts are handled.' },
    ]
    const mail = await renderAndParse(orderConfirmationEmail({ ...order, items }, from))
    expect([...mail.html.matchAll(/<b [^>]*>([^<]+)<\/b>/g)].map(([, word]) => word)).toEqual([
      'CASHEWS',
      'MILK',
    ])
    expect(readable(mail.html)).toContain('2 x £7.25 each £14.50')
  })

  test.each([
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'Eve <a@b.example>',
    'group: a@b.example;',
    'nobody',
  ])('MAIL-8 %j is not one address and gets no email', async (address) => {
    const before = await readdir(folder)
    await expect(renderAndParse(orderConfirmationEmail({ ...order, email: address }, from))).rejects.toThrow(
      'not one plain email address',
    )
    expect(await readdir(folder)).toEqual(before)
  })
})

describe('Order status emails', () => {
  const update: OrderUpdateEmailData = { ...order, ...untracked, actual_delivery: null }
  const bodies = async (content: EmailContent) => {
    const mail = await renderAndParse(content)
    return { mail, both: [mail.text.replace(/\s*\n>?\s*/g, ' '), readable(mail.html)] }
  }

  test('shipped: when to be at home, and the amount due', async () => {
    const { mail, both } = await bodies(orderShippedEmail(update, from))
    expect(mail.header('subject')).toBe('Your Ninth Bend order 3F2A91BC is on its way')
    for (const content of both) {
      for (const words of [
        'Wednesday 24 June',
        'Please be at home with £17.45',
        'in cash or by card',
        '12 Ghat Road',
        '020 7946 0123',
      ])
        expect(content).toContain(words)
    }
  })

  test('ORDER-61 shipped with a tracking number: carrier, number and link, which Other does not have', async () => {
    const tracked = { ...update, carrier: 'evri', tracking_number: 'H00 HYA-1234' } as const
    const { mail, both } = await bodies(orderShippedEmail(tracked, from))
    for (const content of both)
      for (const words of ['Carrier', 'Evri', 'H00 HYA-1234', 'Follow the parcel'])
        expect(content).toContain(words)
    expect(mail.html).toContain('href="https://www.evri.com/track/parcel/H00HYA-1234"')
    expect(mail.text).toContain('https://www.evri.com/track/parcel/H00HYA-1234')
    const other = await bodies(orderShippedEmail({ ...tracked, carrier: 'other' }, from))
    expect(other.mail.text).toContain('Tracking number: H00 HYA-1234')
    expect(other.mail.text).not.toMatch(/Carrier|Follow the parcel/)
    expect((await bodies(orderShippedEmail(update, from))).mail.text).not.toMatch(/Tracking|Carrier/)
  })

  test('delivered: when, the receipt, and what to do about problems', async () => {
    const { mail, both } = await bodies(
      orderDeliveredEmail({ ...update, actual_delivery: '2026-06-24T10:00:00Z' }, from),
    )
    expect(mail.header('subject')).toBe('Your Ninth Bend order 3F2A91BC was delivered')
    for (const content of both)
      for (const words of [
        '24 June 2026, 11:00 am',
        'If it has not reached you',
        'your receipt',
        '14 days',
        'statutory rights',
      ])
        expect(content).toContain(words)
    for (const content of both) expect(content, 'there is no form below').not.toContain('form below')
  })

  test.each([
    ['pending', 'It will not be delivered, and you pay nothing.'],
    ['shipped', 'If it still comes to your door, please do not take it in: you pay nothing.'],
    ['delivered', 'We will arrange with you what happens to the goods'],
  ] as const)(
    'cancelled by the shop when %s: what follows, with what was written for the customer',
    async (from_status, follows) => {
      const { mail, both } = await bodies(
        orderCancelledEmail(
          update,
          { from_status, customer_note: 'The pepper <b>never</b> came.\nWe are sorry.', refunded_amount: 0 },
          from,
        ),
      )
      expect(mail.header('subject')).toBe('Your Ninth Bend order 3F2A91BC was cancelled')
      for (const content of both)
        for (const words of ['We have cancelled your order', follows, 'We are sorry.', '£17.45'])
          expect(content).toContain(words)
      expect(mail.html).toContain('&lt;b&gt;never')
      expect(both[0]).not.toContain('null')
    },
  )

  test('MAIL-22 an own cancellation is acknowledged with its time, what follows and what it was about', async () => {
    const { mail, both } = await bodies(
      orderCancellationReceivedEmail(update, { cancelled_at: '2026-11-12T14:03:00Z' }, from),
    )
    expect(mail.header('subject')).toBe('You cancelled your Ninth Bend order 3F2A91BC')
    for (const content of both) {
      for (const words of [
        'We received your cancellation of order 3F2A91BC on 12 November 2026 at 2:03 pm.',
        'If you did not cancel it, ring 020 7946 0123',
        'It will not be delivered, and you pay nothing.',
        '£17.45',
      ])
        expect(content.replaceAll(/\s+/g, ' ')).toContain(words)
      expect(content).not.toContain('We are sorry')
    }
  })

  test('MAIL-22 the request to confirm the address offers to cancel an order, but none that is cancelled', async () => {
    const bodyWith = async (kind: 'order-confirmation' | 'order-cancellation-received') => {
      const content = orderCancellationReceivedEmail(update, { cancelled_at: order.created_at }, from)
      return (await bodies(withVerificationRequest(content, kind, account.url, from))).both[1]!
    }
    expect(await bodyWith('order-confirmation')).toContain('Tell us, and we cancel the order')
    const acknowledgement = await bodyWith('order-cancellation-received')
    expect(acknowledgement).toContain('when you place or cancel one of your first three orders of a day')
    expect(acknowledgement).toContain('The link works for one day.')
    expect(acknowledgement).not.toMatch(/ordered nothing|we cancel the order/)
  })
})

describe('Account emails', () => {
  test('the verification link is complete in text and HTML and only opens the shop', async () => {
    const mail = await renderAndParse(verifyAddressEmail(account, from))
    expect(mail.text).toContain(`\n${account.url}\n`)
    expect(mail.html).toContain('href="https://shop.example/verify-email?token=abc.def-1&amp;next=2"')
    await expect(
      renderAndParse(verifyAddressEmail({ ...account, url: 'javascript:alert(1)' }, from)),
    ).rejects.toThrow('is no http or https URL')
  })

  test('the stated lifetime of the link is the real one', async () => {
    expect((await renderAndParse(verifyAddressEmail(account, from))).text).toContain(
      'The link works for one day.',
    )
    expect(VERIFICATION_SECONDS).toBe(24 * 60 * 60)
  })

  test('ACCOUNT-10 the owner of a taken address learns that nothing has changed', async () => {
    const mail = await renderAndParse(
      alreadyRegisteredEmail(
        { ...account, full_name: '', url: 'https://shop.example/forgot-password' },
        from,
      ),
    )
    expect(mail.header('subject')).toBe('You already have an account with Ninth Bend')
    expect(mail.header('to')).toBe('priya@shopper.example')
    expect(mail.text).toContain('Hello,\n')
    expect(mail.text.replaceAll('\n', ' ')).toContain('your account is unchanged')
    expect(mail.text).toContain('Choose a new password:\nhttps://shop.example/forgot-password\n')
  })

  test.each([
    [
      ownPasswordChangedEmail,
      'Your password for Ninth Bend was changed',
      'by somebody who was signed in and knew the old one',
      'choose a new password at once',
    ],
    [
      secondFactorOnEmail,
      'Signing in to Ninth Bend now takes a code',
      'a second factor was switched on',
      'somebody knows your password',
    ],
    [
      secondFactorOffEmail,
      'Signing in to Ninth Bend no longer takes a code',
      'The password alone opens it now',
      'switch the second factor on again',
    ],
    [
      recoveryCodeUsedEmail,
      'A recovery code for Ninth Bend was used',
      'That code does not work again',
      'make new recovery codes',
    ],
  ])(
    'ACCOUNT-23 %s says when the sign-in changed, and what to do if it was not the owner',
    async (write, subject, happened, advice) => {
      const mail = await renderAndParse(write({ ...account, changed_at: '2026-06-21T13:05:00Z' }, from))
      expect(mail.header('subject')).toBe(subject)
      const content = mail.text.replaceAll('\n', ' ')
      for (const words of [
        '21 June 2026, 2:05 pm',
        happened,
        'If it was you, there is nothing to do.',
        'If it was not you,',
        advice,
      ])
        expect(content).toContain(words)
      expect(mail.text).toContain(`\n${account.url}\n`)
    },
  )

  test('ACCOUNT-19 the reset link is complete in text and HTML, with its lifetime and that it works once', async () => {
    const url = 'https://shop.example/reset-password?token=AbCdEf123456'
    const mail = await renderAndParse(resetPasswordEmail({ ...account, url }, from))
    expect(mail.header('subject')).toBe('Choose a new password for Ninth Bend')
    expect(mail.text).toContain(`\n${url}\n`)
    expect(mail.html).toContain(`href="${url}"`)
    expect(mail.text.replaceAll('\n', ' ')).toContain('works once, within one hour')
    expect(RESET_SECONDS).toBe(60 * 60)
  })

  test('ACCOUNT-23 the password notice says when, and what to do if it was not the owner', async () => {
    const changed = {
      ...account,
      url: 'https://shop.example/forgot-password',
      changed_at: '2026-06-21T13:05:00Z',
    }
    const mail = await renderAndParse(passwordChangedEmail(changed, from))
    expect(mail.header('subject')).toBe('Your password for Ninth Bend was changed')
    for (const content of [mail.text.replaceAll('\n', ' '), readable(mail.html)]) {
      expect(content).toContain('changed on 21 June 2026, 2:05 pm')
      expect(content).toContain('020 7946 0123 or hello@ninthbend.example')
      expect(content).toContain('https://shop.example/forgot-password')
    }
  })
})

describe('MAIL-3 The folder transport', () => {
  test('a retry with the same Message-ID overwrites its file', async () => {
    const before = (await readdir(folder)).length
    const first = await renderAndParse(verifyAddressEmail(account, from), '<same@shop.example>')
    const second = await renderAndParse(verifyAddressEmail(account, from), '<same@shop.example>')
    expect((await readdir(folder)).length).toBe(before + 1)
    expect([first.header('message-id'), second.header('message-id')]).toEqual([
      '<same@shop.example>',
      '<same@shop.example>',
    ])
    expect(second.header('date')).toBe(first.header('date'))
  })

  test('file names sort by time and contain the kind', () => {
    expect(
      emlFileName({
        kind: 'order-confirmation',
        messageId: '<a@b>',
        date: new Date('2026-06-21T13:05:01.5Z'),
      }),
    ).toMatch(/^2026-06-21T13-05-01Z-order-confirmation-[0-9a-f]{12}\.eml$/)
  })
})

describe('SETTING-9 Emails to the owner', () => {
  const textOf = (content: EmailContent) => renderEmailText(content, demonstrationIdentity)
  const digest: OwnerDigest = {
    day: '2026-06-22',
    delivery: 0,
    overdue: 1,
    due: 12,
    later: 0,
    placed: 14,
    sales: 312.4,
    failed_emails: 2,
    low_stock: 3,
    low_stock_products: [
      { name: 'Malabar Cloves', net_weight: '50g', stock: 0 },
      { name: 'Forest Honey', net_weight: null, stock: 4 },
    ],
  }

  test('a new order with its items, where it goes and the way to it; what was typed is no link', () => {
    const { shipping_address } = order
    const content = newOrderEmail(
      {
        ...order,
        email: 'owner@shop.example',
        shipping_address: { ...shipping_address, city: 'www.evil.example' },
      },
      from,
    )
    expect(content.to).toEqual({ name: '', address: 'owner@shop.example' })
    expect(content.subject).toBe('New order 3F2A91BC: £17.45')
    const text = textOf(content)
    expect(text).toContain('2 x Wayanad Forest Honey, 340g')
    expect(text).toContain('Not for infants under 12 months.')
    expect(text).toContain('https://shop.example/admin/orders/3f2a91bc-0000-4000-8000-000000000001')
    expect(`${content.preview} ${text}`).not.toContain('www.evil.example')
  })

  test('a digest with what is to do, and nothing that is not', () => {
    const content = ownerDigestEmail(digest, 'owner@shop.example', from)
    expect(content.subject).toBe('Ninth Bend, 22 June 2026: 13 orders to send')
    const text = textOf(content)
    for (const words of [
      'To send today: 12 orders',
      'Overdue: 1 order',
      'Placed on 21 June 2026: 14 orders, £312.40',
      'Emails that could not be sent: 2',
      'Malabar Cloves, 50g: sold out',
      'Forest Honey: 4 left',
      'And more: 1',
    ])
      expect(text).toContain(words)
    const quiet = ownerDigestEmail(
      { ...digest, overdue: 0, due: 0, failed_emails: 0, low_stock: 0, low_stock_products: [] },
      'owner@shop.example',
      from,
    )
    expect(quiet.subject).toBe('Ninth Bend, 22 June 2026: nothing to send')
    expect(textOf(quiet)).not.toMatch(/Overdue|tomorrow|could not|Low stock/)
  })
})

test('MAIL-21 a word without a place to break is broken in every part of an email', () => {
  const { body } = /<body[^>]* style="(?<body>[^"]*)"/.exec(
    renderEmailHtml(orderConfirmationEmail(order, from), demonstrationIdentity),
  )!.groups!
  // The whole email inherits these; each is supported by some clients.
  expect(body).toContain('overflow-wrap:anywhere')
  expect(body).toContain('word-break:break-word')
})
