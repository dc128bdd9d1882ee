import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { openMailTransport } from './open-mail-transport.server.ts'
import { demonstrationIdentity as identity } from '#shop/identity/shop-identity.ts'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import { handleEmailAction } from '#features/dashboard/admin/dashboard-email-actions.server.ts'
import { insertCustomer, insertAdmin, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { mailRouteMessage } from './mail-route.ts'
import type { OutgoingMail } from './mail-transport.server.ts'
import { sendTestEmail } from './test-email.server.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const routeWith = (smtpUrl: string | null) =>
  openMailTransport({ smtpUrl, identity }, { path: '/data' }, pino({ level: 'silent' })).route
const smtp = routeWith('smtps://owner:secret@mail.example')
function shopWith(send: (mail: OutgoingMail) => Promise<void> = async () => {}, route = smtp) {
  return createTestShop(database, { mail: { route, transport: { send, close() {} } } })
}
const form = new FormData()
form.set('intent', 'test-email')
const submitForm = (shop: ReturnType<typeof shopWith>, admin: Admin) => handleEmailAction(shop, admin, form)

describe('The mail route', () => {
  test('MAIL-5 names the server without credentials, or the folder', () => {
    expect(mailRouteMessage(smtp)).toBe('Emails are sent through mail.example:465.')
    expect(mailRouteMessage(routeWith(null))).toBe(
      'Emails are written to files in /data/mail and reach nobody. Set SMTP_URL to send them.',
    )
  })
})

describe('The test email', () => {
  test('is sent to the administrator at once, and names the server that accepted it', async () => {
    const admin = await insertAdmin(database)
    const sent: OutgoingMail[] = []
    const { status, actionResult } = await submitForm(
      shopWith(async (mail) => void sent.push(mail)),
      admin,
    )
    expect(sent.map(({ content }) => content.to)).toEqual([{ name: '', address: admin.email }])
    expect([status, actionResult]).toEqual([
      200,
      {
        mail_id: null,
        kind: 'done',
        message: `mail.example:465 accepted the test email to ${admin.email}. Look for it there, and among the spam too.`,
      },
    ])
    const { rows } = await readAuditLog(createTestShop(database), admin, {
      kind: 'mails',
      who: null,
      about: null,
      search: '',
      from: null,
      to: null,
      cursor: null,
    })
    expect(rows[0]).toMatchObject({ event: 'test-sent', actor: { id: admin.userId } })
  })

  test('without a mail server it says that the email reaches nobody', async () => {
    const admin = await insertAdmin(database)
    const { actionResult } = await submitForm(
      shopWith(undefined, { kind: 'files', folder: '/data/mail' }),
      admin,
    )
    expect(actionResult.message).toBe(
      `The test email to ${admin.email} was written to a file in /data/mail. It reaches nobody until SMTP_URL is set.`,
    )
  })

  test.each([
    [
      { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 Bad credentials' },
      'refused the user name or the password in SMTP_URL. It answered: 535 5.7.8 Bad credentials',
    ],
    [
      { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 No such user' },
      'refused the sender’s or the recipient’s address. It answered: 550 5.1.1 No such user',
    ],
    [
      { code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:25' },
      'Nothing answers at the mail server’s address and port',
    ],
    [{ code: 'EDNS', message: 'getaddrinfo ENOTFOUND mail.exmaple' }, 'name is not known'],
    [{ name: 'TimeoutError' }, 'did not answer in time'],
    [
      { code: 'EMESSAGE', responseCode: 554, response: '554 Looks like spam' },
      'did not take the email. It answered: 554 Looks like spam',
    ],
    [{}, 'The email could not be sent.'],
  ])('a failure has a plain message: %j', async (fields, words) => {
    const failing = async () => Promise.reject(Object.assign(new Error(''), fields))
    const { actionResult } = await submitForm(shopWith(failing), await insertAdmin(database))
    expect(actionResult).toMatchObject({ kind: 'failed', message: expect.stringContaining(words) })
    expect(actionResult.message).toContain('The test email was not sent.')
  })

  test('five in ten minutes per administrator, also concurrently', async () => {
    const [admin, other] = [await insertAdmin(database), await insertAdmin(database)]
    let sent = 0
    const shop = shopWith(async () => void sent++)
    const answers = await Promise.all(Array.from({ length: 12 }, () => submitForm(shop, admin)))
    expect([sent, answers.filter(({ status }) => status === 429).length]).toEqual([5, 7])
    expect(answers.find(({ status }) => status === 429)!.actionResult.message).toBe(
      'Too many tries. Wait 10 minutes, then try again.',
    )
    expect((await submitForm(shop, other)).actionResult.kind).toBe('done')
  })

  test('PERMISSION-2 only administrators can send one', async () => {
    const customer = await insertCustomer(database)
    let sent = 0
    const shop = shopWith(async () => void sent++)
    for (const actor of [visitor, customer])
      await expect(sendTestEmail(shop, actor)).rejects.toThrow(PermissionDenied)
    const forgedAdmin: Admin = {
      kind: 'admin',
      role: 'owner',
      userId: customer.userId,
      email: customer.email,
    }
    expect(await sendTestEmail(shop, forgedAdmin)).toMatchObject({
      ok: false,
      refusal: { code: 'not-found' },
    })
    expect(sent).toBe(0)
  })
})
