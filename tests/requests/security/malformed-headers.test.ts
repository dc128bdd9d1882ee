import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { signInNewCustomer, signInAsAdmin, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { fetchAsRaw, FORM_CONTENT_TYPE, findResponseFaults } from '#tests/fixtures/http/response-faults.ts'
import { rawRequest, type RawResponse } from '#tests/fixtures/http/raw-request.ts'

const url = inject('shopUrl')
const visitor = new HttpClient(url)
let customer: HttpClient
let admin: HttpClient

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  admin = await signInAsAdmin(url)
})

/** Each test expects none at its end, so that one run reports all. */
let responseFaults: string[] = []
const note = (response: RawResponse, what: string) =>
  void responseFaults.push(...findResponseFaults(response, what))
beforeEach(() => {
  responseFaults = []
})

describe('SECURITY-3 Invalid request headers', () => {
  test.each([
    [{ cookie: 'ninth-bend-access=a.b.c; ninth-bend-refresh=%00; signed-in=1' }],
    [{ cookie: ';;;=;=a;signed-in=1;ninth-bend-access' }],
    [{ cookie: `signed-in=1; ninth-bend-access=${'a.'.repeat(3000)}` }],
    [{ cookie: 'signed-in=1; ninth-bend-device=..; ninth-bend-refresh=..' }],
    [{ 'x-forwarded-for': "'; drop table orders; --" }],
    [{ 'x-forwarded-for': ',,,' }],
    [{ 'x-forwarded-for': '::::' }],
    [{ 'x-forwarded-for': 'a'.repeat(4000) }],
    [{ 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'gopher' }],
    [{ 'accept-encoding': 'br;q=nonsense, *' }],
    [{ 'accept-language': '*;;' }],
    [{ range: 'bytes=0-1,5-2,-' }],
    [{ 'if-none-match': '"' }],
    [{ 'if-modified-since': 'yesterday' }],
    [{ 'content-encoding': 'gzip' }],
    [{ expect: '100-continue' }],
    [{ origin: 'null' }],
    [{ origin: 'not an origin' }],
    [{ 'sec-fetch-site': 'elsewhere' }],
    [{ referer: 'javascript:alert(1)' }],
    [{ 'content-type': '\x80\xff' }],
    [{ host: 'elsewhere.example' }],
    [{ host: 'a b' }],
    [{ host: '' }],
    [{ host: 'a:99999' }],
    [{ host: '[::1' }],
    [{ 'content-length': '-1' }],
    [{ 'content-length': '5', 'transfer-encoding': 'chunked' }],
    [{ upgrade: 'websocket', connection: 'upgrade, close' }],
    [{ 'x-y': 'z'.repeat(20_000) }],
  ])('%j', async (headers) => {
    for (const path of ['/', '/profile', '/admin/orders', '/login', '/api/session']) {
      note(await rawRequest(url, { path, headers: headers }), `GET ${path}`)
      const body = path === '/api/session' ? '' : 'email=a@example.com&password=12345678'
      note(
        await rawRequest(url, {
          path,
          method: 'POST',
          headers: { 'content-type': FORM_CONTENT_TYPE, ...(headers as Record<string, string>) },
          body,
        }),
        `POST ${path}`,
      )
    }
    expect(responseFaults).toEqual([])
  })

  test.each(['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'ICAP/1.0', ''])(
    'the version %j',
    async (version) => {
      note(await rawRequest(url, { version }), version)
      expect(responseFaults).toEqual([])
    },
  )

  test('a forged Host header never appears in a link, redirect or page', async () => {
    for (const path of ['/', '/profile', '/register']) {
      const response = await rawRequest(url, {
        path,
        headers: { host: 'elsewhere.example', 'x-forwarded-host': 'elsewhere.example' },
      })
      expect(response.body + (response.headers.get('location') ?? '')).not.toContain('elsewhere.example')
    }
  })
})

describe('SECURITY-2 Security headers', () => {
  const form = { method: 'POST', headers: { origin: url, 'content-type': FORM_CONTENT_TYPE }, body: 'a=b' }
  test.each<[string, () => Promise<RawResponse>, number]>([
    ['a page', () => fetchAsRaw(visitor, '/'), 200],
    ['a page that is not there', () => fetchAsRaw(visitor, '/nowhere'), 404],
    ['a page’s data', () => fetchAsRaw(visitor, '/_data?u=/'), 200],
    ['data of another site', () => fetchAsRaw(visitor, '/_data?u=//x.example'), 400],
    ['a redirect', () => fetchAsRaw(visitor, '/profile'), 302],
    ['a refused form', () => fetchAsRaw(visitor, '/login', form), 401],
    ['a form too large', () => fetchAsRaw(visitor, '/login', { ...form, body: 'a'.repeat(200_000) }), 413],
    [
      'a form from another site',
      () => fetchAsRaw(visitor, '/login', { ...form, headers: { origin: 'https://x.example' } }),
      403,
    ],
    ['an unknown method', () => fetchAsRaw(visitor, '/', { method: 'PUT', headers: { origin: url } }), 405],
    ['a form nobody takes', () => fetchAsRaw(visitor, '/', form), 405],
    ['the session', () => fetchAsRaw(customer, '/api/session'), 200],
    ['the cart', () => fetchAsRaw(visitor, '/api/cart?ids=x'), 400],
    [
      'a missing picture',
      () => fetchAsRaw(visitor, '/storage/v1/object/public/product-images/products/none.webp'),
      404,
    ],
    ['the mail function', () => fetchAsRaw(visitor, '/functions/v1/send-order-email', form), 401],
    ['a built file', () => fetchAsRaw(visitor, '/favicon.svg'), 200],
    ['the sign-out', () => fetchAsRaw(visitor, '/logout', form), 303],
    ['the health check', () => fetchAsRaw(visitor, '/healthz'), 200],
    ['the back-office', () => fetchAsRaw(admin, '/admin/orders'), 200],
  ])('are present on %s', async (_what, get, status) => {
    const response = await get()
    expect(response.status).toBe(status)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|sandbox/)
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const policy = response.headers.get('content-security-policy')
      for (const rule of [
        "default-src 'self'",
        "script-src 'self' 'sha256-",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(rule)
      }
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    }
  })
})
