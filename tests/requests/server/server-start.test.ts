import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPEATED_SIGNAL_MS } from '#platform/processes/shutdown.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { copyPreparedCluster } from '#tests/fixtures/shops/prepared-cluster.ts'
import { ADMIN, spawnShop, type ShopProcess } from '#tests/fixtures/shops/running-shop.ts'
import { ADDRESS, PASSWORD, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { FORM_CONTENT_TYPE } from '#tests/fixtures/http/response-faults.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { sendRawRequest } from '#tests/fixtures/http/raw-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-start-'))
const started: ShopProcess[] = []
afterAll(async () => {
  for (const shop of started) shop.process.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
})

const REQUESTS_IN_FLIGHT = 5
const LIFECYCLE_TIMEOUT_MS = 60_000
const UNSET_ENV = {
  ADMIN_EMAIL: undefined,
  ADMIN_PASSWORD: undefined,
  DATABASE_URL: undefined,
  PUBLIC_URL: undefined,
  SMTP_URL: undefined,
  HOST: '127.0.0.1',
  DEMO: 'off',
}

function start(env: Record<string, string | undefined>): ShopProcess {
  const shop = spawnShop({ main: 'app/main.ts', env: { ...UNSET_ENV, ...env } })
  started.push(shop)
  return shop
}

async function startAndFail(env: Record<string, string | undefined>) {
  const shop = start({ PORT: '0', ...env })
  const code = await shop.ended
  return { code, lines: shop.output().trim().split('\n') }
}

/** Other failures are values of the function that finds them. */
describe(
  'OPERATIONS-5 A failed start exits with code 1 and one clear line',
  { timeout: LIFECYCLE_TIMEOUT_MS },
  () => {
    test('OPERATIONS-5 all invalid settings are reported together, without secrets', async () => {
      const dataDir = join(folder, 'never-made')
      const { code, lines } = await startAndFail({
        DATA_DIR: dataDir,
        PORT: 'eighty',
        DEMO: 'perhaps',
        PUBLIC_URL: 'shop.example',
        DATABASE_URL: 'mysql://root:hunter2@localhost/shop',
        ADMIN_PASSWORD: 'short',
        SMTP_URL: 'https://user:hunter3@mail.example',
      })
      expect(code).toBe(1)
      expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
        'ADMIN_EMAIL',
        'ADMIN_PASSWORD',
        'DATABASE_URL',
        'DEMO',
        'PORT',
        'PUBLIC_URL',
        'SMTP_URL',
      ])
      expect(lines.join('\n')).not.toMatch(/hunter|short/)
      expect(lines).toContain("PORT must be a whole number from 0 to 65535 (it is 'eighty').")
      expect(existsSync(dataDir)).toBe(false)
    })

    test('a taken port', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const dataDir = join(folder, 'port')
      const { code, lines } = await startAndFail({ DATA_DIR: dataDir, PORT: String(port) })
      expect([code, lines]).toEqual([
        1,
        [
          `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
        ],
      ])
      expect(other.listening).toBe(true)
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
      other.close()
    })
  },
)

describe('OPERATIONS-10 First start, shutdown, and restart', { timeout: LIFECYCLE_TIMEOUT_MS }, () => {
  const dataDir = join(folder, 'first')
  let port: number
  let password: string
  const url = () => `http://127.0.0.1:${port}`
  const register = () =>
    sendRawRequest(url(), {
      method: 'POST',
      path: '/register',
      headers: { connection: 'keep-alive', 'content-type': FORM_CONTENT_TYPE },
      body: new URLSearchParams({
        ...ADDRESS,
        email: `a-${randomUUID()}@example.com`,
        password: PASSWORD,
        confirm_password: PASSWORD,
      }).toString(),
    })

  async function open(env: Record<string, string> = {}) {
    const shop = start({ PORT: String(port), DATA_DIR: dataDir, ...env })
    await shop.waitForOutput(' is open at ')
    return shop
  }

  beforeAll(async () => {
    port = await freePort()
  })

  test('OPERATIONS-8 OPERATIONS-10 OPERATIONS-18 prints URL and owner’s password once; SIGTERM finishes pending requests and exits', async () => {
    const shop = await open()
    expect(shop.output()).toContain(`\n\nNinth Bend is open at http://127.0.0.1:${port}\n\n`)
    expect(shop.output()).toContain(
      `\nEmails are written to files in ${join(dataDir, 'mail')} and reach nobody. Set SMTP_URL to send them.\n`,
    )
    const [, email, shown] =
      /(?:^|\n)\nThe back-office is at \/admin\. Sign in with (\S+) and (\S+) \(shown only this once\)\.\n\n/.exec(
        shop.output(),
      )!
    password = shown!
    expect(
      (await new HttpClient(url()).post('/admin', { email: email!, password })).headers.get('location'),
    ).toBe('/admin/dashboard')

    const underWay = Array.from({ length: REQUESTS_IN_FLIGHT }, register)
    await Promise.all(underWay.map(({ written }) => written))
    shop.process.kill('SIGTERM')
    const responses = await Promise.all(underWay.map(({ answer: response }) => response))
    expect(responses.map(({ status, headers }) => `${status} ${headers.get('location')}`)).toEqual(
      Array(REQUESTS_IN_FLIGHT).fill('302 /login?notice=registered'),
    )
    expect(await shop.ended).toBe(0)
    const lines = shop
      .output()
      .split('\n')
      .filter((line) => /^{.*"msg":"The shop (?:is|has) /.test(line))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const node = { node: expect.any(String), pid: expect.any(Number) }
    expect(lines).toMatchObject([
      { ...node, address: `http://127.0.0.1:${port}`, processes: 1, msg: 'The shop is open.' },
      { ...node, signal: 'SIGTERM', msg: 'The shop is closing.' },
      { ...node, milliseconds: expect.any(Number), msg: 'The shop has ended.' },
    ])
    await expect(fetch(`${url()}/healthz`)).rejects.toThrow('fetch failed')
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('OPERATIONS-8 ACCOUNT-19 a restart keeps all data, also the owner, who resets a lost password by email; Ctrl-C exits', async () => {
    const shop = await open({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
    expect(shop.output()).not.toContain('shown only this once')
    expect(shop.output()).not.toContain(password)
    expect(shop.output()).toContain(
      'ADMIN_EMAIL and ADMIN_PASSWORD are not used: this shop has an administrator already.',
    )
    expect((await new HttpClient(url()).post('/admin', ADMIN)).status).toBe(401)
    const email = 'owner@ninthbend.example'
    const owner = new HttpClient(url())
    expect((await owner.post('/admin', { email, password })).status).toBe(302)
    await new HttpClient(url()).post('/forgot-password', { email })
    const mail = await new MailFolder(dataDir).next('reset-password', email)
    const [link] = /http\S+\/reset-password\?token=\w+/.exec(mail.text)!
    await owner.post(link.slice(url().length), { password: PASSWORD, confirm_password: PASSWORD })
    expect((await owner.post('/admin', { email, password })).status).toBe(401)
    expect((await owner.post('/admin', { email, password: PASSWORD })).headers.get('location')).toBe(
      '/admin/dashboard',
    )
    // Ctrl-C reaches the whole process group, and npm forwards it as well.
    shop.process.kill('SIGINT')
    await pause(5)
    shop.process.kill('SIGINT')
    expect(await shop.ended).toBe(0)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('OPERATIONS-18 SIGTERM during startup is logged and exits, and PostgreSQL is stopped', async () => {
    const early = start({ PORT: String(port), DATA_DIR: dataDir })
    while (!existsSync(join(dataDir, 'postgres', 'postmaster.pid')) && early.process.exitCode === null)
      await pause(2)
    early.process.kill('SIGTERM')
    expect(await early.ended).toBe(0)
    const lines = early.output().trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'The shop is closing.',
      'The shop has ended.',
    ])
    expect(
      existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
      'PostgreSQL is stopped, not cut off',
    ).toBe(false)
  })

  test('the start after it is complete, and a second Ctrl-C exits without waiting', async () => {
    const shop = await open()
    expect((await fetch(url())).status).toBe(200)
    expect(shop.output()).not.toContain('ADMIN_EMAIL')
    const slow = connect(port, '127.0.0.1').on('error', () => {})
    slow.write(
      'POST /login HTTP/1.1\r\nhost: shop\r\nexpect: 100-continue\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\n',
    )
    const [word] = (await once(slow, 'data')) as [Buffer]
    expect(word.toString(), 'it is under way').toMatch(/^HTTP\/1\.1 100 /)
    slow.write('four')
    shop.process.kill('SIGINT')
    // The first signal has been handled once the shop no longer responds.
    while (
      await fetch(`${url()}/healthz`).then(
        () => true,
        () => false,
      )
    )
      await pause(20)
    await pause(REPEATED_SIGNAL_MS + 20)
    expect(shop.process.exitCode, 'it waits for the one under way').toBe(null)
    shop.process.kill('SIGINT')
    expect(await shop.ended).toBe(130)
  })

  test('OPERATIONS-8 Ctrl-C during the first start is quiet, after the password was printed', async () => {
    const hasty = join(folder, 'hasty')
    copyPreparedCluster(hasty)
    const early = start({ PORT: String(port), DATA_DIR: hasty, DEMO: 'on' })
    while (!early.output().includes('shown only this once') && early.process.exitCode === null) await pause(2)
    early.process.kill('SIGINT')
    expect(await early.ended).toBe(0)
    const [, email, shown] = /Sign in with (\S+) and (\S+) \(shown only this once\)\.$/m.exec(early.output())!
    // On a busy machine the start may log that it is slow.
    const written = early
      .output()
      .split('\n')
      .filter(
        (line) =>
          line &&
          !line.startsWith('{"level":30,') &&
          !line.includes('The shop does not open yet') &&
          !line.includes('shown only this once'),
      )
    expect(written, 'nothing that is no plain news').toEqual([])
    expect(existsSync(join(hasty, 'postgres', 'postmaster.pid'))).toBe(false)
    const shop = await open({ DATA_DIR: hasty, DEMO: 'on' })
    expect((await new HttpClient(url()).post('/admin', { email: email!, password: shown! })).status).toBe(302)
    if (!early.output().includes('The demo catalogue is loaded.'))
      await shop.waitForOutput('The demo catalogue is loaded.')
    shop.process.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
  })
})
