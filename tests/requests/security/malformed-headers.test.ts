import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aCustomer, anAdmin, Visitor } from '#tests/fixtures/http/http-client.ts'
import { ask, FORM, harmIn } from '#tests/fixtures/http/response-faults.ts'
import { rawRequest, type RawAnswer } from '#tests/fixtures/http/raw-request.ts'

/** Headers that no browser sends, and those that the shop sends with every answer. */
const url = inject('shopUrl')
const visitor = new Visitor(url)
let customer: Visitor
let admin: Visitor

beforeAll(async () => {
  customer = await aCustomer(url)
  admin = await anAdmin(url)
})

/** What a test has found wrong so far; each ends by expecting none, so that one run shows them all. */
let harms: string[] = []
const note = (answer: RawAnswer, what: string) => void harms.push(...harmIn(answer, what))
beforeEach(() => {
  harms = []
})

describe('§7 Headers that make no sense', () => {
  test.each([
    [{ cookie: 'ninth-bend-access=a.b.c; ninth-bend-refresh=%00; signed-in=1' }],
    [{ cookie: ';;;=;=a;signed-in=1;ninth-bend-access' }],
    [{ cookie: `signed-in=1; ninth-bend-access=${'a.'.repeat(3000)}` }],
    [{ cookie: 'signed-in=1; ninth-bend-device=..; ninth-bend-refresh=..' }],
    [{ 'x-forwarded-for': "'; drop table orders; --" }], [{ 'x-forwarded-for': ',,,' }], [{ 'x-forwarded-for': '::::' }], [{ 'x-forwarded-for': 'a'.repeat(4000) }],
    [{ 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'gopher' }], [{ 'accept-encoding': 'br;q=nonsense, *' }], [{ 'accept-language': '*;;' }],
    [{ range: 'bytes=0-1,5-2,-' }], [{ 'if-none-match': '"' }], [{ 'if-modified-since': 'yesterday' }], [{ 'content-encoding': 'gzip' }], [{ expect: '100-continue' }],
    [{ origin: 'null' }], [{ origin: 'not an origin' }], [{ 'sec-fetch-site': 'elsewhere' }], [{ referer: 'javascript:alert(1)' }], [{ 'content-type': '\x80\xff' }],
    [{ host: 'elsewhere.example' }], [{ host: 'a b' }], [{ host: '' }], [{ host: 'a:99999' }], [{ host: '[::1' }], [{ 'content-length': '-1' }], [{ 'content-length': '5', 'transfer-encoding': 'chunked' }],
    [{ upgrade: 'websocket', connection: 'upgrade, close' }], [{ 'x-y': 'z'.repeat(20_000) }],
  ])('%j', async (headers) => {
    for (const path of ['/', '/profile', '/admin/orders', '/login', '/api/session']) {
      note(await rawRequest(url, { path, headers: headers as Record<string, string> }), `GET ${path}`)
      const body = path === '/api/session' ? '' : 'email=a@example.com&password=12345678'
      note(await rawRequest(url, { path, method: 'POST', headers: { 'content-type': FORM, ...(headers as Record<string, string>) }, body }), `POST ${path}`)
    }
    expect(harms).toEqual([])
  })

  test.each(['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'ICAP/1.0', ''])('the version %j', async (version) => {
    note(await rawRequest(url, { version }), version)
    expect(harms).toEqual([])
  })

  test('a stranger’s host name never gets into a link, a redirect or a page', async () => {
    for (const path of ['/', '/profile', '/register']) {
      const answer = await rawRequest(url, { path, headers: { host: 'elsewhere.example', 'x-forwarded-host': 'elsewhere.example' } })
      expect(answer.body + (answer.headers.get('location') ?? '')).not.toContain('elsewhere.example')
    }
  })
})

describe('T49 Security headers', () => {
  const form = { method: 'POST', headers: { origin: url, 'content-type': FORM }, body: 'a=b' }
  test.each<[string, () => Promise<RawAnswer>, number]>([
    ['a page', () => ask(visitor, '/'), 200],
    ['a page that is not there', () => ask(visitor, '/nowhere'), 404],
    ['a page’s data', () => ask(visitor, '/_data?u=/'), 200],
    ['data of another site', () => ask(visitor, '/_data?u=//x.example'), 400],
    ['a redirect', () => ask(visitor, '/profile'), 302],
    ['a refused form', () => ask(visitor, '/login', form), 401],
    ['a form too large', () => ask(visitor, '/login', { ...form, body: 'a'.repeat(200_000) }), 413],
    ['a form from another site', () => ask(visitor, '/login', { ...form, headers: { origin: 'https://x.example' } }), 403],
    ['an unknown method', () => ask(visitor, '/', { method: 'PUT', headers: { origin: url } }), 405],
    ['a form nobody takes', () => ask(visitor, '/', form), 405],
    ['the session', () => ask(customer, '/api/session'), 200],
    ['the cart', () => ask(visitor, '/api/cart?ids=x'), 400],
    ['a missing picture', () => ask(visitor, '/storage/v1/object/public/product-images/products/none.webp'), 404],
    ['the mail function', () => ask(visitor, '/functions/v1/send-order-email', form), 401],
    ['a built file', () => ask(visitor, '/favicon.svg'), 200],
    ['the sign-out', () => ask(visitor, '/logout', form), 303],
    ['the health check', () => ask(visitor, '/healthz'), 200],
    ['the back-office', () => ask(admin, '/admin/orders'), 200],
  ])('stand on %s', async (_what, get, status) => {
    const answer = await get()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|sandbox/)
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      const policy = answer.headers.get('content-security-policy')
      for (const rule of ["default-src 'self'", "script-src 'self' 'sha256-", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
        expect(policy).toContain(rule)
      }
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    }
  })
})
