import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RESET_SECONDS, VERIFICATION_SECONDS } from '#features/accounts/better-auth.server.ts'
import { PermissionDenied, visitor, type Actor, type Admin } from '#shop/permissions.ts'
import { insertCustomer, insertAdmin, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { failedMails, resendMail } from './failed-emails.server.ts'
import { isLinkExpired, LINK_LIFETIME_SECONDS } from './failed-emails.ts'
import { claimDueMails, markMailFailed, markMailSent } from './outbox-queries.server.ts'

let database: TestDatabase
let admin: Admin
let wakes = 0
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterEach(async () => {
  wakes = 0
  await database.query('delete from outbox')
})
afterAll(() => database.close())

const shop = () => createTestShop(database, { outbox: { wake: () => void wakes++ } })
const again = (id: number, actor: Actor = admin) => resendMail(shop(), actor, id)
const claim = (leaseSeconds = 45) =>
  claimDueMails(database.db.worker, { limit: 20, leaseSeconds, host: 'shop.example' })

async function queue(
  kind = 'password-changed',
  payload: object = { full_name: 'Priya', url: 'https://shop.example/x?token=secret' },
) {
  const [row] = await database.query<{ id: number }>(
    `insert into outbox (kind, dedupe_key, recipient, payload) values ($1, gen_random_uuid(), 'priya@post.example', $2) returning id`,
    [kind, payload],
  )
  return row!.id
}
async function insertFailedEmail(retryInSeconds: number | null = 600, kind?: string) {
  const id = await queue(kind)
  const [mail] = await claim()
  await markMailFailed(database.db.worker, mail!, { error: '550 no such user', retryInSeconds })
  return id
}

describe('MAIL-12 Failed emails', () => {
  test('are listed with kind, order, reason and attempts, those given up first; pending and sent ones are not', async () => {
    const orderId = crypto.randomUUID()
    await queue('order-confirmation', { order_id: orderId })
    const [first] = await claim()
    await markMailFailed(database.db.worker, first!, { error: 'connect ECONNREFUSED', retryInSeconds: 600 })
    const givenUp = await insertFailedEmail(null)
    await queue()
    const [out] = await claim()
    await markMailFailed(database.db.worker, out!, { error: 'later', retryInSeconds: 0 })
    await markMailSent(database.db.worker, (await claim())[0]!, [])
    await queue()
    const { mails, total } = await failedMails(shop(), admin)
    expect(total).toBe(2)
    expect(mails).toMatchObject([
      {
        id: givenUp,
        kind: 'password-changed',
        order_id: null,
        attempts: 1,
        last_error: '550 no such user',
        next_attempt_at: null,
        is_under_way: false,
      },
      {
        kind: 'order-confirmation',
        order_id: orderId,
        attempts: 1,
        last_error: 'connect ECONNREFUSED',
        next_attempt_at: expect.stringContaining('T'),
      },
    ])
    expect(JSON.stringify(mails), 'a letter may open an account').not.toContain('secret')
  })

  test('five are listed, all are counted', async () => {
    for (let each = 0; each < 12; each++) await insertFailedEmail()
    const { mails, total } = await failedMails(shop(), admin)
    expect([mails.length, total]).toEqual([5, 12])
  })

  test('resending makes an email due once, however often it is requested, and wakes the worker', async () => {
    for (const seconds of [600, null]) {
      const id = await insertFailedEmail(seconds)
      const answers = await Promise.all(Array.from({ length: 10 }, () => again(id)))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect(await claim()).toMatchObject([{ id, attempts: 2 }])
      expect(await claim()).toEqual([])
      expect(wakes).toBeGreaterThan(0)
    }
  })

  test('AUDIT-10 resending is in the audit log, unless it changed nothing', async () => {
    const priya = await insertCustomer(database)
    const orderId = crypto.randomUUID()
    await queue('order-confirmation', { order_id: orderId })
    await markMailFailed(database.db.worker, (await claim())[0]!, { error: 'later', retryInSeconds: 600 })
    const ofOrder = (await failedMails(shop(), admin)).mails[0]!.id
    await queue()
    await database.query(`update outbox set recipient = $1 where kind = 'password-changed'`, [priya.email])
    await markMailFailed(database.db.worker, (await claim())[0]!, { error: 'later', retryInSeconds: null })
    const ofAccount = (await failedMails(shop(), admin)).mails.find(
      ({ kind }) => kind === 'password-changed',
    )!.id
    const before = await readAuditLog(shop(), admin, { kind: 'mails' })
    for (const id of [ofOrder, ofAccount, ofAccount, await insertFailedEmail(600, 'reset-password')])
      await again(id)
    const { rows } = await readAuditLog(shop(), admin, { kind: 'mails' })
    expect(
      rows
        .slice(0, rows.length - before.rows.length)
        .map(({ event, actor, subject, after }) => [event, actor.id, subject.kind, subject.id, after]),
    ).toEqual([
      [
        'sent-again',
        admin.userId,
        'person',
        '00000000-0000-0000-0000-000000000000',
        { mail: 'reset-password' },
      ],
      ['sent-again', admin.userId, 'person', priya.userId, { mail: 'password-changed' }],
      ['sent-again', admin.userId, 'order', orderId, { mail: 'order-confirmation' }],
    ])
    expect(JSON.stringify(rows)).not.toContain('priya@post.example')
  })

  test('an email claimed by a worker is left alone until its lease expires', async () => {
    const id = await insertFailedEmail(0)
    const [taken] = await claim(0.3)
    expect(await again(id)).toMatchObject({ ok: false, refusal: { code: 'under-way' } })
    expect(await claim(), 'no other worker claims it').toEqual([])
    expect((await failedMails(shop(), admin)).mails).toMatchObject([{ id, is_under_way: true }])
    await markMailFailed(database.db.worker, taken!, { error: 'again', retryInSeconds: 600 })
    expect(await again(id)).toMatchObject({ ok: true })
  })

  test('a sent email is not sent again', async () => {
    const id = await insertFailedEmail(0)
    await markMailSent(database.db.worker, (await claim())[0]!, [])
    expect(await again(id)).toMatchObject({ ok: false, refusal: { code: 'sent-already' } })
    expect(await claim()).toEqual([])
    expect(wakes).toBe(0)
  })

  test('one that never failed, and an unknown one, is not found', async () => {
    const id = await queue()
    for (const wanted of [id, id + 999])
      expect(await again(wanted)).toMatchObject({ ok: false, refusal: { code: 'not-found' } })
  })

  test('PERMISSION-2 only administrators can read or resend them', async () => {
    const id = await insertFailedEmail()
    const customer = await insertCustomer(database)
    for (const actor of [visitor, customer]) {
      await expect(failedMails(shop(), actor)).rejects.toThrow(PermissionDenied)
      await expect(again(id, actor)).rejects.toThrow(PermissionDenied)
      for (const expression of ['* from outbox', 'list_failed_emails(5)', `retry_email(${id})`]) {
        const resultPromise = database.db.withActor(actor, async (trx) =>
          sql`select ${sql.raw(expression)}`.execute(trx),
        )
        await expect(resultPromise, expression).rejects.toThrow(/permission denied/)
      }
    }
    const forgedAdmin: Admin = {
      kind: 'admin',
      role: 'owner',
      userId: customer.userId,
      email: customer.email,
    }
    expect(await failedMails(shop(), forgedAdmin)).toEqual({ mails: [], total: 0, held: 0 })
    expect(await again(id, forgedAdmin)).toMatchObject({ ok: false, refusal: { code: 'not-found' } })
    await expect(
      database.db.withActor(admin, async (trx) => sql`select payload from outbox`.execute(trx)),
    ).rejects.toThrow(/permission denied/)
    expect(await claim(), 'none was made due').toEqual([])
  })

  test('an email with an expired link is not resent', () => {
    expect(LINK_LIFETIME_SECONDS).toEqual({
      'verify-email': VERIFICATION_SECONDS,
      'reset-password': RESET_SECONDS,
    })
    const created_at = '2026-06-10T12:00:00Z'
    const isOver = (kind: string, now: string) => isLinkExpired({ kind, created_at }, new Date(now))
    expect([
      isOver('reset-password', '2026-06-10T13:00:00Z'),
      isOver('reset-password', '2026-06-10T13:00:01Z'),
    ]).toEqual([false, true])
    expect([
      isOver('verify-email', '2026-06-11T12:00:01Z'),
      isOver('order-confirmation', '2027-06-11T12:00:01Z'),
    ]).toEqual([true, false])
  })
})
