import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { signInNewAdministrator } from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const mails = new MailFolder(dataDir)
const PEOPLE = '/admin/settings/people'
const PASSWORD = 'hairpins up to wayanad'
afterAll(() => database.close())

test('PEOPLE-9 PEOPLE-12 PEOPLE-17 an owner invites a packer by email, who chooses a password and packs', async () => {
  const owner = await signInAsAdmin(url)
  expect(findLink(await owner.html('/admin/settings'), 'People of the back-office')).toBe(PEOPLE)
  const email = `priya-${randomUUID()}@example.com`
  const invited = await owner.post(PEOPLE, { intent: 'invite', name: 'Priya Menon', email, role: 'packer' })
  expect(invited.status).toBe(200)
  expect(pageText(await invited.text())).toContain(`The invitation to ${email} is on its way.`)
  const { text } = await mails.next('admin-invitation', email)
  expect(text).toContain('as packer')
  const path = /http\S+(\/admin\/invitation\?token=\S+)/.exec(text)![1]!
  const browser = new HttpClient(url)
  const html = await browser.html(path)
  expect(pageText(html)).toContain(
    `You are invited to the back-office of Ninth Bend, with the account ${email}`,
  )
  expect(html, 'the header and the cart of the storefront').not.toMatch(/<header|<nav|cart/i)
  const asked = await browser.fetch(path.replace('/admin/invitation', '/reset-password'))
  expect([asked.status, asked.headers.get('location')], 'a link that was asked for').toEqual([302, path])
  const short = await browser.post(path, { password: 'short', confirm_password: 'short' })
  expect([short.status, pageText(await short.text())]).toEqual([
    422,
    expect.stringContaining('There is a problem'),
  ])
  const chosen = await browser.post(path, { password: PASSWORD, confirm_password: PASSWORD })
  expect(chosen.headers.get('location')).toBe('/admin?notice=password-chosen')
  const used = pageText(await browser.html(path))
  expect([used.includes('This link was used already'), used.includes('Sign in')]).toEqual([true, true])
  const signedIn = await browser.post('/admin', { email, password: PASSWORD })
  expect(signedIn.headers.get('location')).toBe('/admin/orders')
  expect(pageText(await owner.html(PEOPLE))).toMatch(/Priya Menon \S+ Packer ?, active/)
})

test('PEOPLE-11 suspending ends the sessions at once; restored, the person signs in again', async () => {
  const owner = await signInAsAdmin(url)
  const { id, email, client } = await signInNewAdministrator(url, database, 'manager')
  const person = { id, expected_role: 'manager', expected_state: 'active' }
  expect((await owner.post(PEOPLE, { ...person, intent: 'suspend' })).status).toBe(200)
  expect((await client.fetch('/admin/dashboard')).headers.get('location')).toMatch(/^\/admin\?/)
  expect(
    await database.query('select from accounts.session where user_id = $1 and is_admin_session', [id]),
  ).toEqual([])
  expect((await owner.post(PEOPLE, { ...person, intent: 'suspend' })).status).toBe(409)
  const restored = { ...person, expected_state: 'suspended', intent: 'restore' }
  expect((await owner.post(PEOPLE, restored)).status).toBe(200)
  expect((await signInAsAdmin(url, { email, password: 'nine-bends-to-wayanad' })).cookie).not.toBe('')
})

test('PEOPLE-11 invalid, unknown and own changes are refused with their status', async () => {
  const { id, client } = await signInNewAdministrator(url, database, 'owner')
  const post = async (fields: Record<string, string>) => (await client.post(PEOPLE, fields)).status
  const own = { id, expected_role: 'owner', expected_state: 'active', role: 'packer' }
  expect(await post({ ...own, intent: 'role' })).toBe(409)
  expect(await post({ ...own, intent: 'suspend' })).toBe(409)
  expect(await post({ ...own, intent: 'role', id: randomUUID() })).toBe(404)
  expect(await post({ ...own, intent: 'role', role: 'boss' })).toBe(400)
  expect(await post({ intent: 'invite', name: '', email: 'anu@', role: 'packer' })).toBe(422)
  const empty = await client.post(PEOPLE, { intent: 'invite', name: 'Anu', email: '', role: 'packer' })
  expect(pageText(await empty.text())).toContain('Please enter the email address')
  expect(await post({ intent: 'nothing' })).toBe(400)
})
