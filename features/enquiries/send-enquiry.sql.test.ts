import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDueMails, markMailSent } from '#features/mail/outbox/outbox-queries.server.ts'
import { renderEmail, secretPayloadFields } from '#features/mail/templates/render-email.server.ts'
import { renderEmailHtml } from '#features/mail/rendering/email-html.ts'
import { composeMessage } from '#features/mail/transport/mail-transport.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { refused } from '#shop/outcome.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import { DEFAULT_OWNER_SWITCHES } from '#features/settings/owner-switches.ts'
import { writeFirstSettings } from '#features/settings/settings-queries.server.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Feedback } from './enquiry-rules.ts'
import { deleteOldEnquiries, sendEnquiry, type Enquiry } from './send-enquiry.server.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('delete from outbox')
  await database.query('delete from settings')
  await writeFirstSettings(database.db.worker, {})
  await database.query(`update settings set value = 'true' where name = 'enquiries_by_email'`)
})

const FEEDBACK: Feedback = {
  name: 'Priya Nair',
  email: 'priya@shopper.example',
  rating: 4,
  feedback: 'The pepper bites.',
}
const feedback = (changes: Partial<Feedback> = {}): Enquiry => ({
  kind: 'owner-feedback',
  entries: { ...FEEDBACK, ...changes },
})
const switches = { ...DEFAULT_OWNER_SWITCHES, enquiries_by_email: true }
let tries: unknown[] = []
const accounts = {
  takeEnquiryAttempt: async (client: unknown) => {
    tries.push(client)
    return 0
  },
}
const send = (
  enquiry: Enquiry,
  { actor = visitor, isOn = true }: { actor?: Admin | Customer | typeof visitor; isOn?: boolean } = {},
) =>
  sendEnquiry(createTestShop(database, isOn ? { switches } : {}), accounts, actor, {
    enquiry,
    client: { ip: '203.0.113.7' },
  })
const queued = () =>
  database.query<{ kind: string; recipient: string | null; payload: object }>(
    'select kind, recipient, payload from outbox order by id',
  )
async function message() {
  const [mail] = await claimDueMails(database.db.worker, { limit: 1, leaseSeconds: 45, host: 'x.example' })
  const content = await renderEmail(
    {
      db: database.db.worker,
      identity: demonstrationIdentity,
      publicUrl: 'https://shop.example',
      verificationLink: async () => null,
    },
    mail!,
  )
  return {
    mail: mail!,
    content,
    composed: composeMessage(
      { kind: mail!.kind, content, messageId: '<x@y>', date: new Date() },
      demonstrationIdentity,
    ),
  }
}

describe('SETTING-15 Feedback and enquiries', () => {
  test('ENQUIRY-3 stay in the browser until the owner has them sent, in the code and in the database', async () => {
    expect(await send(feedback(), { isOn: false })).toEqual(refused('kept-locally'))
    await database.query(`update settings set value = 'false' where name = 'enquiries_by_email'`)
    expect(await send(feedback())).toEqual(refused('kept-locally'))
    await database.query('delete from settings')
    expect(await send(feedback())).toEqual(refused('kept-locally'))
    expect(await queued()).toEqual([])
  })

  test('are queued for the address of the shop, the same words once a day, no matter who writes them', async () => {
    tries = []
    for (const actor of [visitor, visitor, customer, admin])
      expect(await send(feedback(), { actor })).toMatchObject({ ok: true })
    expect(tries).toEqual(Array.from({ length: 4 }, () => ({ ip: '203.0.113.7' })))
    expect(await queued()).toEqual([
      { kind: 'owner-feedback', recipient: null, payload: { enquiry: FEEDBACK } },
    ])
    expect(await send(feedback({ feedback: 'Another thing.' }))).toMatchObject({ ok: true })
    expect(await queued()).toHaveLength(2)
  })

  test('go to the shop with Reply-To the writer, and what they wrote is deleted once sent', async () => {
    await send(feedback())
    const { mail, composed } = await message()
    expect(composed).toMatchObject({
      to: { address: demonstrationIdentity.email },
      replyTo: { name: 'Priya Nair', address: 'priya@shopper.example' },
      subject: 'Feedback from Priya Nair: 4 of 5 stars',
    })
    expect(composed.text).toContain('The pepper bites.')
    await markMailSent(database.db.worker, mail, secretPayloadFields(mail.kind))
    expect(JSON.stringify(await queued())).not.toMatch(/priya|pepper/i)
    expect(await send(feedback()), 'the page sent again').toMatchObject({ ok: true })
    expect(await queued()).toHaveLength(1)
  })

  test('MAIL-8 become no header, markup or link', async () => {
    await send({
      kind: 'owner-business-enquiry',
      entries: {
        businessName: 'Nair\r\nBcc: victim@shop.example',
        contactName: 'https://evil.example',
        email: 'priya@shopper.example',
        phone: '020 <b>7946</b>',
        businessType: 'retail',
        message: '<script>alert(1)</script>\nhttps://evil.example/x\n.\nBcc: x@y.example',
      },
    })
    const { content, composed } = await message()
    expect(composed.subject).toBe('Business enquiry')
    expect(composed.replyTo).toEqual({ name: '', address: 'priya@shopper.example' })
    const html = renderEmailHtml(content, demonstrationIdentity)
    expect(html).not.toMatch(/<script>alert|<b>7946|href="https:\/\/evil/)
    expect(`${html}${String(composed.text)}`).not.toContain('https://evil')
    const replyTo = { name: '', address: 'a@b.example\r\nBcc: c@d.example' }
    expect(() =>
      composeMessage(
        { kind: 'owner-feedback', content: { ...content, replyTo }, messageId: '<x@y>', date: new Date() },
        demonstrationIdentity,
      ),
    ).toThrow('The address to reply to')
  })

  test.each(['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'a', ''])(
    'MAIL-8 an address to reply to like %j is not sent',
    async (email) => {
      await send(feedback({ email }))
      await expect(message()).rejects.toThrow('not as its form lets it be')
    },
  )

  const insertFromOthers = (count: number) =>
    database.query(
      `insert into outbox (kind, dedupe_key, sent_at)
       select 'owner-feedback', 'x' || n, case when n <= 60 then now() end from generate_series(1, $1::integer) n`,
      [count],
    )
  const secondsToWait = async (text: string) => {
    expect(await send(feedback({ feedback: text }))).toMatchObject({ ok: true })
    const [mail] = await database.query<{ seconds: number }>(
      'select extract(epoch from available_at - created_at)::float as seconds from outbox order by id desc limit 1',
    )
    return mail!.seconds
  }

  test('ENQUIRY-6 an hour brings at most 60 at once; further ones are kept and follow one a minute', async () => {
    await insertFromOthers(59)
    expect(await secondsToWait('a')).toBe(0)
    expect(await secondsToWait('b')).toBeCloseTo(60, 0)
    expect(await secondsToWait('c')).toBeCloseTo(120, 0)
    await database.query(
      `update outbox set created_at = now() - interval '61 minutes' where dedupe_key like 'x%'`,
    )
    expect(await secondsToWait('d')).toBe(0)
  })

  test('ENQUIRY-6 more than 500 that wait are refused, and a network is limited by itself', async () => {
    await insertFromOthers(559)
    expect(await send(feedback({ feedback: 'a' }))).toMatchObject({ ok: true })
    expect(await send(feedback({ feedback: 'b' }))).toEqual(refused('too-many-waiting'))
    const busy = { takeEnquiryAttempt: async () => 30 }
    expect(
      await sendEnquiry(createTestShop(database, { switches }), busy, visitor, {
        enquiry: feedback({ feedback: 'x' }),
        client: { ip: '203.0.113.7' },
      }),
    ).toEqual(refused('too-many-tries', { retry_after_seconds: 30 }))
  })

  test('nobody reads them, and only the form of the shop writes them', async () => {
    for (const actor of [customer, admin])
      await expect(
        callProcedure(database, actor, 'send_enquiry', ['owner-feedback', FEEDBACK]),
      ).rejects.toThrow('permission denied')
    const call = (kind: string, entries: unknown) =>
      callProcedure(database, visitor, 'send_enquiry', [kind, entries])
    expect(await call('reset-password', FEEDBACK)).toEqual(refused('kept-locally'))
    expect(await call('owner-feedback', { feedback: 'x'.repeat(40_001) })).toEqual(refused('kept-locally'))
    expect(await queued()).toEqual([])
  })

  test('what could not be sent is deleted after 180 days', async () => {
    await send(feedback())
    await database.query(`update outbox set created_at = now() - interval '181 days'`)
    await deleteOldEnquiries({ db: database.db })
    expect(await queued()).toEqual([])
  })
})
