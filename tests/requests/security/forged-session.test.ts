import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  signInNewCustomer,
  PASSWORD,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let mallory: SignedInClient
let victim: SignedInClient

beforeAll(async () => {
  mallory = await signInNewCustomer(url)
  victim = await signInNewCustomer(url)
})
afterAll(() => database.close())

const userIdOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id

describe('SESSION-18 A forged session', () => {
  const cookieOf = (who: HttpClient, name: string) =>
    new RegExp(`ninth-bend-${name}=([^;]+)`).exec(who.cookie)![1]!
  const asks = async (cookie: string) => {
    const forger = new HttpClient(url)
    const response = await forger.fetch('/profile', { headers: { cookie } })
    const session = await forger.fetch('/api/session', { headers: { cookie } })
    return [response.status, ((await session.json()) as { user: unknown }).user]
  }
  const nobody = [302, null]

  test('control: a valid session is accepted', async () => {
    expect(await asks(`signed-in=1; ninth-bend-access=${cookieOf(mallory, 'access')}`)).toEqual([
      200,
      expect.objectContaining({ email: mallory.email }),
    ])
  })

  test.each<[string, (access: string, refresh: string) => string]>([
    [
      'one letter of the signature changed',
      (access) =>
        `ninth-bend-access=${access.slice(0, -3)}${access.at(-3) === 'A' ? 'B' : 'A'}${access.slice(-2)}`,
    ],
    ['no signature', (access) => `ninth-bend-access=${access.slice(0, access.lastIndexOf('.'))}`],
    ['an empty signature', (access) => `ninth-bend-access=${access.slice(0, access.lastIndexOf('.') + 1)}`],
    [
      'a later end',
      (access) =>
        `ninth-bend-access=${access.replace(/\.(\d+)\./, (_, end) => `.${Number(end) + 86_400_000}.`)}`,
    ],
    ['another session’s id', (access) => `ninth-bend-access=${access.replace(/^[^.]+/, randomUUID())}`],
    ['the refresh part for the access part', (_access, refresh) => `ninth-bend-access=${refresh}`],
    ['the access part for the refresh part', (access) => `ninth-bend-refresh=${access}`],
    ['another generation', (_access, refresh) => `ninth-bend-refresh=${refresh.replace(/\.(\d+)\./, '.7.')}`],
    ['a user id instead', () => `ninth-bend-access=${randomUUID()}; user_id=${randomUUID()}; role=admin`],
    [
      'a token of better-auth',
      () => `better-auth.session_token=${randomUUID()}; ninth-bend-session=${randomUUID()}`,
    ],
    ['a JWT that says none', () => 'ninth-bend-access=eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.'],
    ['the readable cookie alone', () => 'x=y'],
  ])('%s is treated as a visitor', async (_what, forge) => {
    const cookie = forge(cookieOf(mallory, 'access'), cookieOf(mallory, 'refresh'))
    expect(await asks(`signed-in=1; ${cookie}`)).toEqual(nobody)
    const response = await new HttpClient(url).fetch('/admin/dashboard', {
      headers: { cookie: `signed-in=1; admin-signed-in=1; ${cookie}` },
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/admin?notice=admin-session-ended&return=%2Fadmin%2Fdashboard',
    ])
  })

  test('SESSION-22 the routes of the accounts library are not exposed', async () => {
    for (const path of [
      '/api/auth/sign-up/email',
      '/api/auth/sign-in/email',
      '/api/auth/get-session',
      '/api/auth/update-user',
      '/api/auth/admin/set-role',
      '/auth/v1/token',
      '/rest/v1/orders',
      '/rpc/is_admin',
    ]) {
      expect((await mallory.fetch(path)).status, path).toBe(404)
      expect(
        (await mallory.post(path, { email: victim.email, password: PASSWORD, role: 'admin' })).status,
        path,
      ).toBe(405)
      expect(
        (await mallory.send(path, { email: victim.email, password: PASSWORD, role: 'admin' })).status,
        path,
      ).toBe(400)
    }
  })

  test('SECURITY-7 PERMISSION-9 identity headers are ignored', async () => {
    const headers = {
      authorization: 'Bearer admin',
      'x-user-id': await userIdOf(victim.email),
      'x-role': 'admin',
      'x-forwarded-user': 'owner@ninthbend.example',
      'x-original-url': '/',
      'x-rewrite-url': '/',
      'x-http-method-override': 'GET',
    }
    for (const path of ['/admin/dashboard', '/admin/orders', '/_data?u=%2Fadmin%2Forders', '/profile']) {
      const response = await new HttpClient(url).fetch(path, { headers })
      expect(pageText(await response.text())).not.toContain('Logout')
      expect(
        response.status === 302 || response.headers.get('content-type') === 'application/json',
        path,
      ).toBe(true)
    }
  })
})
