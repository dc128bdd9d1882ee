import { describe, expect, test } from 'vitest'
import { DEFAULT_DELIVERY } from '#shop/delivery/delivery-settings.ts'
import { createIdentity, NO_IDENTITY_SETTINGS } from '#shop/identity/identity-settings.ts'
import { MAIL_KINDS } from '#features/mail/outbox/mail-kinds.ts'
import { renderEmailHtml } from '#features/mail/rendering/email-html.ts'
import { renderEmailText } from '#features/mail/rendering/email-text.ts'
import { SAMPLE_EMAILS } from './sample-emails.ts'

const identity = createIdentity({
  ...NO_IDENTITY_SETTINGS,
  name: 'Saffron Lane',
  company: 'Saffron Lane Trading Ltd',
  address: '4 Mill Street, Leeds, United Kingdom',
  phone: '0113 496 0700',
  email: 'hello@saffron.example',
})

describe('SETTING-10 A sample of each kind of email', () => {
  test.each(MAIL_KINDS)(
    'SETTING-10 %s is for the reader alone, in both forms, and shows nothing of the demonstration',
    (kind) => {
      const content = SAMPLE_EMAILS[kind]({
        to: 'owner@saffron.example',
        now: new Date('2026-06-22T10:00:00Z'),
        identity,
        publicUrl: 'https://saffron.example',
        delivery: DEFAULT_DELIVERY,
      })
      expect(content.to.address).toBe('owner@saffron.example')
      for (const text of [renderEmailText(content, identity), renderEmailHtml(content, identity)]) {
        expect(text).toContain('Saffron Lane Trading Ltd')
        expect(text).not.toMatch(/ninth bend|kerala|wayanad|malabar|undefined|null|NaN/i)
      }
    },
  )
})

test('SETTING-10 DELIVERY-14 an order of the sample has the charge of the current settings', () => {
  const sample = {
    to: 'owner@saffron.example',
    now: new Date('2026-06-22T10:00:00Z'),
    identity,
    publicUrl: 'https://saffron.example',
    delivery: { ...DEFAULT_DELIVERY, is_charged: true },
  }
  const text = renderEmailText(SAMPLE_EMAILS['order-confirmation'](sample), identity)
  expect(text).toMatch(/Standard delivery:? +£3\.99/)
  expect(text).toContain('£17.44')
})
