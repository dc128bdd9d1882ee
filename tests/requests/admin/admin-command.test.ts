import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import { copyPreparedCluster } from '#tests/fixtures/shops/prepared-cluster.ts'
import { signInNewCustomer, signInAsAdmin, PASSWORD, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { connectionStringOf, connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-admin-'))
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function admin(words: string[], env: Record<string, string> = { DATA_DIR: dataDir }) {
  const child = spawn(process.execPath, ['scripts/admin-command/admin-command.ts', ...words], {
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errorOutput, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(output + errorOutput, 'no stack').not.toMatch(/^\s+at |node:internal|Error:/m)
  return { code, output: output.trim(), errorOutput: errorOutput.trim() }
}

test('STAFF-1 STAFF-2 add creates an administrator who signs in with the printed password; remove ends their access at the next request', async () => {
  const email = `new-${randomUUID()}@example.com`
  const added = await admin(['add', email.toUpperCase()])
  expect([added.code, added.errorOutput]).toEqual([0, ''])
  const password = /with \S+ and ([\w-]{16}) \(shown only this once\)/.exec(added.output)![1]!
  const adminClient = await signInAsAdmin(url, { email, password })
  expect((await adminClient.fetch('/admin/dashboard')).status).toBe(200)

  const removed = await admin(['remove', email])
  expect([removed.code, removed.output]).toEqual([
    0,
    expect.stringContaining(`${email} is no administrator any more.`),
  ])
  expect((await adminClient.fetch('/admin/dashboard')).headers.get('location')).toMatch(/^\/admin\?/)
  expect((await new HttpClient(url).post('/admin', { email, password })).status).toBe(403)
})

test('STAFF-1 with DATABASE_URL: a verified customer keeps the password; list shows administrators, since when, and last sign-in', async () => {
  const { email } = await signInNewCustomer(url)
  await database.query('update accounts."user" set email_verified = true where email = $1', [email])
  const there = { DATABASE_URL: connectionStringOf(dataDir), DATA_DIR: join(folder, 'none') }
  const added = await admin(['add', email], there)
  expect([added.code, added.output]).toEqual([0, expect.stringContaining('The account keeps its password')])
  await signInAsAdmin(url, { email, password: PASSWORD })
  const when = String.raw`\d+ \w+ 20\d\d, \d+:\d\d [ap]m`
  const { output } = await admin(['list'], there)
  expect(output).toMatch(/^E-mail +Name +Role +Since +Second factor +Last sign-in\n/)
  expect(output).toMatch(new RegExp(`^${email} +Asha Menon +owner +${when} +off +${when}$`, 'm'))
  expect(existsSync(there.DATA_DIR)).toBe(false)
})

test(
  'STAFF-1 if the shop is not running, its PostgreSQL is started temporarily; the last owner cannot be removed',
  { timeout: 60_000 },
  async () => {
    const closed = join(folder, 'closed')
    copyPreparedCluster(closed)
    const email = 'first@example.com'
    expect(await admin(['add', email], { DATA_DIR: closed })).toMatchObject({ code: 0, errorOutput: '' })
    const refused = await admin(['remove', email], { DATA_DIR: closed })
    expect(refused).toEqual({
      code: 1,
      output: '',
      errorOutput: expect.stringContaining(`${email} is the last owner`),
    })
    expect(existsSync(join(closed, 'postgres', 'postmaster.pid')), 'it is stopped again').toBe(false)
  },
)

test('STAFF-1 without a data directory none is created; invalid arguments print the usage', async () => {
  const nowhere = join(folder, 'nowhere')
  const [refused, mistyped] = await Promise.all([
    admin(['list'], { DATA_DIR: nowhere }),
    admin(['promote', 'anu@example.com']),
  ])
  expect(refused).toEqual({
    code: 1,
    output: '',
    errorOutput: expect.stringContaining(`There is no shop in ${nowhere} yet.`),
  })
  expect(existsSync(nowhere)).toBe(false)
  expect([mistyped.code, mistyped.output, mistyped.errorOutput]).toEqual([
    2,
    '',
    expect.stringMatching(/^There is no 'promote'\.\nUsage:\n +npm run admin -- add <email>/),
  ])
})
